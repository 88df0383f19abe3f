import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startEmbeddedPostgres } from "./embedded-postgres.ts";
import type { StartError } from "./start-error.ts";
import { makeTestFolders, query, type TestFolders } from "./test-support.ts";

let folders: TestFolders;

beforeAll(async () => {
  folders = await makeTestFolders();
});

afterAll(() => folders.remove());

async function refusal(dataDir: string): Promise<StartError> {
  const error = await startEmbeddedPostgres({ dataDir }).then(
    (database) => database.stop().then(() => undefined),
    (reason: StartError) => reason,
  );
  if (!error) throw new Error("the start was not refused");
  expect(error.message).not.toContain("\n");
  return error;
}

describe("a failed start gives the reason in one line", () => {
  it("names a data folder that cannot be written", async () => {
    const dataDir = folders.empty();
    mkdirSync(dirname(dataDir), { recursive: true });
    writeFileSync(dataDir, "a file where the folder should be");
    expect(await refusal(dataDir)).toMatchObject({
      code: "FOLDER_NOT_WRITABLE",
      message: expect.stringContaining(dataDir),
    });
  });

  it.runIf(process.platform === "linux")("names a data folder that cannot be created", async () => {
    expect(await refusal("/proc/praxisportal/data")).toMatchObject({ code: "FOLDER_NOT_WRITABLE" });
  });

  it.skipIf(process.getuid?.() === 0)("names a data folder without write permission", async () => {
    const dataDir = folders.empty();
    mkdirSync(dirname(dataDir), { recursive: true });
    mkdirSync(dataDir, { mode: 0o500 });
    expect(await refusal(dataDir)).toMatchObject({ code: "FOLDER_NOT_WRITABLE" });
  });

  it("rejects another major version and points to export and import", async () => {
    const dataDir = folders.withDatabase();
    writeFileSync(join(dataDir, "postgres", "PG_VERSION"), "17\n");
    const error = await refusal(dataDir);
    expect(error.code).toBe("WRONG_VERSION");
    expect(error.message).toMatch(/PostgreSQL 17.*PostgreSQL 18.*export.*import/);
  });

  it("rejects a folder that is not a database", async () => {
    const dataDir = folders.withDatabase();
    rmSync(join(dataDir, "postgres", "PG_VERSION"));
    expect(await refusal(dataDir)).toMatchObject({ code: "DATA_BROKEN" });
  });

  it("repeats PostgreSQL's message about a damaged folder", async () => {
    const dataDir = folders.withDatabase();
    const control = join(dataDir, "postgres", "global", "pg_control");
    const bytes = readFileSync(control);
    // The changed bytes are in the checksummed part, after the version fields.
    writeFileSync(control, bytes.fill(7, 100, 140));
    const error = await refusal(dataDir);
    expect(error.code).toBe("DATA_BROKEN");
    expect(error.message).toMatch(/checksum/);
  });

  it("asks for the keys folder of an existing database", async () => {
    const dataDir = folders.withDatabase();
    rmSync(join(dataDir, "keys"), { recursive: true });
    const error = await refusal(dataDir);
    expect(error).toMatchObject({ code: "KEY_MISSING", message: expect.stringContaining("keys") });
  });

  it("releases the folder for the next start after each refusal", async () => {
    const dataDir = folders.withDatabase();
    const keptFolder = join(dirname(dataDir), "kept");
    cpSync(join(dataDir, "keys"), keptFolder, { recursive: true });
    rmSync(join(dataDir, "keys"), { recursive: true });
    await refusal(dataDir);
    cpSync(keptFolder, join(dataDir, "keys"), { recursive: true });
    const database = await startEmbeddedPostgres({ dataDir });
    expect(await query(database.superuserUrl, "select text from kept")).toEqual([{ text: "before" }]);
    await database.stop();
  });
});
