import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { BACKUP_DATABASE, type BackupManifest, keyFingerprints, readManifest } from "./backup-manifest.ts";
import { copyFileSafely, mapFewAtATime, syncFolder } from "./copy-tree.ts";
import { lockDataFolder } from "./data-lock.ts";
import { startEmbeddedPostgres } from "./embedded-postgres.ts";
import { embeddedPaths, prepareDataFolder } from "./paths.ts";
import { folderError, StartError } from "./start-error.ts";

/**
 * Entries allowed in the data folder before a restore, which are the keys, restored from their own backup, and files
 * without valuable content.
 */
const ALLOWED_BEFORE = new Set(["keys", "logs", "portal.lock", "postgres-port"]);

/** Options of {@link restoreDatabase}. */
export interface RestoreOptions {
  /** Folder of the backup. */
  source: string;
  /** Data folder to fill. Except for the keys, it must contain no data worth keeping. */
  dataDir: string;
  /** Accepts keys that differ from those at the time of the backup because they were rotated since. */
  acceptOtherKeys?: boolean;
  onStep?: (text: string) => void;
}

/**
 * Restores a backup into an empty data folder and verifies the hash of every file. Then starts PostgreSQL once, which
 * proves that the database can be opened and recovered to a consistent state.
 *
 * @throws StartError with a one-line message. Then no database is left in the data folder.
 */
export async function restoreDatabase(options: RestoreOptions): Promise<BackupManifest> {
  const source = resolve(options.source);
  const dataDir = resolve(options.dataDir);
  const onStep = options.onStep ?? (() => {});
  const manifest = readManifest(source);
  assertFolderEmpty(dataDir);
  checkKeys(manifest, embeddedPaths(dataDir).keys, options.acceptOtherKeys === true);
  const paths = prepareDataFolder(dataDir);
  const lock = lockDataFolder(paths.dataDir);
  const unfinished = `${paths.database}.new`;
  try {
    rmSync(unfinished, { recursive: true, force: true });
    mkdirSync(unfinished, { mode: 0o700 });
    onStep("Copying and checking the backup");
    await copyBack(manifest, join(source, BACKUP_DATABASE), unfinished);
    renameSync(unfinished, paths.database);
    await syncFolder(paths.dataDir);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    throw folderError(dataDir, error);
  } finally {
    lock.release();
  }
  const database = await startEmbeddedPostgres({ dataDir, onStep }).catch((error: unknown) => {
    rmSync(paths.database, { recursive: true, force: true });
    throw error;
  });
  await database.stop();
  return manifest;
}

function assertFolderEmpty(dataDir: string): void {
  const unexpectedFiles = existsSync(dataDir)
    ? readdirSync(dataDir).filter((name) => !ALLOWED_BEFORE.has(name))
    : [];
  if (unexpectedFiles.length === 0) return;
  throw new StartError(
    "FOLDER_NOT_WRITABLE",
    `The data folder ${dataDir} is not empty (${unexpectedFiles.slice(0, 3).join(", ")}): a restore overwrites nothing. ` +
      `Move it away; only its folder "keys" may be there.`,
  );
}

function checkKeys(manifest: BackupManifest, folder: string, acceptOtherKeys: boolean): void {
  const fingerprints = new Map(keyFingerprints(folder).map((key) => [key.name, key.fingerprint]));
  const missing = manifest.keys.filter((key) => !fingerprints.has(key.name)).map((key) => key.name);
  if (missing.length > 0) {
    throw new StartError(
      "KEY_MISSING",
      `${folder} lacks ${missing.join(", ")}: put the keys back first (they are backed up separately from the database).`,
    );
  }
  const differingKeys = manifest.keys
    .filter((key) => fingerprints.get(key.name) !== key.fingerprint)
    .map((key) => key.name);
  if (differingKeys.length === 0 || acceptOtherKeys) return;
  throw new StartError(
    "KEY_MISSING",
    `${folder} has other keys than those of the backup (${differingKeys.join(", ")}): put the right ones there, ` +
      "or add --other-keys if they were changed deliberately since.",
  );
}

async function copyBack(manifest: BackupManifest, source: string, target: string): Promise<void> {
  for (const folder of manifest.folders) mkdirSync(join(target, folder), { recursive: true, mode: 0o700 });
  await mapFewAtATime(manifest.files, async (file) => {
    const copied = await copyFileSafely(join(source, file.path), join(target, file.path));
    if (copied?.sha256 === file.sha256) return;
    const problem = copied ? "has been changed or damaged" : "is missing";
    throw new StartError("DATA_BROKEN", `The backup is damaged: ${join(source, file.path)} ${problem}.`);
  });
}
