import type { billingPeriods, tenantPeriods } from "../limits.ts";

export type UsagePeriod = (typeof billingPeriods)[number] | (typeof tenantPeriods)[number];

/** Dates in the organization's time zone, `YYYY-MM-DD`, inclusive. */
export type DayRange = { readonly startDate: string; readonly endDate: string };

const dayMs = 86_400_000;
const lastDays = { "7d": 7, "30d": 30, "90d": 90, year: 365 } as const;

const timeOf = (day: string) => Date.parse(`${day}T00:00:00Z`);
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

/** Returns the date of a moment in a time zone, `YYYY-MM-DD`. */
export function dateInTimeZone(timeZone: string, time: Date): string {
  return new Intl.DateTimeFormat("en-CA", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  }).format(time);
}

/**
 * Returns the dates of a period. `current` is the calendar month up to today, and `month` is the entire previous
 * month. Other periods end today and have the given number of days, a year has 365.
 */
export function periodRange(period: UsagePeriod, today: string): DayRange {
  const firstDay = `${today.slice(0, 7)}-01`;
  if (period === "current") return { startDate: firstDay, endDate: today };
  if (period === "month") {
    const endDate = dayOf(timeOf(firstDay) - dayMs);
    return { startDate: `${endDate.slice(0, 7)}-01`, endDate };
  }
  return { startDate: dayOf(timeOf(today) - (lastDays[period] - 1) * dayMs), endDate: today };
}

/** Returns every date of a range, oldest first. */
export function eachDay({ startDate, endDate }: DayRange): string[] {
  const firstTime = timeOf(startDate);
  const count = Math.round((timeOf(endDate) - firstTime) / dayMs) + 1;
  return Array.from({ length: count }, (_, index) => dayOf(firstTime + index * dayMs));
}

/** Returns the last date of the month of a date. */
export function lastDayOfMonth(day: string): string {
  const [year = 0, month = 0] = day.split("-").map(Number);
  // This is day 0 of the next month.
  return dayOf(Date.UTC(year, month, 0));
}
