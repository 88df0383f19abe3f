let isRunning = false;

/**
 * Runs `work` and marks the calls it starts synchronously as not caused by the user, so that live updates do
 * not keep the session of an absent user alive. Calls started later, after an await, are not marked.
 */
export function inBackground(work: () => void): void {
  isRunning = true;
  try {
    work();
  } finally {
    isRunning = false;
  }
}

/** Returns whether a call started now belongs to background work. */
export function isInBackground(): boolean {
  return isRunning;
}
