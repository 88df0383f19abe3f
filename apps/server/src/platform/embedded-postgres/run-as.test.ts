import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, mkdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { findPostgresBinaries } from "./binaries.ts";
import { startEmbeddedPostgres } from "./embedded-postgres.ts";
import { findRunningPostmaster } from "./postmaster-file.ts";
import { chooseRunAs, namespaceRunAs } from "./run-as.ts";
import { choosePort } from "./server-process.ts";
import { makeTestFolders, query, type TestFolders } from "./test-support.ts";
import { pollUntil } from "./wait.ts";

const isRoot = process.getuid?.() === 0;
let folders: TestFolders;

beforeAll(async () => {
  folders = await makeTestFolders();
});

afterAll(() => folders.remove());

/** Hides `unshare`, as on a system without user namespaces. */
function withoutNamespaces(): void {
  const empty = mkdtempSync(join(tmpdir(), "praxisportal-path-"));
  vi.stubEnv("PATH", empty);
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(empty, { recursive: true });
  });
}

/** Returns whether other users may enter a folder and all its parents. */
function isReadableByAll(folder: string): boolean {
  const mayEnter = (statSync(folder).mode & 0o005) === 0o005;
  return mayEnter && (dirname(folder) === folder || isReadableByAll(dirname(folder)));
}

describe("the user that PostgreSQL runs as", () => {
  it.skipIf(isRoot)("is the current user if that is an ordinary user", () => {
    expect(chooseRunAs([])).toEqual({ prefix: [] });
  });

  it.runIf(isRoot)("is an existing user for root, preferably one without privileges", () => {
    const root = { name: "root", uid: 0, gid: 0 };
    const daemon = { name: "daemon", uid: 1, gid: 1 };
    const nobody = { name: "nobody", uid: 65_534, gid: 65_534 };
    expect(namespaceRunAs([root, daemon, nobody])?.prefix).toContain("--map-user=65534");
    expect(namespaceRunAs([root, daemon])?.prefix).toContain("--map-user=1");
    expect(namespaceRunAs([root])).toBeUndefined();
  });

  // Another user cannot read a checkout in a private folder. The next case covers its error.
  it.runIf(isRoot && isReadableByAll(import.meta.dirname))(
    "is a system user for root without user namespaces, which later reclaims the folder",
    async () => {
      const parent = mkdtempSync(join(tmpdir(), "praxisportal-open-"));
      onTestFinished(() => rmSync(parent, { recursive: true }));
      chmodSync(parent, 0o755);
      const dataDir = join(parent, "data");
      withoutNamespaces();
      const first = await startEmbeddedPostgres({ dataDir });
      expect(statSync(join(dataDir, "postgres")).uid).not.toBe(0);
      expect(statSync(join(dataDir, "keys")).mode & 0o777).toBe(0o700);
      await query(first.superuserUrl, "create table made (by text)");
      await first.stop();
      vi.unstubAllEnvs();
      const second = await startEmbeddedPostgres({ dataDir });
      expect(statSync(join(dataDir, "postgres")).uid).toBe(0);
      expect(await query(second.superuserUrl, "select from made")).toEqual([]);
      await second.stop();
    },
  );

  it.runIf(isRoot)(
    "cannot be found for root without these options, which is advised to use another user or DATABASE_URL",
    async () => {
      withoutNamespaces();
      const closed = folders.empty();
      mkdirSync(closed, { recursive: true });
      await expect(startEmbeddedPostgres({ dataDir: join(closed, "data") })).rejects.toMatchObject({
        code: "NO_UNPRIVILEGED_USER",
        message: expect.stringContaining("DATABASE_URL"),
      });
    },
  );
});

describe("a PostgreSQL left running by another release", () => {
  it("is restarted with the settings of this release", async () => {
    const dataDir = folders.withDatabase();
    const binaries = findPostgresBinaries(dataDir);
    const port = String(await choosePort(0));
    const args = [...chooseRunAs([]).prefix, binaries.postgres, "-D", join(dataDir, "postgres"), "-p", port];
    const settings = ["-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories="];
    const old = spawn(args[0] ?? "", [...args.slice(1), ...settings], { stdio: "ignore" });
    const exit = once(old, "exit");
    await pollUntil(() => findRunningPostmaster(join(dataDir, "postgres"))?.status === "ready", 10_000);
    const steps: string[] = [];
    const database = await startEmbeddedPostgres({ dataDir, onStep: (step) => steps.push(step) });
    await exit;
    expect(steps).toEqual(["Stopping a PostgreSQL that was left running", "Starting PostgreSQL"]);
    expect(database.pid).not.toBe(old.pid);
    expect(await query(database.superuserUrl, "select text from kept")).toEqual([{ text: "before" }]);
    await database.stop();
  });
});
