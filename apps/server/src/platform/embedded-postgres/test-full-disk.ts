// Runs as a separate program inside a mount namespace. Argument 1 is the mount point of a small file system.
import { closeSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { startEmbeddedPostgres } from "./embedded-postgres.ts";
import { StartError, systemErrorCode } from "./start-error.ts";
import { query } from "./test-support.ts";

const disk = process.argv[2] ?? "";
const dataDir = join(disk, "data");
const ballast = join(disk, "ballast");

/** Fills all remaining space. */
function fillDisk(): void {
  const file = openSync(ballast, "w");
  for (let size = 1 << 20; size >= 1; size >>= 4) {
    try {
      for (;;) writeSync(file, Buffer.alloc(size));
    } catch (error) {
      if (systemErrorCode(error) !== "ENOSPC") throw error;
    }
  }
  closeSync(file);
}

async function attemptStart(): Promise<string> {
  try {
    await (await startEmbeddedPostgres({ dataDir })).stop();
    return "started";
  } catch (error) {
    return error instanceof StartError ? `${error.code}: ${error.message}` : String(error);
  }
}

/** Inserts rows of 10 KB until the database rejects one, up to `maxRows` rows. */
async function writeUntilFull(url: string, first: number, maxRows: number): Promise<number> {
  for (let saved = 0; saved < maxRows; saved += 1) {
    try {
      await query(
        url,
        "insert into notes select $1::int, string_agg(md5($1::int || '-' || n), '') from generate_series(1, 320) as n",
        [first + saved],
      );
    } catch {
      return saved;
    }
  }
  return maxRows;
}

const report: Record<string, unknown> = {};
fillDisk();
report["firstStart"] = await attemptStart();
rmSync(ballast);

const database = await startEmbeddedPostgres({ dataDir });
await query(database.superuserUrl, "create table notes (id int primary key, text text)");
const url = database.superuserUrl;
report["before"] = await writeUntilFull(url, 0, 20);
fillDisk();
report["full"] = await writeUntilFull(url, 20, 2000);
rmSync(ballast);
// The database recovers by itself as soon as there is space, and is still complete after a restart.
report["freed"] = await writeUntilFull(url, 10_000, 20);
fillDisk();
await database.stop();
fillDisk();
report["startOnFullDisk"] = await attemptStart();
rmSync(ballast);

const again = await startEmbeddedPostgres({ dataDir });
const [row] = await query<{ count: number }>(again.superuserUrl, "select count(*)::int as count from notes");
report["found"] = row?.count;
report["afterwards"] = await query(again.superuserUrl, "insert into notes values (-1, '') returning id");
await again.stop();
process.stdout.write(`${JSON.stringify(report)}\n`);
