const limitMs = 10_000;

/**
 * Returns the result of a promise. Rejects after 10 s, so that a missing event makes the test fail with its name and
 * not by the timeout of the test.
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
