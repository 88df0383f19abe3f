import { apiRetryAttempts, apiRetryDelayMs, apiTimeoutMs } from "@praxisportal/contract/limits";

const lockName = "portal-pending-syncs";

/** Longer than sending one change takes, including all its retries. A tab that has the lock longer may be frozen. */
export const lockWaitMs = (1 + apiRetryAttempts) * (apiTimeoutMs + apiRetryDelayMs);

type Work = (isHeld: () => boolean) => Promise<void>;

/** Returns whether the work ran. It did not run if the wait ended or another tab took over the lock. */
async function request(options: LockOptions, work: Work): Promise<boolean> {
  let isHeld = true;
  try {
    await navigator.locks.request(lockName, options, () => work(() => isHeld));
    return true;
  } catch (error) {
    isHeld = false;
    if (error instanceof DOMException && error.name === "AbortError") return false;
    throw error;
  }
}

/**
 * Runs the work in one tab at a time, if the browser supports Web Locks. A browser may freeze the tab that has the
 * lock, so another tab takes over the lock after a while. `isHeld` then becomes false in the former tab, which must
 * stop.
 */
export async function withQueueLock(work: Work): Promise<void> {
  if (!("locks" in navigator)) return work(() => true);
  const abort = new AbortController();
  let hasStarted = false;
  const timer = setTimeout(() => abort.abort(), lockWaitMs);
  const wasRun = await request({ signal: abort.signal }, (isHeld) => {
    hasStarted = true;
    clearTimeout(timer);
    return work(isHeld);
  });
  if (!wasRun && !hasStarted) await request({ steal: true }, work);
}
