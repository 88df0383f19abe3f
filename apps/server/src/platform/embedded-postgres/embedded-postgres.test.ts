import { connect } from "node:net";
import { networkInterfaces } from "node:os";
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type EmbeddedPostgres,
  runningEmbeddedPostgres,
  startEmbeddedPostgres,
} from "./embedded-postgres.ts";
import { isAlive } from "./postmaster-file.ts";
import { makeTestFolders, query, spawnHolder, type TestFolders } from "./test-support.ts";

let folders: TestFolders;
/** Address of this machine in a network, or undefined without a network. */
const outside = Object.values(networkInterfaces())
  .flat()
  .find((address) => address && !address.internal && address.family === "IPv4");
const running = new Set<EmbeddedPostgres>();

async function start(dataDir: string, steps: string[] = []): Promise<EmbeddedPostgres> {
  const database = await startEmbeddedPostgres({ dataDir, onStep: (step) => steps.push(step) });
  running.add(database);
  return database;
}

beforeAll(async () => {
  folders = await makeTestFolders();
});

afterAll(async () => {
  await Promise.all([...running].map((database) => database.stop()));
  folders.remove();
});

describe("the embedded PostgreSQL", () => {
  it("creates a database on the first start, in a long folder name with spaces and umlauts", async () => {
    const dataDir = folders.empty(`Praxis am Musterplatz, Gemeinschaftspraxis Ärzte ${"x".repeat(150)}`);
    const steps: string[] = [];
    const database = await start(dataDir, steps);
    expect(steps).toEqual(["Creating the database", "Starting PostgreSQL"]);
    expect(database.version).toMatch(/^18\.\d+$/);
    expect(statSync(join(dataDir, "keys", "postgres-superuser")).mode & 0o777).toBe(0o600);
    expect(statSync(join(dataDir, "postgres")).mode & 0o777).toBe(0o700);
  });

  it("is durable, verifies its pages, treats umlauts as letters and sorts in German order", async () => {
    const database = await start(folders.withDatabase());
    const [settings] = await query(
      database.superuserUrl,
      `select current_setting('fsync') as fsync, current_setting('full_page_writes') as pages,
        current_setting('synchronous_commit') as commit, current_setting('data_checksums') as checksums,
        current_setting('server_encoding') as encoding, current_setting('password_encryption') as password,
        'ä' ~ '^\\w$' as letter, 'ä' < 'z' collate "de-x-icu" as german`,
    );
    expect(settings).toEqual({
      fsync: "on",
      pages: "on",
      commit: "on",
      checksums: "on",
      encoding: "UTF8",
      password: "scram-sha-256",
      letter: true,
      german: true,
    });
  });

  it("listens only on loopback, opens no socket file and requires the password", async () => {
    const database = await start(folders.withDatabase());
    const wrongUrl = database.superuserUrl.replace(/:[^:@]+@/, ":wrong@");
    await expect(query(wrongUrl, "select 1")).rejects.toMatchObject({ code: "28P01" });
    const [listens] = await query(
      database.superuserUrl,
      `select current_setting('listen_addresses') as addresses,
        current_setting('unix_socket_directories') as folders`,
    );
    expect(listens).toEqual({ addresses: "127.0.0.1", folders: "" });
  });

  it.skipIf(outside === undefined)("refuses connections from the network", async () => {
    const database = await start(folders.withDatabase());
    const refusal = new Promise((resolve) => {
      const socket = connect(database.port, outside?.address);
      socket.on("connect", () => resolve("connected"));
      socket.on("error", () => resolve("refused"));
    });
    expect(await refusal).toBe("refused");
  });

  it("keeps rows and port across a stop and rolls back open transactions", async () => {
    const dataDir = folders.withDatabase();
    const first = await start(dataDir);
    await query(first.superuserUrl, "insert into kept values ('committed')");
    const open = new Client({ connectionString: first.superuserUrl });
    open.on("error", () => {});
    await open.connect();
    await open.query("begin; insert into kept values ('open')");
    await first.stop();
    expect(isAlive(first.pid)).toBe(false);
    const second = await start(dataDir);
    expect(second.port).toBe(first.port);
    const rows = await query<{ text: string }>(second.superuserUrl, "select text from kept order by text");
    expect(rows.map((row) => row.text)).toEqual(["before", "committed"]);
  });

  it("uses another port if the remembered one is taken", async () => {
    const dataDir = folders.withDatabase();
    const copy = folders.withDatabase();
    const first = await start(dataDir);
    const second = await start(copy);
    expect(second.port).not.toBe(first.port);
  });

  it("finds the running database for other tools", async () => {
    const dataDir = folders.withDatabase();
    expect(runningEmbeddedPostgres(dataDir)).toBeUndefined();
    const database = await start(dataDir);
    expect(runningEmbeddedPostgres(dataDir)?.superuserUrl).toBe(database.superuserUrl);
  });
});

describe("after a crash", () => {
  it("adopts a PostgreSQL that a killed process left running", async () => {
    const dataDir = folders.withDatabase();
    const holder = await spawnHolder(dataDir);
    await holder.kill();
    expect(isAlive(holder.databasePid)).toBe(true);
    const steps: string[] = [];
    const database = await start(dataDir, steps);
    expect(database.pid).toBe(holder.databasePid);
    expect(steps).toEqual(["Taking over the PostgreSQL that was left running"]);
    process.kill(database.pid, "SIGKILL");
    expect(await database.exited).toMatchObject({ code: "DATABASE_ENDED" });
    await database.stop();
  });

  it("reports a killed PostgreSQL and keeps every committed row", async () => {
    const dataDir = folders.withDatabase();
    const first = await start(dataDir);
    await query(first.superuserUrl, "insert into kept select generate_series(1, 1000)::text");
    process.kill(first.pid, "SIGKILL");
    expect(await first.exited).toMatchObject({ code: "DATABASE_ENDED" });
    await first.stop();
    expect(existsSync(join(dataDir, "postgres", "postmaster.pid"))).toBe(true);
    const second = await start(dataDir);
    const [row] = await query(second.superuserUrl, "select count(*)::int as count from kept");
    expect(row).toEqual({ count: 1001 });
  });

  it("rejects a second process on the same folder with the id of the first, and accepts it after the first has ended", async () => {
    const dataDir = folders.withDatabase();
    const holder = await spawnHolder(dataDir);
    await expect(start(dataDir)).rejects.toMatchObject({
      code: "SECOND_PROCESS",
      message: expect.stringContaining(`process ${holder.pid}:`),
    });
    await holder.kill();
    await start(dataDir);
  });
});
