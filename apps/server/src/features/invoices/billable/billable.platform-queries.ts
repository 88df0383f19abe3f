import type { PlanTerm } from "@praxisportal/contract/tenants/subscription.schema";
import { type Kysely, sql } from "kysely";
import type { PlanCharge } from "../../../directory/plan-charges/plan-charges.ts";
import {
  planSegmentsIn,
  type PlanSegmentRow,
  planSegmentsOf,
} from "../../../directory/plan-charges/plan-segments.queries.ts";
import type { GlobalTables, TenantTables } from "../../../platform/db/tables.gen.ts";
import type { AiMonth, BillableFacts, InvoicedAi } from "./billable-lines.ts";

type AllDb = Kysely<TenantTables & GlobalTables>;

/** The organization of an invoice. */
export type BilledOrganization = {
  id: string;
  name: string;
  status: string;
  timezone: string;
  currency: "EUR" | "CHF";
};

/**
 * A condition on `organization`: it is invoiced unless it is erased, in its trial, or was archived or deleted without a
 * contract that ended, after which its last costs are still invoiced.
 */
export const isBilled = sql`
  erased_at is null and status <> 'trial' and (status not in ('archived', 'deleted') or contract_ends_at is not null)`;

/**
 * Locks the row of an organization until the transaction ends, so that its plan does not change meanwhile. Returns
 * undefined for one that is not invoiced.
 */
export async function lockBilledOrganization(
  allDb: AllDb,
  organizationId: string,
): Promise<BilledOrganization | undefined> {
  const { rows } = await sql<BilledOrganization>`
    select organization_id as id, name, status, time_zone as timezone, currency from organization
    where organization_id = ${organizationId} and ${isBilled}
    for no key update`.execute(allDb);
  return rows[0];
}

/**
 * Returns the SQL for the invoice lines that count as invoiced: those of drafts too, and of credited invoices unless
 * their lines are to be invoiced again.
 */
const countedLines = (organizationId: string) => sql`
  from invoice_line l join invoice i on i.organization_id = l.organization_id and i.id = l.invoice_id
  where l.organization_id = ${organizationId} and not exists (
    select from invoice c
    where c.organization_id = i.organization_id and c.corrects = i.id and c.invoices_again)`;

type ChargeRow = { plan: string; term: PlanTerm; from: string; until: string; cents: string };
type InvoicedAiRow = { month: string; overage_micro: string; cents: string };
type AiMonthRow = { month: string; cost_micro: string; unpriced_calls: string };

/**
 * Reads the usage and the invoiced amounts.
 *
 * @param until Usage of days before this one.
 */
export async function readBillable(
  allDb: AllDb,
  { id, currency }: Pick<BilledOrganization, "id" | "currency">,
  until: string,
): Promise<BillableFacts & { unpricedCalls: number }> {
  const { rows: segmentRows } = await allDb.executeQuery<PlanSegmentRow>(planSegmentsOf(id)(allDb).compile());
  const segments = planSegmentsIn(segmentRows);
  const first = segments[0]?.from ?? until;
  const operator = await allDb
    .selectFrom("operator_profile")
    .select(sql<string>`billed_from::text`.as("billed_from"))
    .executeTakeFirstOrThrow();
  const { rows: charges } = await sql<ChargeRow>`
    select l.plan, l.term, to_char(l.term_from, 'YYYY-MM-DD') as "from", sum(l.cents) as cents,
      to_char((array_agg(l.covered_until order by i.created_at desc, l.position desc))[1], 'YYYY-MM-DD') as "until"
    ${countedLines(id)} and l.kind in ('plan', 'credit')
    group by l.plan, l.term, l.term_from`.execute(allDb);
  const { rows: ai } = await sql<InvoicedAiRow>`
    select to_char(l.from_day, 'YYYY-MM-DD') as month, sum(l.overage_micro) as overage_micro, sum(l.cents) as cents
    ${countedLines(id)} and l.kind = 'ai' group by l.from_day`.execute(allDb);
  const { rows: months } = await sql<AiMonthRow>`
    select to_char(date_trunc('month', local_day), 'YYYY-MM-DD') as month, sum(cost_micro) as cost_micro,
      sum(unpriced_calls) as unpriced_calls
    from ai_usage_day
    where organization_id = ${id} and currency = ${currency} and local_day < ${until}
      and local_day >= greatest(${first}::date, ${operator.billed_from}::date)
    group by 1`.execute(allDb);
  const aiMonths = months.map((row): AiMonth => ({
    month: row.month,
    costMicros: BigInt(row.cost_micro),
    unpricedCalls: Number(row.unpriced_calls),
  }));
  const pricedCalls = await sql<{ calls: string }>`
    select coalesce(sum(i.unpriced_calls), 0) as calls from invoice i
    where i.organization_id = ${id} and i.kind = 'invoice' and not exists (
      select from invoice c
      where c.organization_id = i.organization_id and c.corrects = i.id and c.invoices_again)`.execute(allDb);
  const unpricedCount = aiMonths.reduce((sum, month) => sum + month.unpricedCalls, 0);
  return {
    billedFrom: operator.billed_from,
    segments,
    invoicedPlans: charges.map((row): PlanCharge => ({ ...row, cents: BigInt(row.cents) })),
    aiMonths,
    invoicedAi: ai.map((row): InvoicedAi => ({
      month: row.month,
      overageMicros: BigInt(row.overage_micro),
      cents: BigInt(row.cents),
    })),
    unpricedCalls: Math.max(unpricedCount - Number(pricedCalls.rows[0]?.calls), 0),
  };
}
