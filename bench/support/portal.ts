import { rmSync } from "node:fs";
import { cp, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createDataFolder } from "../../apps/server/test/test-cluster.ts";
import { type Child, familyCpuSeconds, startChild } from "./process.ts";
import { isShortRun } from "./scale.ts";
import { findFreePort } from "../../apps/server/test/cluster/free-port.ts";

/** A portal with demonstration data, in its own process and data directory. */
export type BenchPortal = Child & {
  baseUrl: string;
  dataDir: string;
  /** Returns the connection URL of a database role. */
  databaseUrl(role: "owner" | "app" | "platform"): Promise<string>;
  /** Returns the CPU seconds used by its database so far. */
  databaseCpuSeconds(): Promise<number>;
  /** Signs in. `organizationId` is empty for a platform account. */
  signIn(username: string): Promise<{ accessToken: string; organizationId: string }>;
};

export const demoPassword = "Demo-Praxis-2026!";

/** Starts a portal. `settings` override its defaults. */
export async function startBenchPortal(settings: Record<string, string> = {}): Promise<BenchPortal> {
  const dataDir = await copyStartedData();
  const portal = await startOn(dataDir, settings);
  return {
    ...portal,
    async stop() {
      await portal.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

let startedData: Promise<string> | undefined;

/**
 * Returns a new copy of the data of a portal that was started once. Only the first start creates the database and the
 * demonstration data, which no subject measures.
 */
export async function copyStartedData(): Promise<string> {
  startedData ??= startForData();
  const copy = await createBenchFolder();
  await cp(await startedData, copy, { recursive: true });
  return copy;
}

/** Creates the data directory of a portal. It is on disk, as in production, unless the timings do not matter. */
function createBenchFolder(): Promise<string> {
  const prefix = "praxisportal-bench-";
  return isShortRun ? createDataFolder(prefix) : mkdtemp(join(tmpdir(), prefix));
}

async function startForData(): Promise<string> {
  const dataDir = await createBenchFolder();
  process.once("exit", () => rmSync(dataDir, { recursive: true, force: true }));
  await (await startOn(dataDir, {})).stop();
  return dataDir;
}

async function startOn(dataDir: string, settings: Record<string, string>): Promise<BenchPortal> {
  const port = await findFreePort();
  const child = await startChild(
    "apps/server/src/main.ts",
    {
      PORT: String(port),
      DATA_DIR: dataDir,
      DEMO: "on",
      DEMO_HISTORY: "off",
      LOG_LEVEL: "info",
      MAX_CONNECTIONS_PER_ADDRESS: "0",
      ...settings,
    },
    /Ctrl\+C/,
  );
  const baseUrl = `http://127.0.0.1:${port}`;
  const postmaster = async () =>
    (await readFile(join(dataDir, "postgres", "postmaster.pid"), "utf8")).split("\n");
  return {
    ...child,
    baseUrl,
    dataDir,
    databaseCpuSeconds: async () => familyCpuSeconds(Number((await postmaster())[0])),
    async databaseUrl(role) {
      const password = (await readFile(join(dataDir, "keys", `postgres-${role}`), "utf8")).trim();
      return `postgres://portal_${role}:${password}@127.0.0.1:${(await postmaster())[3]}/praxisportal`;
    },
    async signIn(username) {
      const response = await fetch(`${baseUrl}/api/v1/auth/login`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ username, password: demoPassword }),
      });
      const result = (await response.json()) as { accessToken: string; organization: { id: string } | null };
      return { accessToken: result.accessToken, organizationId: result.organization?.id ?? "" };
    },
  };
}
