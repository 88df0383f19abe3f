export interface UptimeDay {
  /** YYYY-MM-DD */
  readonly day: string;
  /** 0 to 100 */
  readonly percent: number;
}

/** Days drawn as bars; more would be thinner than a finger and a glance. */
export const daysShown = 30;

/** The last days, oldest first. */
export function lastDays(days: readonly UptimeDay[]): readonly UptimeDay[] {
  return days.toSorted((a, b) => a.day.localeCompare(b.day)).slice(-daysShown);
}

/** The latest day that was not available all the time. */
export function lastInterruption(days: readonly UptimeDay[]): UptimeDay | undefined {
  return lastDays(days).findLast((day) => day.percent < 100);
}

/**
 * Availability rounded down to hundredths of a percent: 99.999 is not shown as 100, because something was
 * interrupted.
 */
export function shownPercent(percent: number): number {
  return Math.floor(percent * 100) / 100;
}
