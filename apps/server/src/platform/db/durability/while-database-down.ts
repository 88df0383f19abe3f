import { setTimeout as sleep } from "node:timers/promises";
import { isDatabaseDown } from "./database-down.ts";

const firstWaitMs = 50;
const longestWaitMs = 1_000;

/**
 * Repeats work while the database is unreachable, for example during a failover, for at most `forMs`. The work must be
 * safe to repeat, because it may have been done before its connection was lost. Throws the error of the last attempt,
 * and any other error at once.
 */
export async function repeatWhileDatabaseDown<Result>(
  work: () => Promise<Result>,
  forMs: number,
): Promise<Result> {
  const until = performance.now() + forMs;
  for (let waitMs = firstWaitMs; ; waitMs = Math.min(2 * waitMs, longestWaitMs)) {
    try {
      return await work();
    } catch (error) {
      if (!isDatabaseDown(error) || performance.now() + waitMs > until) throw error;
    }
    // The wait varies, so that the calls of a process do not all retry at once. It does not keep the process alive.
    await sleep(waitMs * (0.5 + Math.random() / 2), undefined, { ref: false });
  }
}
