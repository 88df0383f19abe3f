import type { PlanTerm } from "@praxisportal/contract/tenants/subscription.schema";
import { sql } from "kysely";
import type { OrganizationQueries } from "../../platform/db/query-builders.ts";
import type { PlanSegment } from "./plan-charges.ts";

/** Millionths of a currency unit in a cent. */
export const microsPerCent = 10_000n;

/** A row of {@link planSegmentsOf}. */
export type PlanSegmentRow = {
  plan: string;
  term: PlanTerm;
  from: string;
  until: string | null;
  price_micro: string;
  included_ai_micro: string;
};

/**
 * Builds the query for the plans of an organization, oldest first, without its trial. Prices are those of the day on
 * which it chose the plan, in its current currency. A plan that is no longer sold by the year costs twelve months.
 */
export const planSegmentsOf = (organizationId: string) => (builder: OrganizationQueries) => ({
  compile: () =>
    sql<PlanSegmentRow>`
      select s.plan, s.term, to_char(s.valid_from at time zone o.time_zone, 'YYYY-MM-DD') as "from",
        to_char(least(s.valid_until, o.contract_ends_at) at time zone o.time_zone, 'YYYY-MM-DD') as "until",
        case s.term when 'month' then r.monthly_micro else coalesce(r.yearly_micro, 12 * r.monthly_micro) end
          as price_micro,
        r.included_ai_micro
      from subscription s
        join organization o on o.organization_id = s.organization_id
        cross join lateral (
          select p.valid_from from plan p where p.name = s.plan and p.valid_from <= s.valid_from::date
          order by p.valid_from desc limit 1
        ) p
        join plan_price r on r.name = s.plan and r.valid_from = p.valid_from and r.currency = o.currency
      where s.organization_id = ${organizationId} and not s.is_trial
        and (o.contract_ends_at is null or s.valid_from < o.contract_ends_at)
      order by s.valid_from`.compile(builder),
});

/** Returns the segments in the rows of {@link planSegmentsOf}. */
export function planSegmentsIn(rows: readonly PlanSegmentRow[]): PlanSegment[] {
  return rows.map(({ plan, term, from, until, price_micro, included_ai_micro }) => ({
    plan,
    term,
    from,
    until,
    price: BigInt(price_micro) / microsPerCent,
    includedAi: BigInt(included_ai_micro),
  }));
}
