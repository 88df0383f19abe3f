import type { QuotaBudget } from "@praxisportal/contract/billing/billing.schema";
import { approachingLimitRatio } from "@praxisportal/contract/limits";

/** A budget for display, in money or tokens. */
export type BudgetView = {
  readonly unit: "money" | "tokens";
  /** null: no limit. */
  readonly limit: number | null;
  /** Used, including amounts held for running calls. */
  readonly used: number;
  readonly left: number | null;
  /** Share of the limit that is used or held, 0 to 1, or 0 without a limit. */
  readonly ratio: number;
  readonly state: QuotaBudget["state"];
};

/**
 * Returns the budget in money, so that its unit does not change from one call to the next. Tokens are shown if only they
 * are limited, or if more than 80 % of them is used and they run out first. Without limits, returns the amount spent.
 */
export function budgetView(budget: QuotaBudget): BudgetView {
  const money = viewOf("money", budget.limitMicros, budget.usedMicros + budget.heldMicros, budget.leftMicros);
  const tokens = viewOf("tokens", budget.limit, budget.used + budget.held, budget.left);
  const isTokensFirst = tokens.ratio > approachingLimitRatio && tokens.ratio > money.ratio;
  const binding = tokens.limit !== null && (money.limit === null || isTokensFirst) ? tokens : money;
  return { ...binding, state: budget.state };
}

function viewOf(unit: BudgetView["unit"], limit: number | null, used: number, left: number | null) {
  // A limit of zero counts as used up.
  const ratio = limit === null ? 0 : limit === 0 ? 1 : Math.min(1, used / limit);
  return { unit, limit, used, left, ratio };
}

/** Returns whether no AI usage has been released, because a limit is zero. */
export function isUnreleased({ limit, limitMicros }: QuotaBudget): boolean {
  return limit === 0 || limitMicros === 0;
}

/** Returns the day after the end of a quota's month: `2026-12-01` for `2026-11-30`. */
export function nextBudgetDay(endDate: string): string {
  const day = new Date(`${endDate}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + 1);
  return day.toISOString().slice(0, 10);
}
