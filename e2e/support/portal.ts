import { rm } from "node:fs/promises";
import type { Duplex } from "node:stream";
import { type Portal, startPortal } from "../../apps/server/src/start-portal.ts";
import { createDataFolder } from "../../apps/server/test/test-cluster.ts";
import { findFreePort } from "../../apps/server/test/cluster/free-port.ts";

/** A portal for tests: the real server and database, on a free port with its own data directory. */
export interface TestPortal {
  readonly url: string;
  readonly dataDir: string;
  readonly app: Portal["app"];
  /** Connection URLs of its database. */
  readonly urls: Portal["urls"];
  /** Cuts every live connection, as a failing network does. Pages that can reach the portal open a new one. */
  dropSockets(): void;
  stop(): Promise<void>;
}

/**
 * Origins of the portals in this process, the only ones that browsers may request. Stopped portals stay in
 * the set, because a page may still send requests to them.
 */
export const portalOrigins = new Set<string>();

/** Starts a portal with environment variables. The demonstration gets no history, because creating it takes time. */
export async function startTestPortal(env: Readonly<Record<string, string>> = {}): Promise<TestPortal> {
  const dataDir = await createDataFolder("praxisportal-e2e-");
  const port = await findFreePort();
  const portal = await startPortal({
    env: {
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: "error",
      NODE_ENV: "test",
      DEMO_HISTORY: "off",
      // Receivers of webhooks run in the tests.
      OUTGOING_ALLOW: "127.0.0.0/8",
      ...env,
    },
    onStep: () => undefined,
  });
  const url = `http://localhost:${port}`;
  portalOrigins.add(url);
  const sockets = new Set<Duplex>();
  portal.app.server.server.on("upgrade", (_request: unknown, socket: Duplex) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  return {
    url,
    dataDir,
    app: portal.app,
    urls: portal.urls,
    dropSockets() {
      for (const socket of sockets) socket.destroy();
    },
    async stop() {
      await portal.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
