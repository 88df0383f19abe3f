import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findProgram } from "../../../apps/server/test/cluster/programs.ts";
import { findFreePort } from "../../../apps/server/test/cluster/free-port.ts";
import type { PortalProcess } from "../portal-process.ts";

/**
 * HAProxy in front of several portals. It leaves out portals that are not ready, and repeats reads that got no
 * response.
 */
export class Haproxy {
  readonly origin: string;
  readonly #child: ChildProcess;

  private constructor(origin: string, child: ChildProcess) {
    this.origin = origin;
    this.#child = child;
  }

  static async start(folder: string, portals: readonly PortalProcess[]): Promise<Haproxy> {
    const port = await findFreePort();
    const file = join(folder, "haproxy.cfg");
    const servers = portals.map(({ origin }, index) => {
      const address = origin.replace("http://localhost:", "127.0.0.1:");
      return `  server portal-${index + 1} ${address} check inter 250ms fall 1 rise 1`;
    });
    await writeFile(
      file,
      [
        "defaults",
        "  mode http",
        "  timeout connect 1s",
        "  timeout client 60s",
        "  timeout server 60s",
        "  timeout tunnel 1h",
        "  retries 3",
        "  option redispatch 1",
        "  retry-on conn-failure empty-response",
        "frontend portal",
        `  bind 127.0.0.1:${port}`,
        "  http-request disable-l7-retry unless METH_GET",
        "  default_backend portals",
        "backend portals",
        "  balance roundrobin",
        "  option httpchk GET /readyz",
        ...servers,
        "",
      ].join("\n"),
    );
    const child = spawn(findProgram("haproxy") ?? "haproxy", ["-db", "-f", file], { stdio: "ignore" });
    while (!(await isListening(port))) {
      if (child.exitCode !== null) throw new Error("haproxy ended while starting");
      await sleep(20);
    }
    return new Haproxy(`http://127.0.0.1:${port}`, child);
  }

  async stop(): Promise<void> {
    const ended = once(this.#child, "exit");
    this.#child.kill("SIGTERM");
    await ended;
  }
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
