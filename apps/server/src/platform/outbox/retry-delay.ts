const firstDelayMs = 2_000;
const maxDelayMs = 3_600_000;

/** Tries until a row is parked, when its handler names no number: spread over about two hours. */
export const defaultMaxAttempts = 12;

/**
 * Pause before the next try, in milliseconds: doubles from 2 s to 1 h, of which a random half is left out so that
 * what failed together does not come back together.
 *
 * @param attempt the try that failed, from 1
 * @param random 0 to 1
 */
export function retryDelayMs(attempt: number, random: number = Math.random()): number {
  const full = Math.min(firstDelayMs * 2 ** (attempt - 1), maxDelayMs);
  return Math.round(full * (1 - random / 2));
}
