import type { DayRange } from "@praxisportal/contract/usage/usage.rules";
import { usageRangeMaxMs } from "@praxisportal/contract/limits";

const dayMs = 86_400_000;
const momentOf = (day: string) => Date.parse(`${day}T00:00:00Z`);

/** Returns the range of `days` days that ends on `endDate`. */
export function lastDaysRange(days: number, endDate: string): DayRange {
  const start = new Date(momentOf(endDate) - (days - 1) * dayMs);
  return { startDate: start.toISOString().slice(0, 10), endDate };
}

/** Returns the part of a range that is before a month, or null when there is none. */
export function rangeBefore({ startDate, endDate }: DayRange, firstOfMonth: string): DayRange | null {
  if (startDate >= firstOfMonth) return null;
  const { startDate: dayBefore } = lastDaysRange(2, firstOfMonth);
  return { startDate, endDate: endDate < dayBefore ? endDate : dayBefore };
}

/** Returns what is wrong with a typed range, or null when it is valid. */
export function validateRange({ startDate, endDate }: DayRange): "open" | "reversed" | "long" | null {
  const length = momentOf(endDate) - momentOf(startDate);
  if (Number.isNaN(length)) return "open";
  if (length < 0) return "reversed";
  return length >= usageRangeMaxMs ? "long" : null;
}
