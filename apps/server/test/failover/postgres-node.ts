import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFile, cp, mkdir, open, rename, rm, writeFile } from "node:fs/promises";
import { join, parse } from "node:path";
import pg from "pg";
import { BACKUP_DATABASE } from "../../src/platform/embedded-postgres/backup-manifest.ts";
import { backUpDatabase } from "../../src/platform/embedded-postgres/base-backup.ts";
import { findPostgresBinaries } from "../../src/platform/embedded-postgres/binaries.ts";
import { createDatabaseFolder } from "../../src/platform/embedded-postgres/initdb.ts";
import {
  type EmbeddedPaths,
  prepareDataFolder,
  superuserPassword,
  superuserUrl,
} from "../../src/platform/embedded-postgres/paths.ts";
import { readPostmasterFile } from "../../src/platform/embedded-postgres/postmaster-file.ts";
import { changeOwner, chooseRunAs, type RunAs } from "../../src/platform/embedded-postgres/run-as.ts";
import { choosePort } from "../../src/platform/embedded-postgres/server-process.ts";
import { serverSettings, settingArguments } from "../../src/platform/embedded-postgres/settings.ts";
import { pollUntil } from "../../src/platform/embedded-postgres/wait.ts";

const startTimeoutMs = 60_000;

/**
 * Separate PostgreSQL server for tests that need a primary and a standby. It runs the bundled programs with replication
 * and the settings of the built-in database.
 */
export class PostgresNode {
  readonly name: string;
  readonly #paths: EmbeddedPaths;
  readonly #runAs: RunAs;
  readonly #password: string;
  readonly port: number;
  readonly #settings: Readonly<Record<string, string>>;
  #child: ChildProcess | undefined;

  private constructor(
    name: string,
    paths: EmbeddedPaths,
    port: number,
    settings: Readonly<Record<string, string>> = {},
  ) {
    this.name = name;
    this.#paths = paths;
    this.#runAs = chooseRunAs([findPostgresBinaries(paths.dataDir).postgres, paths.dataDir]);
    this.#password = superuserPassword(paths);
    this.port = port;
    this.#settings = settings;
  }

  /** Creates a new, empty server in a folder and starts it. `settings` take precedence over the usual ones. */
  static async createPrimary(
    dataDir: string,
    settings?: Readonly<Record<string, string>>,
  ): Promise<PostgresNode> {
    const paths = prepareDataFolder(dataDir);
    const node = new PostgresNode("primary", paths, await choosePort(0), settings);
    await createDatabaseFolder(paths, findPostgresBinaries(paths.dataDir), node.#runAs, node.#password);
    await appendFile(
      join(paths.database, "pg_hba.conf"),
      "host replication all 127.0.0.1/32 scram-sha-256\n",
    );
    changeOwner(node.#runAs, paths.logs);
    await node.start();
    return node;
  }

  /** URL of the superuser. */
  get url(): string {
    return superuserUrl(this.#password, this.port);
  }

  get host(): string {
    return `127.0.0.1:${this.port}`;
  }

  /**
   * Creates a standby of this server in a folder from a base copy, and starts it. It reads the log through `port`,
   * which can be that of a proxy.
   */
  async createStandby(dataDir: string, { name = "standby", port = this.port } = {}): Promise<PostgresNode> {
    const copy = `${dataDir}.copy`;
    const { folders } = await backUpDatabase({ dataDir: this.#paths.dataDir, target: copy });
    await mkdir(dataDir, { mode: 0o700 });
    await cp(this.#paths.keys, join(dataDir, "keys"), { recursive: true });
    const paths = prepareDataFolder(dataDir);
    await rename(join(copy, BACKUP_DATABASE), paths.database);
    await rm(copy, { recursive: true });
    for (const folder of folders) await mkdir(join(paths.database, folder), { recursive: true, mode: 0o700 });
    const connection = `host=127.0.0.1 port=${port} user=postgres password=${this.#password} application_name=${name}`;
    await writeFile(join(paths.database, "postgresql.auto.conf"), `primary_conninfo = '${connection}'\n`);
    await writeFile(join(paths.database, "standby.signal"), "");
    const node = new PostgresNode(name, paths, await choosePort(0));
    changeOwner(node.#runAs, paths.database);
    changeOwner(node.#runAs, paths.logs);
    await node.start();
    return node;
  }

  /** Starts the server on its port and waits until it accepts connections. */
  async start(): Promise<void> {
    const { database, logs, startLog } = this.#paths;
    const settings = {
      ...serverSettings(logs),
      max_wal_senders: "4",
      hot_standby: "on",
      // This keeps the log for a standby that was disconnected for a while, without a replication slot.
      wal_keep_size: "256MB",
      // Interval after which a lost connection between primary and standby is opened again.
      wal_retrieve_retry_interval: "200ms",
      ...this.#settings,
    };
    const { postgres } = findPostgresBinaries(this.#paths.dataDir);
    const [program = "", ...args] = [
      ...this.#runAs.prefix,
      postgres,
      "-D",
      database,
      "-p",
      String(this.port),
      ...settingArguments(settings),
    ];
    const log = await open(startLog, "w", 0o600);
    const child = spawn(program, args, {
      cwd: parse(process.cwd()).root,
      env: { PATH: process.env["PATH"] ?? "", LC_ALL: "C", TZ: "UTC" },
      stdio: ["ignore", log.fd, log.fd],
      ...(this.#runAs.user && { uid: this.#runAs.user.uid, gid: this.#runAs.user.gid }),
    });
    await log.close();
    this.#child = child;
    const status = await pollUntil(() => {
      if (child.exitCode !== null) return "ended";
      const file = readPostmasterFile(database);
      return file?.pid === child.pid && ["ready", "standby"].includes(file?.status ?? "") && "ready";
    }, startTimeoutMs);
    if (status !== "ready") throw new Error(`PostgreSQL did not start: ${startLog}`);
  }

  /** Makes commits of this primary wait until the standby has them on disk. */
  async waitFor(standby: PostgresNode): Promise<void> {
    await this.query(`alter system set synchronous_standby_names = '${standby.name}'`);
    await this.query("select pg_reload_conf()");
    const isSynchronous = await pollUntil(async () => {
      const rows = await this.query<{ sync_state: string }>(
        `select sync_state from pg_stat_replication where application_name = '${standby.name}'`,
      );
      return rows[0]?.sync_state === "sync";
    }, startTimeoutMs);
    if (!isSynchronous) throw new Error("the standby does not follow the primary");
  }

  /** Promotes a standby and waits until it is the primary. */
  async promote(): Promise<void> {
    await this.query("alter system reset synchronous_standby_names");
    await this.query("select pg_promote(true, 60)");
  }

  /** Runs one statement as the superuser on a separate connection. */
  async query<Row extends object>(text: string, database = "postgres"): Promise<Row[]> {
    const url = new URL(this.url);
    url.pathname = database;
    const client = new pg.Client({ connectionString: url.href });
    await client.connect();
    try {
      return (await client.query<Row>(text)).rows;
    } finally {
      await client.end();
    }
  }

  /** Kills the main process, after which its other processes end by themselves. */
  async kill(): Promise<void> {
    await this.#end("SIGKILL");
  }

  /** Stops the server, which rolls back open transactions. */
  async stop(): Promise<void> {
    await this.#end("SIGINT");
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, "exit");
    child.kill(signal);
    await exit;
  }
}
