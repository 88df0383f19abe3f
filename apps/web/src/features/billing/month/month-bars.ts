import type { BillingHistory } from "@praxisportal/contract/billing/billing.schema";

/** AI costs of a calendar month in millionths. */
export interface CostMonth {
  /** The first day. */
  readonly month: string;
  readonly costMicros: number;
}

/** Returns the first day of the month that is `ago` months before the month of a day. */
export function monthBefore(day: string, ago: number): string {
  const [year = 0, month = 1] = day.split("-").map(Number);
  return new Date(Date.UTC(year, month - 1 - ago, 1)).toISOString().slice(0, 10);
}

/** Returns the last `count` months with the given currency, oldest first, from the first one with any cost on. */
export function costMonths(
  { data }: BillingHistory,
  currency: string,
  today: string,
  count: number,
): readonly CostMonth[] {
  const months = Array.from({ length: count }, (_none, index) => {
    const month = monthBefore(today, count - 1 - index);
    const found = data.find((each) => each.month === month.slice(0, 7) && each.currency === currency);
    return { month, costMicros: found?.costMicros ?? 0 };
  });
  const first = months.findIndex(({ costMicros }) => costMicros > 0);
  return first < 0 ? [] : months.slice(first);
}
