import { readFileSync, realpathSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { join } from "node:path";

/** Contents of `postmaster.pid`, in which PostgreSQL describes its main process. */
export interface PostmasterFile {
  pid: number;
  dataFolder: string;
  port: number;
  /** One of `starting`, `ready`, `stopping` and `standby`. */
  status: string;
}

/** Reads `postmaster.pid` of a database folder. Returns undefined if it is missing or incomplete. */
export function readPostmasterFile(databaseFolder: string): PostmasterFile | undefined {
  let lines: string[];
  try {
    lines = readFileSync(join(databaseFolder, "postmaster.pid"), "utf8").split("\n");
  } catch {
    return undefined;
  }
  const pid = Number(lines[0]);
  if (!Number.isSafeInteger(pid) || pid <= 1) return undefined;
  return { pid, dataFolder: lines[1] ?? "", port: Number(lines[3] ?? 0), status: (lines[7] ?? "").trim() };
}

/**
 * Returns the running PostgreSQL of exactly this folder, or undefined. A process id alone proves nothing, because
 * another program may have got it since. The command line must also contain PostgreSQL and the folder.
 */
export function findRunningPostmaster(databaseFolder: string): PostmasterFile | undefined {
  const file = readPostmasterFile(databaseFolder);
  if (!file || !isAlive(file.pid)) return undefined;
  const args = commandLine(file.pid);
  const isOurServer = args.includes("postgres") && args.includes(realpathSync(databaseFolder));
  return isOurServer ? file : undefined;
}

/** Returns whether a process with this id exists and is not a zombie. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
  try {
    return !/^\d+ \(.*\) [ZX]/s.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return true;
  }
}

function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
  } catch {
    return spawnSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" }).stdout ?? "";
  }
}
