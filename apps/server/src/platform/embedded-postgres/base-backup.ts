import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, open, readdir, rm } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { Client } from "pg";
import {
  BACKUP_DATABASE,
  type BackupFile,
  type BackupManifest,
  keyFingerprints,
  MANIFEST_FILE,
} from "./backup-manifest.ts";
import { copyFileSafely, listTree, mapFewAtATime, syncFolder } from "./copy-tree.ts";
import { runningEmbeddedPostgres, startEmbeddedPostgres } from "./embedded-postgres.ts";
import { type EmbeddedPaths, embeddedPaths } from "./paths.ts";
import { folderError, StartError } from "./start-error.ts";

/** Files that a server recreates at each start or that belong to the running instance. */
const NOT_IN_BACKUP = [
  /^postmaster\.(pid|opts)$/,
  /^pg_(wal|replslot|dynshmem|notify|serial|snapshots|stat_tmp|subtrans)\//,
  /(^|\/)pgsql_tmp/,
  /(^|\/)pg_internal\.init/,
  /^(backup_label|tablespace_map|current_logfiles)(\.|$)/,
];
/** Control file, which is copied last, as by pg_basebackup. */
const CONTROL_FILE = "global/pg_control";

/** Options of {@link backUpDatabase}. */
export interface BackupOptions {
  dataDir: string;
  /** Destination folder, which must be missing or empty. */
  target: string;
  onStep?: (text: string) => void;
}

/**
 * Backs up the embedded database to a folder, while the portal runs or is stopped. It copies the database folder
 * between `pg_backup_start` and `pg_backup_stop`, and the WAL written in between, which a temporary replication slot
 * keeps from being recycled. The backup includes all commits before the call. It excludes the keys, so that the secrets
 * in a stolen backup cannot be read.
 *
 * @throws StartError with a one-line message.
 */
export async function backUpDatabase(options: BackupOptions): Promise<BackupManifest> {
  const target = resolve(options.target);
  const onStep = options.onStep ?? (() => {});
  const paths = embeddedPaths(resolve(options.dataDir));
  if (!existsSync(paths.database)) {
    throw new StartError("DATA_BROKEN", `There is no database in ${paths.dataDir} to back up.`);
  }
  await prepareTarget(target, paths);
  const running = runningEmbeddedPostgres(paths.dataDir);
  if (running) return await copyWhileRunning(running.superuserUrl, running.paths, target, onStep);
  const started = await startEmbeddedPostgres({ dataDir: paths.dataDir, onStep });
  try {
    return await copyWhileRunning(started.superuserUrl, paths, target, onStep);
  } finally {
    await started.stop();
  }
}

async function prepareTarget(target: string, paths: EmbeddedPaths): Promise<void> {
  if (!relative(paths.database, target).startsWith("..")) {
    throw new StartError(
      "FOLDER_NOT_WRITABLE",
      `The backup must not be inside the database folder ${paths.database}.`,
    );
  }
  try {
    await mkdir(target, { recursive: true, mode: 0o700 });
    if ((await readdir(target)).length > 0) {
      throw new StartError(
        "FOLDER_NOT_WRITABLE",
        `The backup folder ${target} is not empty: choose a new one.`,
      );
    }
  } catch (error) {
    throw folderError(target, error);
  }
}

async function copyWhileRunning(
  url: string,
  paths: EmbeddedPaths,
  target: string,
  onStep: (text: string) => void,
): Promise<BackupManifest> {
  const client = new Client({ connectionString: url });
  // A lost connection surfaces as the error of the next statement.
  client.on("error", () => {});
  await client.connect();
  try {
    const manifest = await copyDatabase(client, paths, join(target, BACKUP_DATABASE), onStep);
    await writeDurably(join(target, MANIFEST_FILE), `${JSON.stringify(manifest, undefined, 1)}\n`);
    await syncFolder(target);
    return manifest;
  } catch (error) {
    // A partial backup must not be mistaken for a complete one or fill the disk.
    await rm(join(target, BACKUP_DATABASE), { recursive: true, force: true });
    await rm(join(target, MANIFEST_FILE), { force: true });
    throw folderError(target, error);
  } finally {
    // Ending the connection also aborts an open backup and drops its slot.
    await client.end().catch(() => {});
  }
}

async function copyDatabase(
  client: Client,
  paths: EmbeddedPaths,
  target: string,
  onStep: (text: string) => void,
): Promise<BackupManifest> {
  const startedAt = new Date().toISOString();
  await client.query(
    "select pg_create_physical_replication_slot('praxisportal_backup_' || pg_backend_pid(), true, true)",
  );
  const start = await queryRow<{ segment: string; version: string; tablespaces: number }>(
    client,
    `select pg_walfile_name(lsn) as segment, split_part(current_setting('server_version'), ' ', 1) as version,
      (select count(*)::int from pg_tablespace where spcname not in ('pg_default', 'pg_global')) as tablespaces
    from pg_backup_start('praxisportal', true) as lsn`,
  );
  if (start.tablespaces > 0) {
    throw new StartError(
      "DATA_BROKEN",
      "The database uses tablespaces outside its folder, which this backup cannot include.",
    );
  }
  onStep("Copying the database");
  const listing = await listTree(
    paths.database,
    (path) => !NOT_IN_BACKUP.some((pattern) => pattern.test(path)),
  );
  const files = await copyAll(
    paths.database,
    target,
    listing.files.filter((path) => path !== CONTROL_FILE),
  );
  files.push(...(await copyAll(paths.database, target, [CONTROL_FILE])));
  const stop = await queryRow<{ label: string; segment: string }>(
    client,
    "select labelfile as label, pg_walfile_name(lsn) as segment from pg_backup_stop(false)",
  );
  onStep("Copying the log of changes");
  const segments = (await readdir(join(paths.database, "pg_wal"))).filter(
    (name) => /^[0-9A-F]{24}$/.test(name) && name >= start.segment && name <= stop.segment,
  );
  if (!segments.includes(start.segment) || !segments.includes(stop.segment)) {
    throw new StartError("DATA_BROKEN", "The backup was not made, because the log of changes is incomplete.");
  }
  files.push(
    ...(await copyAll(
      paths.database,
      target,
      segments.map((name) => `pg_wal/${name}`),
    )),
  );
  files.push({ path: "backup_label", ...(await writeDurably(join(target, "backup_label"), stop.label)) });
  return {
    format: 1,
    startedAt,
    finishedAt: new Date().toISOString(),
    postgresVersion: start.version,
    folders: listing.folders.filter(
      (path) => !/^pg_(replslot|wal)\//.test(path) && !path.includes("pgsql_tmp"),
    ),
    files,
    keys: keyFingerprints(paths.keys),
  };
}

async function copyAll(from: string, to: string, names: readonly string[]): Promise<BackupFile[]> {
  const copies = await mapFewAtATime(names, async (path) => {
    const copied = await copyFileSafely(join(from, path), join(to, path));
    if (!copied) await rm(join(to, path), { force: true });
    return copied && { path, ...copied };
  });
  return copies.filter((copy) => copy !== undefined);
}

async function writeDurably(file: string, text: string): Promise<Omit<BackupFile, "path">> {
  const content = Buffer.from(text);
  const handle = await open(file, "wx", 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
  return { bytes: content.length, sha256: createHash("sha256").update(content).digest("hex") };
}

async function queryRow<Row extends object>(client: Client, sql: string): Promise<Row> {
  const row = (await client.query<Row>(sql)).rows[0];
  if (!row) throw new Error(`no row from: ${sql}`);
  return row;
}
