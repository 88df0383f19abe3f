import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getMe } from "@praxisportal/contract/users/users.endpoints";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findProgram, missingProgram } from "../cluster/programs.ts";
import { makeMember, makeOrganization, queryRows } from "../factories.ts";
import { openSocket } from "../portal-socket.ts";
import { createTestApp, type TestApp } from "../test-app.ts";
import { TestClient } from "../test-client.ts";
import { findFreePort } from "../cluster/free-port.ts";

const ops = (name: string) => new URL(`../../../../ops/${name}`, import.meta.url);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "praxisportal ops-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Writes the example with the paths of this test. Returns its file. */
async function writeConfig(name: string, change: (text: string) => string): Promise<string> {
  const file = join(folder, name);
  const text = (await readFile(ops("haproxy.cfg"), "utf8")).replace(
    "/run/haproxy/admin.sock",
    join(folder, `${name}.sock`).replaceAll(" ", "\\ "),
  );
  await writeFile(file, change(text));
  return file;
}

const missing = missingProgram("haproxy");
const haproxy = findProgram("haproxy") ?? "";

describe("ops/haproxy.cfg", () => {
  const running: ChildProcess[] = [];
  afterAll(async () => {
    for (const child of running) {
      child.kill("SIGKILL");
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    }
  });

  /** Starts HAProxy with the example in front of one server. The other two of the example are down. */
  async function startProxy(name: string, serverPort: number): Promise<string> {
    const [port, unusedPort] = [await findFreePort(), await findFreePort()];
    const file = await writeConfig(name, (text) =>
      text
        .replace("bind :80\n", `bind 127.0.0.1:${port}\n`)
        .replace(/^ *bind :443 .*$/m, "")
        .replace(/^ *http-request redirect .*$/m, "")
        .replace("10.0.0.11:8080", `127.0.0.1:${unusedPort}`)
        .replace("10.0.0.12:8080", `127.0.0.1:${serverPort}`)
        .replace("10.0.0.13:8080", `127.0.0.1:${unusedPort}`),
    );
    const child = spawn(haproxy, ["-db", "-f", file], { stdio: ["ignore", "pipe", "pipe"] });
    running.push(child);
    await expect
      .poll(async () => {
        const socket = connect(port, "127.0.0.1");
        const isOpen = await Promise.race([
          once(socket, "connect").then(() => true),
          once(socket, "error").then(() => false),
        ]).catch(() => false);
        socket.destroy();
        return isOpen;
      })
      .toBe(true);
    return `http://127.0.0.1:${port}`;
  }

  it("see R0-245 is accepted by haproxy -c", async ({ skip }) => {
    skip(missing !== undefined, missing);
    const pem = join(folder, "portal.pem");
    const request = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];
    execFileSync(
      "openssl",
      [...request, "-days", "2", "-subj", "/CN=localhost", "-keyout", "tls.key", "-out", "tls.crt"],
      { cwd: folder, stdio: "ignore" },
    );
    await writeFile(
      pem,
      ["tls.crt", "tls.key"].map((name) => readFileSync(join(folder, name), "utf8")).join(""),
    );
    const file = await writeConfig("checked.cfg", (text) =>
      text.replace("/etc/haproxy/portal.pem", pem.replaceAll(" ", "\\ ")),
    );
    const { status, stdout, stderr } = spawnSync(haproxy, ["-c", "-f", file], { encoding: "utf8" });
    expect(`${stdout}${stderr}`).not.toMatch(/warning|alert/i);
    expect(status).toBe(0);
  });

  it("see R0-245 replaces the address headers of a client, and does not forward /metrics", async ({
    skip,
  }) => {
    skip(missing !== undefined, missing);
    const receivedRequests: IncomingMessage[] = [];
    const server = createServer((request, response) => {
      receivedRequests.push(request);
      response.end("ok");
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    try {
      const url = await startProxy("headers.cfg", (server.address() as AddressInfo).port);
      const forged = {
        forwarded: "for=203.0.113.9",
        "x-forwarded-for": "203.0.113.9",
        "x-forwarded-proto": "http",
        "x-real-ip": "203.0.113.9",
        traceparent: `00-${"5".repeat(32)}-${"6".repeat(16)}-01`,
      };
      expect((await fetch(new URL("/probe", url), { headers: forged })).status).toBe(200);
      for (const path of ["/metrics", "/%6detrics", "/metrics?x=1"])
        expect((await fetch(new URL(path, url))).status, path).toBe(404);
      const [probe, ...others] = receivedRequests.filter(({ url: path }) => path !== "/readyz");
      expect(others).toEqual([]);
      expect(probe?.headers).toMatchObject({
        host: new URL(url).host,
        "x-forwarded-for": "127.0.0.1",
        "x-forwarded-proto": "https",
        "x-forwarded-host": new URL(url).host,
      });
      for (const name of ["forwarded", "x-real-ip", "traceparent"])
        expect(probe?.headers, name).not.toHaveProperty(name);
      await expect.poll(() => receivedRequests.some(({ url: path }) => path === "/readyz")).toBe(true);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });

  it("see R0-245 forwards sign-ins and websockets to the process that is ready", async ({ skip }) => {
    skip(missing !== undefined, missing);
    const testApp = await createTestApp({ DEMO: "off", TRUST_PROXY: "1" });
    try {
      const proxied: TestApp = {
        ...testApp,
        baseUrl: await startProxy("portal.cfg", Number(new URL(testApp.baseUrl).port)),
      };
      const client = new TestClient(proxied);
      await client.signIn(await makeMember(testApp, (await makeOrganization(testApp)).id, "org_admin"));
      const socket = await openSocket(proxied, client);
      expect((await client.call(getMe)).status).toBe(200);
      socket.close();
      await socket.closed;
      expect(await queryRows(testApp, "select from session")).not.toEqual([]);
    } finally {
      await testApp.stop();
    }
  });

  it("see R0-245 has the settings that the portal needs", async () => {
    const text = await readFile(ops("haproxy.cfg"), "utf8");
    expect(text).toMatch(/^ {2}timeout tunnel 1h$/m);
    // Transcriptions take up to four minutes.
    expect(text).toMatch(/^ {2}timeout server 300s$/m);
    expect(text).toMatch(/^ {2}http-check send meth GET uri \/readyz /m);
    expect(text).not.toMatch(/%HU\b|%\{?\+?Q?\}?r\b/);
  });
});

/** Returns the settings of a unit, by their names. */
async function readUnit(name: string): Promise<Map<string, string>> {
  const lines = (await readFile(ops(name), "utf8")).split("\n").filter((line) => /^\w+=/.test(line));
  return new Map(lines.map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]));
}

describe.each(["praxisportal.service", "praxisportal@.service"])("ops/%s", (name) => {
  it("see R0-245 gives the portal time to stop, and restarts it after a crash", async () => {
    const unit = await readUnit(name);
    expect(unit.get("ExecStart")).toMatch(/\/usr\/bin\/node start\.mjs$/);
    expect(unit.get("KillMode")).toBe("mixed");
    // The portal exits by itself after 10 s.
    expect(Number(unit.get("TimeoutStopSec"))).toBeGreaterThan(10);
    expect(unit.get("Restart")).toBe("on-failure");
    expect(unit.get("NoNewPrivileges")).toBe("yes");
  });

  it("see R0-245 is accepted by systemd-analyze verify", async ({ skip }) => {
    const hasProgram = spawnSync("systemd-analyze", ["--version"], { stdio: "ignore" }).status === 0;
    skip(!hasProgram, "systemd-analyze is not installed (Debian package systemd)");
    // The check needs a path without spaces and a program that exists.
    const directory = await mkdtemp(join(tmpdir(), "praxisportal-units-"));
    try {
      const node = join(directory, "node");
      await writeFile(node, "#!/bin/sh\n");
      await chmod(node, 0o755);
      const file = join(directory, name);
      await writeFile(file, (await readFile(ops(name), "utf8")).replaceAll("/usr/bin/node", node));
      const { status, stderr } = spawnSync("systemd-analyze", ["verify", "--man=no", file], {
        encoding: "utf8",
      });
      // It also reports faults of other units on this machine.
      expect(stderr.split("\n").filter((line) => line.includes("praxisportal"))).toEqual([]);
      expect(status).toBe(0);
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  });
});
