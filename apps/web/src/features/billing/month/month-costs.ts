import type { TenantBilling } from "@praxisportal/contract/tenants/subscription.schema";

const dayMs = 86_400_000;
const microsPerCent = 10_000;

/** Minimum number of days for a meaningful forecast. */
const forecastMinDays = 3;

/** Net costs of the current month, in millionths of the currency. */
export interface MonthCosts {
  /** The days of the month on which the current plan is charged, or null when the month is not charged separately. */
  readonly planDays: { readonly from: string; readonly to: string } | null;
  readonly plan: number;
  /** AI costs beyond the included amount. */
  readonly overage: number;
  readonly total: number;
  /** Costs expected at the end of the month if the usage continues, or null while there are too few days. */
  readonly forecast: { readonly ai: number; readonly overage: number; readonly total: number } | null;
}

/** Returns the days from `from` to `to`, both included. */
const daysFrom = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / dayMs + 1;

/** Returns the share of the price for the remaining days from `from` on, rounded as on invoices. */
function shareFrom(priceMicros: number, from: string, month: TenantBilling["ai"]["month"]): number {
  const cents = priceMicros / microsPerCent;
  const count = daysFrom(month.from, month.to);
  return (cents - Math.round((cents * (daysFrom(month.from, from) - 1)) / count)) * microsPerCent;
}

/** Returns the plan's costs in the month and the days for which it is charged. */
function planIn({ term, priceMicros, currentTerm, ai: { month } }: TenantBilling) {
  if (currentTerm === null || currentTerm.from > month.to) return { plan: 0, planDays: null };
  if (term === "year")
    return currentTerm.from >= month.from
      ? { plan: priceMicros, planDays: currentTerm }
      : { plan: 0, planDays: null };
  return { plan: shareFrom(priceMicros, currentTerm.from, month), planDays: currentTerm };
}

/** Computes the costs of the month so far, and a linear forecast for its end. */
export function monthCosts(billing: TenantBilling, today: string): MonthCosts {
  const { month, costMicros, includedMicros, overageMicros } = billing.ai;
  const { plan, planDays } = planIn(billing);
  const last = today > month.to ? month.to : today;
  const days = daysFrom(month.from, last < month.from ? month.from : last);
  const ai = Math.round((costMicros * daysFrom(month.from, month.to)) / days);
  const overage = Math.max(0, ai - includedMicros);
  return {
    plan,
    planDays,
    overage: overageMicros,
    total: plan + overageMicros,
    forecast: days < forecastMinDays ? null : { ai, overage, total: plan + overage },
  };
}
