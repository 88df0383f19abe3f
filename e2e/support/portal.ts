import { randomInt } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPortal } from "../../apps/server/src/start-portal.ts";

/** A portal of the tests: the real server with its real database, on a free port and in its own folder. */
export interface TestPortal {
  readonly url: string;
  readonly dataDir: string;
  readonly app: Awaited<ReturnType<typeof startPortal>>["app"];
  stop(): Promise<void>;
}

/**
 * A port that nobody listens on, below those the system gives to outgoing connections: until the portal listens, which
 * takes seconds, one of the many connections of the tests would take it.
 */
async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 30_000);
    const server = createServer().listen(port, "127.0.0.1");
    const isFree = await once(server, "listening").then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, "close");
    return port;
  }
}

/**
 * Origins of the portals of this process: the only ones a browser may ask. A page may still ask for one that has
 * stopped, so none is taken out.
 */
export const portalOrigins = new Set<string>();

/** Starts a portal; `env` are settings as the environment gives them. */
export async function openPortal(env: Readonly<Record<string, string>> = {}): Promise<TestPortal> {
  const dataDir = await mkdtemp(join(tmpdir(), "praxisportal-e2e-"));
  const port = await freePort();
  const portal = await startPortal({
    env: { PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: "error", NODE_ENV: "test", ...env },
    onStep: () => undefined,
  });
  const url = `http://localhost:${port}`;
  portalOrigins.add(url);
  return {
    url,
    dataDir,
    app: portal.app,
    async stop() {
      await portal.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
