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

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("No port was given");
  return address.port;
}

/** Origins of the portals that run in this process: the only ones a browser may ask. */
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
      portalOrigins.delete(url);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
