import { readdir, readFile } from "node:fs/promises";
import { setPriority } from "node:os";

/** Niceness relative to the rest of the process: about a tenth of the CPU share when both compete for a core. */
export const hashNiceness = 10;

const tasks = "/proc/self/task";

/**
 * Returns the ids of the thread pool's threads by the name that libuv gives them. Returns none on systems other than
 * Linux.
 */
export async function poolThreads(): Promise<number[]> {
  if (process.platform !== "linux") return [];
  const ids = await readdir(tasks).catch(() => []);
  const names = await Promise.all(ids.map((id) => readFile(`${tasks}/${id}/comm`, "utf8").catch(() => "")));
  return ids.filter((_id, index) => names[index]?.trim() === "libuv-worker").map(Number);
}

/**
 * Lowers the priority of the threads that hash passwords. A sign-in occupies a core for 10 ms, and with as many
 * sign-ins as cores the event loop would have to wait for each of them. On Linux, priorities are per thread. Elsewhere
 * this would change the whole process, so it does nothing. It must be called after the pool has done some work, because
 * its threads start with the first task.
 */
export async function lowerHashPriority(): Promise<void> {
  for (const thread of await poolThreads()) {
    try {
      setPriority(thread, hashNiceness);
    } catch {
      // Containers may forbid it. Sign-ins still work, but requests wait slightly longer during them.
    }
  }
}
