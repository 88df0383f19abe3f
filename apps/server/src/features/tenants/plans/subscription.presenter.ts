import type {
  PlanPreview,
  Subscription,
  TenantBilling,
} from "@praxisportal/contract/tenants/subscription.schema";
import { lastDayOfMonth } from "@praxisportal/contract/usage/usage.rules";
import type { Currency } from "@praxisportal/contract/usage/usage.schema";
import { addDays } from "../../../directory/plan-charges/days.ts";
import {
  includedAiOf,
  type PlanLine,
  type PlanSegment,
  termAt,
} from "../../../directory/plan-charges/plan-charges.ts";
import { microsPerCent } from "../../../directory/plan-charges/plan-segments.queries.ts";
import type { AiCostRow, SubscriptionRow } from "./subscription.queries.ts";

type PlanName = Subscription["plan"];

/** Returns a range with an exclusive end as its first and last day. */
const daysOf = ({ from, until }: { from: string; until: string }) => ({ from, to: addDays(until, -1) });

export function presentSubscription(row: SubscriptionRow): Subscription {
  const { next_plan: plan, next_term: term, next_starts_on: startsOn } = row;
  return {
    plan: row.plan as PlanName,
    term: row.term,
    since: row.since.toISOString(),
    next:
      plan === null || term === null || startsOn === null ? null : { plan: plan as PlanName, term, startsOn },
  };
}

export function presentPreview(
  { plan, term, from, price }: PlanSegment,
  applies: PlanPreview["applies"],
  {
    lines,
    ...costs
  }: Pick<PlanPreview, "currency" | "taxes" | "grossCents" | "taxMissing"> & { lines: readonly PlanLine[] },
): PlanPreview {
  return {
    plan: plan as PlanName,
    term,
    applies,
    startsOn: from,
    priceCents: Number(price),
    lines: lines.map((line) => ({
      kind: line.kind,
      plan: line.plan as PlanName,
      term: line.term,
      ...daysOf(line),
      cents: Number(line.cents),
    })),
    totalCents: Number(lines.reduce((sum, { cents }) => sum + cents, 0n)),
    ...costs,
  };
}

/** Returns an organization's billing as of the given day. */
export function presentBilling(
  row: SubscriptionRow,
  segments: readonly PlanSegment[],
  costs: AiCostRow,
  today: string,
): TenantBilling {
  const current = segments.at(-1);
  const month = { from: `${today.slice(0, 7)}-01`, to: lastDayOfMonth(today) };
  const [cost, included] = [BigInt(costs.cost), includedAiOf(segments, month.from)];
  return {
    ...presentSubscription(row),
    currency: row.currency as Currency,
    priceMicros: current === undefined ? 0 : Number(current.price * microsPerCent),
    currentTerm: current === undefined ? null : daysOf(termAt(current, today)),
    trialEndsAt: row.status === "trial" ? (row.trial_ends_at?.toISOString() ?? null) : null,
    ai: {
      month,
      costMicros: Number(cost),
      includedMicros: Number(included),
      overageMicros: Number(cost > included ? cost - included : 0n),
      unpricedCalls: Number(costs.unpriced),
    },
  };
}
