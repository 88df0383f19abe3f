let isRunning = false;

/**
 * Runs `work`; the calls it begins before it returns are marked as not caused by the person, so that news from
 * others does not keep her session alive while she is away. Calls begun later, after an await, are not marked.
 */
export function inBackground(work: () => void): void {
  isRunning = true;
  try {
    work();
  } finally {
    isRunning = false;
  }
}

/** Whether a call that begins now belongs to background work. */
export function isInBackground(): boolean {
  return isRunning;
}
