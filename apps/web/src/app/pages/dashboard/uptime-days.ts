export interface UptimeDay {
  /** YYYY-MM-DD */
  readonly day: string;
  /** 0 to 100 */
  readonly percent: number;
}

/** Number of displayed days. More bars would be too thin to read or touch. */
export const dayCount = 30;

/** Returns the last days, oldest first. */
export function lastDays(days: readonly UptimeDay[]): readonly UptimeDay[] {
  return days.toSorted((a, b) => a.day.localeCompare(b.day)).slice(-dayCount);
}

/** Returns the most recent day with less than full availability. */
export function lastInterruption(days: readonly UptimeDay[]): UptimeDay | undefined {
  return lastDays(days).findLast((day) => day.percent < 100);
}

/** Rounds availability down to hundredths of a percent, so that an interruption (99.999) never shows as 100. */
export function displayPercent(percent: number): number {
  return Math.floor(percent * 100) / 100;
}
