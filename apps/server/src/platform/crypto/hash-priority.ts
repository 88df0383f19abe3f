import { readdir, readFile } from "node:fs/promises";
import { setPriority } from "node:os";

/** Steps below the rest of the process; about a tenth of its share where both want the same core. */
export const hashNiceness = 10;

const tasks = "/proc/self/task";

/** Ids of the threads of the pool, by the name that libuv gives them; none where there is no such list. */
export async function poolThreads(): Promise<number[]> {
  if (process.platform !== "linux") return [];
  const ids = await readdir(tasks).catch(() => []);
  const names = await Promise.all(ids.map((id) => readFile(`${tasks}/${id}/comm`, "utf8").catch(() => "")));
  return ids.filter((_id, index) => names[index]?.trim() === "libuv-worker").map(Number);
}

/**
 * Lets the threads that hash passwords give way to everything else: a sign-in takes 10 ms of a core in one piece, and
 * with as many of them as cores the thread that answers requests would wait its turn each time. On Linux a priority
 * belongs to a thread; elsewhere it would be the process's, and nothing is done. Call it when the pool has worked,
 * because it starts its threads with its first work.
 */
export async function lowerHashPriority(): Promise<void> {
  for (const thread of await poolThreads()) {
    try {
      setPriority(thread, hashNiceness);
    } catch {
      // Where a container forbids it, sign-ins work and requests wait a little longer beside them.
    }
  }
}
