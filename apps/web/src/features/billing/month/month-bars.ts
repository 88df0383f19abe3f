import type { BillingHistory, Quota } from "@praxisportal/contract/billing/billing.schema";
import type { TenantBilling } from "@praxisportal/contract/tenants/subscription.schema";

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

/**
 * Returns the last `count` months in the currency of the billing, oldest first, starting with the first that has any
 * costs. The current month comes from the quota, which contains the newest calls.
 */
export function costMonths(
  { data }: BillingHistory,
  quota: Pick<Quota, "month" | "currency" | "usedMicros">,
  { currency, ai }: Pick<TenantBilling, "currency" | "ai">,
  count: number,
): readonly CostMonth[] {
  const months = Array.from({ length: count }, (_none, index) => {
    const month = monthBefore(ai.month.from, count - 1 - index);
    const isSameMonth = (entry: { month: string; currency: string }) =>
      entry.month === month.slice(0, 7) && entry.currency === currency;
    const cost = isSameMonth(quota) ? quota.usedMicros : data.find(isSameMonth)?.costMicros;
    return { month, costMicros: cost ?? 0 };
  });
  const first = months.findIndex(({ costMicros }) => costMicros > 0);
  return first < 0 ? [] : months.slice(first);
}

const unit = 1_000_000;
const cent = 10_000;

/** Returns the number of digits that the ticks of an axis need to differ if they are `step` millionths apart. */
export function axisDigits(step: number): number {
  if (step >= unit) return 0;
  return step >= cent ? 2 : 6;
}
