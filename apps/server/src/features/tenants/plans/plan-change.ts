import type { PlanTerm } from "@praxisportal/contract/tenants/subscription.schema";
import { plans } from "@praxisportal/contract/organizations/organizations.schema";
import type { PlanSegment } from "../../../directory/plan-charges/plan-charges.ts";
import { microsPerCent } from "../../../directory/plan-charges/plan-segments.queries.ts";
import type { PlanRow } from "../../../directory/plan-catalogue.queries.ts";
import { ProblemError } from "../../../platform/http/problem.ts";

export type ChosenPlan = { plan: string; term: PlanTerm };

const rankOf = (plan: string) => plans.findIndex((name) => name === plan);

/**
 * Returns whether a change applies at once. This is so for a larger plan, for the same plan by the year, and for any
 * plan in a trial. Every other change waits for the end of the current term, which is paid.
 */
export function appliesNow(current: ChosenPlan & { status: string }, chosen: ChosenPlan): boolean {
  if (current.status === "trial") return true;
  const difference = rankOf(chosen.plan) - rankOf(current.plan);
  return difference > 0 || (difference === 0 && current.term === "month" && chosen.term === "year");
}

/** Returns an offer as a plan that begins on a day. Throws 409 CONFLICT if it is not sold for that term. */
export function segmentOf(
  offers: readonly PlanRow[],
  { plan, term }: ChosenPlan,
  { currency, from }: { currency: string; from: string },
): PlanSegment {
  const price = offers
    .find(({ name }) => name === plan)
    ?.prices.find((candidate) => candidate.currency === currency);
  if (price === undefined) throw new Error(`the plan ${plan} has no price in ${currency}`);
  const micros = term === "month" ? price.monthly : price.yearly;
  if (micros === null) throw new ProblemError("CONFLICT");
  return {
    plan,
    term,
    from,
    until: null,
    price: BigInt(micros) / microsPerCent,
    includedAi: BigInt(price.includedAi),
  };
}
