import type { QuotaBudget } from "@praxisportal/contract/billing/billing.schema";

/** A budget as it is shown: by money or by tokens, whichever is nearer to its end. */
export type BudgetView = {
  readonly unit: "money" | "tokens";
  /** null: there is no limit. */
  readonly limit: number | null;
  /** Used, and held for calls that run. */
  readonly used: number;
  readonly left: number | null;
  /** Part of the limit that is used or held, 0 to 1; 0 without a limit. */
  readonly ratio: number;
  readonly state: QuotaBudget["state"];
};

/** The limit that binds first. Without any, what was spent. */
export function budgetView(budget: QuotaBudget): BudgetView {
  const money = viewOf("money", budget.limitMicros, budget.usedMicros + budget.heldMicros, budget.leftMicros);
  const tokens = viewOf("tokens", budget.limit, budget.used + budget.held, budget.left);
  const binding =
    tokens.limit !== null && (money.limit === null || tokens.ratio > money.ratio) ? tokens : money;
  return { ...binding, state: budget.state };
}

function viewOf(unit: BudgetView["unit"], limit: number | null, used: number, left: number | null) {
  // A limit of nothing is used up.
  const ratio = limit === null ? 0 : limit === 0 ? 1 : Math.min(1, used / limit);
  return { unit, limit, used, left, ratio };
}

/** The first day after the month of a quota, when a new budget begins: `2026-12-01` for the end `2026-11-30`. */
export function nextBudgetDay(endDate: string): string {
  const day = new Date(`${endDate}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + 1);
  return day.toISOString().slice(0, 10);
}
