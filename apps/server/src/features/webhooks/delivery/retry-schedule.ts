const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

/** Delay between each attempt and the previous one. */
const delaysMs: readonly number[] = [
  0,
  5 * secondMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  14 * hourMs,
  20 * hourMs,
  24 * hourMs,
];

const jitter = 0.2;
const postponedMinMs = secondMs;
const postponedMaxMs = 24 * hourMs;

/**
 * Returns the delay in ms before the next attempt, varied by up to 20 %, or undefined if the schedule has ended.
 *
 * @param attempts Number of scheduled attempts so far.
 * @param random Number from 0 to 1.
 */
export function nextDelayMs(attempts: number, random: number = Math.random()): number | undefined {
  const delayMs = delaysMs[attempts];
  return delayMs === undefined ? undefined : Math.round(delayMs * (1 + jitter * (2 * random - 1)));
}

/**
 * Returns the delay in ms that a header `Retry-After` requests in seconds or as a date. It is at least 1 s and at most
 * 24 h. Returns undefined if the header is malformed.
 */
export function retryAfterMs(header: string | null, now: Date): number | undefined {
  if (header === null) return undefined;
  const ms = /^\d{1,9}$/.test(header.trim()) ? Number(header) * secondMs : Date.parse(header) - now.getTime();
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, postponedMinMs), postponedMaxMs);
}
