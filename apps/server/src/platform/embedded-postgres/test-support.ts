import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { Client } from "pg";
import { startEmbeddedPostgres } from "./embedded-postgres.ts";

/** Data folders for the tests of one file. */
export interface TestFolders {
  /** Returns a copy of a data folder whose database has the table `kept` with the row `before`. */
  withDatabase(name?: string): string;
  empty(name?: string): string;
  /** Returns a new data folder that contains only the keys of another one. */
  withKeysOf(dataDir: string): string;
  remove(): void;
}

/** Creates one database and returns copies of it, because initdb takes a second and a copy almost no time. */
export async function makeTestFolders(): Promise<TestFolders> {
  const root = mkdtempSync(join(tmpdir(), "praxisportal-test-"));
  const template = join(root, "template");
  const database = await startEmbeddedPostgres({ dataDir: template });
  await query(database.superuserUrl, "create table kept (text text primary key)");
  await query(database.superuserUrl, "insert into kept values ('before')");
  await database.stop();
  let count = 0;
  const next = (name: string): string => join(root, `${(count += 1)}`, name);
  return {
    withDatabase(name = "data") {
      const folder = next(name);
      cpSync(template, folder, { recursive: true });
      chmodSync(join(folder, "postgres"), 0o700);
      return folder;
    },
    empty: (name = "data") => next(name),
    withKeysOf(dataDir) {
      const folder = next("data");
      cpSync(join(dataDir, "keys"), join(folder, "keys"), { recursive: true });
      return folder;
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** Runs one statement on its own connection. */
export async function query<T extends object>(
  url: string,
  sql: string,
  values: unknown[] = [],
): Promise<T[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<T>(sql, values)).rows;
  } finally {
    await client.end();
  }
}

/** Starts a separate process that runs the database of a data folder until it is killed. */
export async function spawnHolder(
  dataDir: string,
): Promise<{ pid: number; databasePid: number; kill(): Promise<void> }> {
  const program = `
    const { startEmbeddedPostgres } = await import(process.argv[1]);
    const database = await startEmbeddedPostgres({ dataDir: process.argv[2] });
    console.log(database.pid);
    setInterval(() => {}, 1000);`;
  const module = fileURLToPath(new URL("./embedded-postgres.ts", import.meta.url));
  const child = spawn(process.execPath, ["--input-type=module", "-e", program, module, dataDir], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await once(createInterface(child.stdout), "line")) as [string];
  return {
    pid: child.pid ?? 0,
    databasePid: Number(line),
    async kill() {
      const exit = once(child, "exit");
      child.kill("SIGKILL");
      await exit;
    },
  };
}
