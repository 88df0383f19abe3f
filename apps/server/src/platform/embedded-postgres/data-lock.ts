import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { diskFull, folderError, StartError } from "./start-error.ts";

/** An acquired lock on a data folder. The operating system also releases it when the process dies. */
export interface DataLock {
  release(): void;
}

const SQLITE_BUSY = 5;
const SQLITE_FULL = 13;

/**
 * Locks the data folder for this process.
 *
 * Node.js has no file locks, but its built-in SQLite takes a real one (fcntl, LockFileEx) on `portal.lock`. Unlike a
 * file with a process id, the lock does not survive kill -9, is unaffected by reused process ids and works between
 * containers that share the folder. `portal.pid` is only used for the error message.
 *
 * @throws StartError `SECOND_PROCESS` with the process id if another process has the lock.
 */
export function lockDataFolder(dataDir: string): DataLock {
  const pidFile = join(dataDir, "portal.pid");
  let database: DatabaseSync;
  try {
    database = new DatabaseSync(join(dataDir, "portal.lock"), { timeout: 0 });
  } catch (error) {
    throw folderError(
      dataDir,
      Object.assign(new Error("portal.lock cannot be opened"), { code: "EACCES", cause: error }),
    );
  }
  try {
    database.exec("PRAGMA journal_mode = OFF; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE");
  } catch (error) {
    database.close();
    if (sqliteCode(error) === SQLITE_FULL) throw diskFull(dataDir, error);
    if (sqliteCode(error) !== SQLITE_BUSY) throw folderError(dataDir, error);
    throw new StartError(
      "SECOND_PROCESS",
      `The data folder ${dataDir} is in use by process ${readPid(pidFile)}: stop that process or set another DATA_DIR.`,
    );
  }
  try {
    writeFileSync(pidFile, `${process.pid}\n`, { mode: 0o644 });
  } catch (error) {
    database.close();
    throw folderError(dataDir, error);
  }
  return {
    release() {
      if (!database.isOpen) return;
      rmSync(pidFile, { force: true });
      database.close();
    },
  };
}

function sqliteCode(error: unknown): number {
  return error instanceof Error && "errcode" in error ? Number(error.errcode) : 0;
}

function readPid(file: string): string {
  try {
    return readFileSync(file, "utf8").trim() || "unknown";
  } catch {
    return "unknown";
  }
}
