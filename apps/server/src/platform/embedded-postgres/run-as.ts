import { spawnSync } from "node:child_process";
import { chownSync, existsSync, lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { StartError } from "./start-error.ts";

/** Command prefix and user that keep a PostgreSQL program from running as root, which PostgreSQL rejects. */
export interface RunAs {
  /** Command words before the program. */
  prefix: readonly string[];
  /** Set if the programs run as another system user, who must own the folders that they write to. */
  user?: { uid: number; gid: number; name: string };
}

interface SystemUser {
  name: string;
  uid: number;
  gid: number;
}

const NOBODY = 65_534;

/**
 * Chooses how to run PostgreSQL.
 *
 * An ordinary user runs it directly. Root runs it in a user namespace that maps root to an existing unprivileged user.
 * Files then still belong to root, so no chown is needed and a checkout below a 0700 home works. If user namespaces are
 * forbidden, as in many containers, it runs as a system user that can read the programs and the data folder.
 *
 * @param mustReach Paths that the chosen user must be able to read.
 * @throws StartError `NO_UNPRIVILEGED_USER` if there is no such user.
 */
export function chooseRunAs(
  mustReach: readonly string[],
  users: readonly SystemUser[] = systemUsers(),
): RunAs {
  if (process.getuid?.() !== 0) return { prefix: [] };
  return namespaceRunAs(users) ?? systemUserRunAs(mustReach, users) ?? throwNoUser();
}

/** Returns the user namespace, or undefined if the system forbids it or has no `unshare` that can map a user. */
export function namespaceRunAs(users: readonly SystemUser[]): RunAs | undefined {
  const mapped = users.find((user) => user.uid === NOBODY) ?? users.find((user) => user.uid !== 0);
  if (!mapped) return undefined;
  const prefix = ["unshare", "--user", `--map-user=${mapped.uid}`, `--map-group=${mapped.gid}`, "--"];
  const probe = spawnSync("unshare", [...prefix.slice(1), "true"], { stdio: "ignore" });
  return probe.status === 0 ? { prefix } : undefined;
}

/** Returns the first system user who can read all the paths, preferring `postgres`. */
function systemUserRunAs(mustReach: readonly string[], users: readonly SystemUser[]): RunAs | undefined {
  const order = (user: SystemUser): number => (user.name === "postgres" ? 0 : user.uid === NOBODY ? 1 : 2);
  const candidates = users.filter((user) => user.uid !== 0).toSorted((a, b) => order(a) - order(b));
  // Each check starts a process, so only the likeliest users are tried. The others rarely have access to more folders.
  const user = candidates.slice(0, 5).find((candidate) => canRead(mustReach, candidate));
  return user ? { prefix: [], user } : undefined;
}

/** Makes the user of the programs the owner of a folder and its content. Does nothing if no other user is needed. */
export function changeOwner(runAs: RunAs, folder: string): void {
  if (!runAs.user || !existsSync(folder)) return;
  const { uid, gid } = runAs.user;
  const status = lstatSync(folder);
  if (status.uid !== uid) chownSync(folder, uid, gid);
  if (!status.isDirectory()) return;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) chownSync(join(entry.parentPath, entry.name), uid, gid);
  }
}

function canRead(paths: readonly string[], user: SystemUser): boolean {
  const check = paths.map((_, index) => `[ -r "$${index + 1}" ] && [ -x "$${index + 1}" ]`).join(" && ");
  const identity = { uid: user.uid, gid: user.gid };
  return spawnSync("/bin/sh", ["-c", check, "sh", ...paths], { ...identity, stdio: "ignore" }).status === 0;
}

function systemUsers(): SystemUser[] {
  if (process.getuid?.() !== 0 || !existsSync("/etc/passwd")) return [];
  return readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"))
    .filter((fields) => fields.length >= 4 && /^\d+$/.test(fields[2] ?? ""))
    .map((fields) => ({ name: fields[0] ?? "", uid: Number(fields[2]), gid: Number(fields[3]) }));
}

function throwNoUser(): never {
  throw new StartError(
    "NO_UNPRIVILEGED_USER",
    "PostgreSQL does not run as root, and this system allows neither user namespaces nor a system user that can " +
      "read the folders: start as an ordinary user or set DATABASE_URL to a PostgreSQL of your own.",
  );
}
