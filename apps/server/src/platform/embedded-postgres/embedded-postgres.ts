import { chmodSync, existsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { Client } from "pg";
import { findPostgresBinaries, type PostgresBinaries } from "./binaries.ts";
import { inspectServer, refreshCollations } from "./collations.ts";
import { type DataLock, lockDataFolder } from "./data-lock.ts";
import { checkDatabaseFolder, createDatabaseFolder } from "./initdb.ts";
import {
  type EmbeddedPaths,
  embeddedPaths,
  prepareDataFolder,
  superuserPassword,
  superuserUrl,
} from "./paths.ts";
import { findRunningPostmaster } from "./postmaster-file.ts";
import { chooseRunAs, changeOwner, type RunAs } from "./run-as.ts";
import {
  removeStalePostmasterFile,
  type ServerProcess,
  startServerProcess,
  stopServerProcess,
  watchForeignProcess,
} from "./server-process.ts";
import { serverSettings, SETTINGS_MARKER } from "./settings.ts";
import { folderError, StartError } from "./start-error.ts";

/** Running database in a data folder. */
export interface EmbeddedPostgres {
  /** Connection URL of the superuser, only for migrations, roles and backups. */
  superuserUrl: string;
  /** Port on 127.0.0.1. */
  port: number;
  /** Full version, such as `18.4`. */
  version: string;
  /** Process id of PostgreSQL's main process. */
  pid: number;
  /** Resolves when PostgreSQL has ended, even after `stop()`, with an error that explains an unexpected end. */
  exited: Promise<StartError>;
  /** Stops PostgreSQL within about 5 s and unlocks the data folder. It is idempotent. */
  stop(): Promise<void>;
}

/** Options of {@link startEmbeddedPostgres}. */
export interface EmbeddedPostgresOptions {
  /** The data folder (`DATA_DIR`), which is created if it is missing. */
  dataDir: string;
  /** Called with one line for each step that takes time. */
  onStep?: (text: string) => void;
}

/**
 * Starts the bundled PostgreSQL in the data folder, listening only on this machine.
 *
 * Locks the folder for this process and creates the database on the first start. A PostgreSQL left running by an
 * earlier process (kill -9) is adopted if it is from the same release and otherwise stopped.
 *
 * @throws StartError with a one-line message for the operator.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const onStep = options.onStep ?? (() => {});
  const paths = prepareDataFolder(options.dataDir);
  const lock = lockDataFolder(paths.dataDir);
  let server: ServerProcess | undefined;
  try {
    const password = superuserPassword(paths);
    const binaries = findPostgresBinaries(paths.dataDir);
    server =
      (await adoptOrphan(paths, password, onStep)) ?? (await startFresh(paths, binaries, password, onStep));
    const { version, hasStaleCollations } = await inspectServer(password, server.port);
    if (hasStaleCollations) await refreshCollations(password, server.port, onStep);
    return handle(server, version, password, lock);
  } catch (error) {
    if (server) await stopServerProcess(server.pid);
    lock.release();
    throw error instanceof StartError ? error : folderError(paths.dataDir, error);
  }
}

function handle(server: ServerProcess, version: string, password: string, lock: DataLock): EmbeddedPostgres {
  return {
    superuserUrl: superuserUrl(password, server.port),
    port: server.port,
    version,
    pid: server.pid,
    exited: server.ended,
    async stop() {
      await stopServerProcess(server.pid);
      lock.release();
    },
  };
}

/**
 * Returns the database of a data folder that another process runs, for tools such as the backup.
 * @returns Undefined if none is running.
 */
export function runningEmbeddedPostgres(
  dataDir: string,
): { superuserUrl: string; paths: EmbeddedPaths } | undefined {
  const paths = existsSync(dataDir) ? prepareDataFolder(dataDir) : embeddedPaths(dataDir);
  const running = findRunningPostmaster(paths.database);
  return running && { superuserUrl: superuserUrl(superuserPassword(paths), running.port), paths };
}

async function startFresh(
  paths: EmbeddedPaths,
  binaries: PostgresBinaries,
  password: string,
  onStep: (text: string) => void,
): Promise<ServerProcess> {
  const runAs = chooseRunAs([binaries.postgres, dirname(paths.dataDir)]);
  // That user needs to traverse the data folder. The keys stay private (0700 and 0600).
  if (runAs.user) chmodSync(paths.dataDir, 0o711);
  changeOwner(runAs, paths.logs);
  if (existsSync(paths.database)) {
    checkDatabaseFolder(paths, binaries);
    claimDatabaseFolder(paths, runAs);
    removeStalePostmasterFile(paths);
    onStep("Starting PostgreSQL");
  } else {
    onStep("Creating the database");
    await createDatabaseFolder(paths, binaries, runAs, password);
    onStep("Starting PostgreSQL");
  }
  return startServerProcess(paths, binaries, runAs, onStep);
}

/** Detects files of another user at once. Otherwise they would cause unrelated errors inside PostgreSQL. */
function claimDatabaseFolder(paths: EmbeddedPaths, runAs: RunAs): void {
  if (process.getuid === undefined) return;
  const self = process.getuid();
  const owner = statSync(paths.database).uid;
  if (runAs.user) changeOwner(runAs, paths.database);
  else if (owner === self) return;
  // Root gave the folder to a system user on an earlier start, but still owns the data folder around it.
  else if (self === 0 && statSync(paths.dataDir).uid === 0) {
    const root: RunAs = { prefix: [], user: { uid: 0, gid: 0, name: "root" } };
    changeOwner(root, paths.database);
    changeOwner(root, paths.logs);
  } else {
    throw new StartError(
      "FOLDER_OF_OTHER_USER",
      `The data folder ${paths.dataDir} belongs to another user (id ${owner}): start as that user or change its owner.`,
    );
  }
}

async function adoptOrphan(
  paths: EmbeddedPaths,
  password: string,
  onStep: (text: string) => void,
): Promise<ServerProcess | undefined> {
  const running = findRunningPostmaster(paths.database);
  if (!running) return undefined;
  if (running.status === "ready" && (await isCurrent(paths, password, running.port))) {
    onStep("Taking over the PostgreSQL that was left running");
    return { pid: running.pid, port: running.port, ended: watchForeignProcess(running.pid, paths) };
  }
  onStep("Stopping a PostgreSQL that was left running");
  await stopServerProcess(running.pid);
  return undefined;
}

/** Returns whether the running server uses this release's settings and this database folder. */
async function isCurrent(paths: EmbeddedPaths, password: string, port: number): Promise<boolean> {
  const client = new Client({
    connectionString: superuserUrl(password, port),
    connectionTimeoutMillis: 2000,
  });
  try {
    await client.connect();
    const result = await client.query<{ settings: string | null; folder: string }>(
      "select current_setting($1, true) as settings, current_setting('data_directory') as folder",
      [SETTINGS_MARKER],
    );
    const row = result.rows[0];
    return row?.settings === serverSettings(paths.logs)[SETTINGS_MARKER] && row?.folder === paths.database;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
