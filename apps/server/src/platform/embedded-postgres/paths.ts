import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, realpathSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { folderError, StartError, systemErrorCode } from "./start-error.ts";

/** Where the parts of the embedded database lie in the data folder. */
export interface EmbeddedPaths {
  /** The data folder itself, absolute and without symbolic links. */
  dataDir: string;
  /** PostgreSQL's own folder. */
  database: string;
  /** PostgreSQL's log files, one for each day of the week. */
  logs: string;
  /** What PostgreSQL prints before its log files are open. */
  startLog: string;
  /** Generated secrets (0600); never part of a backup of the database. */
  keys: string;
  superuserPassword: string;
  /** The port of the last start, kept so that tools find the database at the same place. */
  port: string;
}

/** Names of the parts without touching the disk; `dataDir` is taken as it is. */
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

/** Makes the data folder with its parts. @throws StartError `FOLDER_NOT_WRITABLE`, `DISK_FULL` */
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

/** One level after the other: Node.js's own recursive `mkdir` never returns where the system answers ENOENT. */
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
    // Another process may have made it a moment ago.
    if (systemErrorCode(error) !== "EEXIST") throw error;
  }
}

/**
 * The superuser's password; made on the first start. The folder of an existing database without it is refused,
 * because a new password would not open it.
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

/** Connection address of the superuser on this machine. */
export function superuserUrl(password: string, port: number, database = "postgres"): string {
  return `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`;
}
