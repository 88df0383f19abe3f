const firstDelayMs = 2_000;
const maxDelayMs = 3_600_000;

/** Default number of attempts before a row is parked. With {@link retryDelayMs} they take about an hour. */
export const defaultMaxAttempts = 12;

/**
 * Returns the delay before the next attempt in milliseconds. It doubles from 2 s up to 1 h. Jitter subtracts up to half
 * of it, so that messages that failed together are not retried together.
 *
 * @param attempt Number of the failed attempt, beginning with 1.
 * @param random Number from 0 to 1.
 */
export function retryDelayMs(attempt: number, random: number = Math.random()): number {
  const full = Math.min(firstDelayMs * 2 ** (attempt - 1), maxDelayMs);
  return Math.round(full * (1 - random / 2));
}
