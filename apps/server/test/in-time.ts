const limitMs = 10_000;

/**
 * Returns what the promise resolves with; rejects after 10 s, so that a missing event fails the test with its
 * name and not with the time-out of the whole test.
 */
export async function inTime<T>(event: Promise<T>, name: string): Promise<T> {
  const limit = Promise.withResolvers<never>();
  const timer = setTimeout(() => limit.reject(new Error(`${name}: nothing for ${limitMs} ms`)), limitMs);
  try {
    return await Promise.race([event, limit.promise]);
  } finally {
    clearTimeout(timer);
  }
}
