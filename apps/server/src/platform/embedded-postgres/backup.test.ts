import { appendFileSync, cpSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readManifest } from "./backup-manifest.ts";
import { backUpDatabase } from "./base-backup.ts";
import { startEmbeddedPostgres } from "./embedded-postgres.ts";
import { restoreDatabase } from "./restore-backup.ts";
import { makeTestFolders, query, type TestFolders } from "./test-support.ts";

let folders: TestFolders;
/** Data folder with a stopped database, and a valid backup of it. */
let original: string;
let backup: string;

beforeAll(async () => {
  folders = await makeTestFolders();
  original = folders.withDatabase();
  backup = folders.empty("backup");
  await backUpDatabase({ dataDir: original, target: backup });
});

afterAll(() => folders.remove());

/** Inserts rows, each with a second row in another table, until it is stopped. */
async function writer(
  url: string,
  name: string,
): Promise<{ count: () => number; stop: () => Promise<void> }> {
  const client = new Client({ connectionString: url });
  await client.connect();
  let count = 0;
  const abortController = new AbortController();
  const work = (async () => {
    while (!abortController.signal.aborted) {
      await client.query(
        "with pair as (insert into left_side values ($1, $2) returning *) insert into right_side select * from pair",
        [name, count + 1],
      );
      count += 1;
    }
  })();
  return {
    count: () => count,
    stop: async () => {
      abortController.abort();
      await work;
      await client.end();
    },
  };
}

describe("a backup of the running database", () => {
  it(
    "can be restored to a consistent database with every row committed before it began",
    { timeout: 60_000 },
    async () => {
      const dataDir = folders.withDatabase();
      const target = folders.empty("backup");
      const database = await startEmbeddedPostgres({ dataDir });
      await query(
        database.superuserUrl,
        "create table left_side (writer text, n int, primary key (writer, n))",
      );
      await query(database.superuserUrl, "create table right_side (like left_side including all)");
      const writers = await Promise.all(["a", "b", "c"].map((name) => writer(database.superuserUrl, name)));
      const before = writers.map((activeWriter) => activeWriter.count());
      // These changes move blocks and switch WAL segments during the copy.
      const [manifest] = await Promise.all([
        backUpDatabase({ dataDir, target }),
        query(
          database.superuserUrl,
          "insert into kept select 'during ' || n from generate_series(1, 20000) as n",
        ),
        query(database.superuserUrl, "select pg_switch_wal()"),
      ]);
      await Promise.all(writers.map((activeWriter) => activeWriter.stop()));
      const after = writers.map((activeWriter) => activeWriter.count());
      await database.stop();
      expect(after.every((count, index) => count > (before[index] ?? 0))).toBe(true);

      const restored = folders.withKeysOf(dataDir);
      await restoreDatabase({ source: target, dataDir: restored });
      const copy = await startEmbeddedPostgres({ dataDir: restored });
      const counts = await query<{ writer: string; highest: number; count: number; both: number }>(
        copy.superuserUrl,
        `select writer, max(n) as highest, count(*)::int as count, count(right_side.n)::int as both
      from left_side left join right_side using (writer, n) group by writer order by writer`,
      );
      counts.forEach((row, index) => {
        expect(row.highest).toBeGreaterThanOrEqual(before[index] ?? 0);
        // No gap and no partial transaction.
        expect(row).toMatchObject({ count: row.highest, both: row.highest });
      });
      expect(counts).toHaveLength(3);
      expect(await query(copy.superuserUrl, "select text from kept where text = 'before'")).toHaveLength(1);
      await query(copy.superuserUrl, "create extension amcheck");
      await query(
        copy.superuserUrl,
        `select bt_index_check(index => c.oid, heapallindexed => true) from pg_index i
      join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam where a.amname = 'btree'`,
      );
      await copy.stop();
      expect(manifest.postgresVersion).toBe(database.version);
    },
  );
});

describe("a backup folder", () => {
  it("contains no keys but names the required ones", () => {
    const names = readdirSync(backup, { recursive: true, encoding: "utf8" });
    expect(names.some((name) => name.includes("keys") || name.includes("superuser"))).toBe(false);
    expect(readManifest(backup).keys.map((key) => key.name)).toEqual(["postgres-superuser"]);
  });

  it("is never overwritten", async () => {
    await expect(backUpDatabase({ dataDir: original, target: backup })).rejects.toMatchObject({
      message: expect.stringContaining("not empty"),
    });
  });

  it("must not be inside the database folder", async () => {
    const target = join(original, "postgres", "backup");
    await expect(backUpDatabase({ dataDir: original, target })).rejects.toThrow("inside the database folder");
  });
});

describe("a restore", () => {
  it("rejects a data folder that contains anything but keys, and does not change it", async () => {
    const dataDir = folders.withKeysOf(original);
    writeFileSync(join(dataDir, "notes.txt"), "mine");
    await expect(restoreDatabase({ source: backup, dataDir })).rejects.toThrow("not empty");
    expect(readdirSync(dataDir).toSorted()).toEqual(["keys", "notes.txt"]);
  });

  it("rejects missing and different keys", async () => {
    const without = folders.empty();
    await expect(restoreDatabase({ source: backup, dataDir: without })).rejects.toMatchObject({
      code: "KEY_MISSING",
    });
    const otherFolders = folders.withKeysOf(original);
    writeFileSync(join(otherFolders, "keys", "postgres-superuser"), "another");
    await expect(restoreDatabase({ source: backup, dataDir: otherFolders })).rejects.toThrow("--other-keys");
  });

  it("rejects a damaged file and an incomplete backup, and leaves the data folder empty", async () => {
    const damaged = folders.empty("damaged");
    cpSync(backup, damaged, { recursive: true });
    appendFileSync(join(damaged, "postgres", "global", "pg_filenode.map"), "x");
    const dataDir = folders.withKeysOf(original);
    await expect(restoreDatabase({ source: damaged, dataDir })).rejects.toThrow(/damaged.*pg_filenode\.map/);
    expect(readdirSync(dataDir).some((name) => name.startsWith("postgres"))).toBe(false);
    rmSync(join(damaged, "backup.json"));
    await expect(restoreDatabase({ source: damaged, dataDir })).rejects.toThrow("not a complete backup");
  }, 120_000);
});
