import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startEmbeddedPostgres } from "../platform/embedded-postgres/embedded-postgres.ts";
import { makeTestFolders, query, type TestFolders } from "../platform/embedded-postgres/test-support.ts";

let folders: TestFolders;
let original: string;

beforeAll(async () => {
  folders = await makeTestFolders();
  original = folders.withDatabase();
});

afterAll(() => folders.remove());

describe("the commands", () => {
  const run = (
    command: string,
    args: string[],
    env: Record<string, string>,
  ): { code: number | null; text: string } => {
    const file = fileURLToPath(new URL(`${command}.ts`, import.meta.url));
    const result = spawnSync(process.execPath, [file, ...args], {
      encoding: "utf8",
      env: { PATH: process.env["PATH"] ?? "", INIT_CWD: dirname(original), ...env },
    });
    return { code: result.status, text: `${result.stdout}${result.stderr}` };
  };

  it("back up and restore by name, and mention that the keys are separate", () => {
    const target = folders.empty("by hand");
    const backedUp = run("backup", [target], { DATA_DIR: original });
    expect(backedUp).toMatchObject({ code: 0, text: expect.stringMatching(/The keys are not included/) });
    // See R0-243: the age of the last backup in /metrics.
    expect(existsSync(join(original, "last-backup"))).toBe(true);
    const dataDir = folders.withKeysOf(original);
    expect(run("restore", [target], { DATA_DIR: dataDir })).toMatchObject({ code: 0 });
  });

  it("test a restore, record it only after a full verification, and delete the copy", async () => {
    const dataDir = folders.withDatabase();
    const env = { DATA_DIR: dataDir };
    const backUp = (name: string) => {
      const target = folders.empty(name);
      expect(run("backup", [target], env).code).toBe(0);
      return target;
    };
    expect(run("restore-test", [backUp("first")], env)).toMatchObject({
      code: 0,
      text: expect.stringContaining("0 chains, 0 entries: intact"),
    });
    // The first test is an entry of the platform's log.
    const second = backUp("second");
    expect(run("restore-test", [second], env)).toMatchObject({
      code: 0,
      text: expect.stringContaining("1 chains, 1 entries: intact"),
    });
    const database = await startEmbeddedPostgres({ dataDir });
    const url = new URL(database.superuserUrl);
    url.pathname = "/praxisportal";
    await query(url.href, "update audit_entry set outcome = 'failed' where seq = 1");
    await database.stop();
    const refusal = run("restore-test", [backUp("changed")], env);
    expect(refusal).toMatchObject({ code: 1, text: expect.stringContaining("broken at entry 1") });
    writeFileSync(join(second, "postgres", "PG_VERSION"), "damaged");
    expect(run("restore-test", [second], env)).toMatchObject({
      code: 1,
      text: expect.stringContaining("damaged"),
    });
    const restarted = await startEmbeddedPostgres({ dataDir });
    const tests = await query(
      url.href.replace(url.port, new URL(restarted.superuserUrl).port),
      "select chains from restore_test order by id",
    );
    await restarted.stop();
    expect(tests).toEqual([{ chains: 0 }, { chains: 1 }]);
    expect(readdirSync(dataDir).filter((name) => name.startsWith("restore-test"))).toEqual([]);
  }, 180_000);

  it("exit with 2 and one line for an external database and for wrong usage", () => {
    const foreign = { DATABASE_URL: "postgres://x@y/z" };
    for (const command of ["backup", "restore", "restore-test"]) {
      const refusal = run(command, ["folder"], foreign);
      expect(refusal.code).toBe(2);
      expect(refusal.text.trim().split("\n")).toHaveLength(1);
      expect(run(command, [], {}).code).toBe(2);
      expect(run(command, ["--nonsense"], {}).code).toBe(2);
    }
  });

  it("exit with 1 and one line on failure", () => {
    const filled = join(dirname(original), "filled");
    mkdirSync(filled);
    writeFileSync(join(filled, "mine.txt"), "");
    const refusal = run("backup", ["filled"], { DATA_DIR: original });
    expect(refusal.code).toBe(1);
    expect(refusal.text.trim().split("\n")).toHaveLength(1);
  });
});
