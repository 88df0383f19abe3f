import type { PlanTerm } from "@praxisportal/contract/tenants/subscription.schema";
import { type RawBuilder, sql } from "kysely";
import {
  type PlanSegmentRow,
  planSegmentsOf,
} from "../../../directory/plan-charges/plan-segments.queries.ts";
import { seatsTakenIn } from "../../../directory/seats.queries.ts";
import type { OrganizationDb } from "../../../platform/db/handles.ts";
import type { OrganizationQueries } from "../../../platform/db/query-builders.ts";
import type { WriteTransaction } from "../../../platform/db/write-transaction.ts";

/** The current and the planned plan of an organization. */
export type SubscriptionRow = {
  name: string;
  status: string;
  plan: string;
  term: PlanTerm;
  since: Date;
  timezone: string;
  currency: string;
  trial_ends_at: Date | null;
  next_plan: string | null;
  next_term: PlanTerm | null;
  next_starts_on: string | null;
};

export type AiCostRow = { cost: string; unpriced: string };

const statement =
  <Row>(text: RawBuilder<Row>) =>
  (builder: OrganizationQueries) => ({ compile: () => text.compile(builder) });

const subscriptionOf = (organizationId: string) =>
  statement(sql<SubscriptionRow>`
    select o.name, o.status, o.plan, o.plan_term as term, s.valid_from as since, o.time_zone as timezone, o.currency,
      o.trial_ends_at, p.plan as next_plan, p.term as next_term, to_char(p.starts_on, 'YYYY-MM-DD') as next_starts_on
    from organization o
      join subscription s on s.organization_id = o.organization_id and s.valid_until is null
      left join planned_plan p on p.organization_id = o.organization_id
    where o.organization_id = ${organizationId}`);

/** Reads the current plan of an organization and all plans that it had. */
export async function readSubscription(db: OrganizationDb) {
  const [[row], segments] = await db.readAll<[SubscriptionRow, PlanSegmentRow]>((builder) => [
    subscriptionOf(db.organizationId)(builder),
    planSegmentsOf(db.organizationId)(builder),
  ]);
  return { row, segments };
}

/** Sums the AI costs from one day to another, inclusive, in the currency of the organization. */
export async function sumAiCosts(db: OrganizationDb, from: string, to: string): Promise<AiCostRow> {
  const [row] = await db.read(
    statement(sql<AiCostRow>`
      select coalesce(sum(d.cost_micro), 0) as cost, coalesce(sum(d.unpriced_calls), 0) as unpriced
      from ai_usage_day d join organization o using (organization_id)
      where d.organization_id = ${db.organizationId} and d.local_day between ${from} and ${to}
        and d.currency = o.currency`),
  );
  if (row === undefined) throw new Error("the aggregate query returned no row");
  return row;
}

/** Locks the row of an organization until the transaction ends. Returns its plan, all its plans and the seats taken. */
export async function lockSubscription(tx: WriteTransaction, organizationId: string) {
  const [, [row], segments, [seats]] = await tx.sendIn<
    [unknown, SubscriptionRow, PlanSegmentRow, { taken: string }]
  >(organizationId, (db) => [
    statement(sql`select from organization where organization_id = ${organizationId} for no key update`)(db),
    subscriptionOf(organizationId)(db),
    planSegmentsOf(organizationId)(db),
    seatsTakenIn(organizationId)(db),
  ]);
  return { row, segments, taken: Number(seats?.taken) };
}

/**
 * Changes plan and term, which ends a trial and withdraws a planned change. A trigger ends the subscription, begins the
 * next one and sets the limits of the plan.
 */
export async function storePlan(
  tx: WriteTransaction,
  organizationId: string,
  { plan, term }: { plan: string; term: PlanTerm },
): Promise<void> {
  await tx.organization(organizationId, async (db) => {
    await db
      .updateTable("organization")
      .set({
        plan,
        plan_term: term,
        status: sql`case status when 'trial' then 'active' else status end`,
        version: sql`version + 1`,
        updated_at: sql`now()`,
      })
      .where("organization_id", "=", organizationId)
      .execute();
    await db.deleteFrom("planned_plan").where("organization_id", "=", organizationId).execute();
  });
}

/** Stores the plan that begins when the current term ends, and replaces any plan stored before. */
export async function storePlannedPlan(
  tx: WriteTransaction,
  organizationId: string,
  { plan, term, startsOn }: { plan: string; term: PlanTerm; startsOn: string },
): Promise<void> {
  await tx.organization(organizationId, (db) =>
    db
      .insertInto("planned_plan")
      .values({ organization_id: organizationId, plan, term, starts_on: startsOn })
      .onConflict((conflict) =>
        conflict
          .column("organization_id")
          .doUpdateSet({ plan, term, starts_on: startsOn, planned_at: sql`now()` }),
      )
      .execute(),
  );
}

/** Withdraws the planned change. */
export async function deletePlannedPlan(tx: WriteTransaction, organizationId: string): Promise<void> {
  await tx.organization(organizationId, (db) =>
    db.deleteFrom("planned_plan").where("organization_id", "=", organizationId).execute(),
  );
}

/**
 * Backdates the current plan to its planned first day, for which the portal was not running. The plan starts at noon,
 * so that the date is the same in the time zone of every organization.
 */
export async function backdatePlan(
  tx: WriteTransaction,
  organizationId: string,
  { startsOn, timezone }: { startsOn: string; timezone: string },
): Promise<void> {
  await tx.organization(organizationId, (db) =>
    sql`
      with begin as (select (${startsOn}::date + time '12:00') at time zone ${timezone} as at), moved as (
        update subscription s set valid_until = begin.at from begin
        where s.organization_id = ${organizationId} and s.valid_until > begin.at and s.valid_from < begin.at
          and s.valid_until = (
            select valid_from from subscription where organization_id = ${organizationId} and valid_until is null)
        returning 1)
      update subscription s set valid_from = begin.at from begin
      where s.organization_id = ${organizationId} and s.valid_until is null and exists (select from moved)`.execute(
      db,
    ),
  );
}
