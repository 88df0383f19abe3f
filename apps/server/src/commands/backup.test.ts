import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeTestFolders, type TestFolders } from "../platform/embedded-postgres/test-support.ts";

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
    expect(backedUp).toMatchObject({ code: 0, text: expect.stringMatching(/Not inside: the keys/) });
    // See R0-243: the age of the last backup in /metrics.
    expect(existsSync(join(original, "last-backup"))).toBe(true);
    const dataDir = folders.withKeysOf(original);
    expect(run("restore", [target], { DATA_DIR: dataDir })).toMatchObject({ code: 0 });
  });

  it("exit with 2 and one line for an external database and for wrong usage", () => {
    const foreign = { DATABASE_URL: "postgres://x@y/z" };
    for (const command of ["backup", "restore"]) {
      const refused = run(command, ["folder"], foreign);
      expect(refused.code).toBe(2);
      expect(refused.text.trim().split("\n")).toHaveLength(1);
      expect(run(command, [], {}).code).toBe(2);
      expect(run(command, ["--nonsense"], {}).code).toBe(2);
    }
  });

  it("exit with 1 and one line on failure", () => {
    const filled = join(dirname(original), "filled");
    mkdirSync(filled);
    writeFileSync(join(filled, "mine.txt"), "");
    const refused = run("backup", ["filled"], { DATA_DIR: original });
    expect(refused.code).toBe(1);
    expect(refused.text.trim().split("\n")).toHaveLength(1);
  });
});
