import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, realpathSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { folderError, StartError, systemErrorCode } from "./start-error.ts";

/** Paths of the embedded database in the data folder. */
export interface EmbeddedPaths {
  /** The data folder itself, absolute and without symbolic links. */
  dataDir: string;
  /** PostgreSQL's own folder. */
  database: string;
  /** PostgreSQL's log files, one for each day of the week. */
  logs: string;
  /** Output of PostgreSQL before its log files are open. */
  startLog: string;
  /** Generated secrets (0600), which are never part of a database backup. */
  keys: string;
  superuserPassword: string;
  /** Port of the last start, which is reused so that tools find the database at the same port. */
  port: string;
}

/** Returns the paths without accessing the disk. `dataDir` is not resolved. */
export function embeddedPaths(dataDir: string): EmbeddedPaths {
  const logs = join(dataDir, "logs");
  const keys = join(dataDir, "keys");
  return {
    dataDir,
    database: join(dataDir, "postgres"),
    logs,
    startLog: join(logs, "postgres-start.log"),
    keys,
    superuserPassword: join(keys, "postgres-superuser"),
    port: join(dataDir, "postgres-port"),
  };
}

/** Creates the data folder and its subfolders. @throws StartError `FOLDER_NOT_WRITABLE`, `DISK_FULL` */
export function prepareDataFolder(dataDir: string): EmbeddedPaths {
  try {
    makeFolder(resolve(dataDir));
    const paths = embeddedPaths(realpathSync(dataDir));
    makeFolder(paths.logs);
    makeFolder(paths.keys);
    return paths;
  } catch (error) {
    throw folderError(dataDir, error);
  }
}

/** Creates one level at a time, because the recursive `mkdir` of Node.js hangs if the system reports ENOENT. */
function makeFolder(path: string): void {
  if (existsSync(path)) {
    if (!statSync(path).isDirectory())
      throw Object.assign(new Error(`${path} is a file`), { code: "ENOTDIR" });
    return;
  }
  makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process may have created it in the meantime.
    if (systemErrorCode(error) !== "EEXIST") throw error;
  }
}

/**
 * Returns the superuser's password, and creates it on the first start. Throws if a database exists without its
 * password, because a new one would not open it.
 */
export function superuserPassword(paths: EmbeddedPaths): string {
  if (existsSync(paths.superuserPassword)) return readFileSync(paths.superuserPassword, "utf8").trim();
  if (existsSync(paths.database)) {
    throw new StartError(
      "KEY_MISSING",
      `${paths.superuserPassword} is missing: put the folder "keys" of this database back (it is backed up separately).`,
    );
  }
  const password = randomBytes(32).toString("base64url");
  try {
    writeFileSync(paths.superuserPassword, `${password}\n`, { mode: 0o600 });
  } catch (error) {
    throw folderError(paths.dataDir, error);
  }
  return password;
}

/** Returns the superuser's connection URL on this machine. */
export function superuserUrl(password: string, port: number, database = "postgres"): string {
  return `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`;
}
