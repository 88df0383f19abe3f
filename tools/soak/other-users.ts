import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { ProcessUser } from "./portal-process.ts";

const MAIN = fileURLToPath(new URL("../../apps/server/src/main.ts", import.meta.url));

/**
 * Returns two system users without privileges who can run the portal from this checkout, or the reason why
 * there are none. They exist in the system's list of users, because `initdb` needs the name of its user.
 */
export function findTwoUsers(): [ProcessUser, ProcessUser] | string {
  if (process.getuid?.() !== 0) return "only root can start a process as another user";
  const users = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"))
    .map(([, , uid, gid]) => ({ uid: Number(uid), gid: Number(gid) }))
    .filter(({ uid, gid }) => uid > 0 && gid > 0);
  const [first, second] = users.filter(canRunPortal);
  return first && second ? [first, second] : "there are no two other users who can read this checkout";
}

function canRunPortal(user: ProcessUser): boolean {
  return spawnSync(process.execPath, ["--check", MAIN], user).status === 0;
}
