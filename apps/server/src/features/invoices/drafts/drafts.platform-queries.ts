import type { InvoiceHold } from "@praxisportal/contract/invoices/invoices.schema";
import { type Kysely, sql } from "kysely";
import type { GlobalTables, TenantTables } from "../../../platform/db/tables.gen.ts";
import type { AiLine, BillableLine } from "../billable/billable-lines.ts";
import type { InvoiceTotals, InvoiceUsage } from "../documents/invoice-document.ts";

type AllDb = Kysely<TenantTables & GlobalTables>;

export type StoredDraft = {
  id: string;
  month: string;
  attempt: number;
  totals: InvoiceTotals;
  unpricedCalls: number;
  held: readonly InvoiceHold[];
};

const amountsOf = ({ totals, unpricedCalls, held }: StoredDraft) => ({
  net_cents: String(totals.netCents),
  tax_cents: String(totals.taxCents),
  gross_cents: String(totals.grossCents),
  due_cents: String(totals.dueCents),
  unpriced_calls: String(unpricedCalls),
  held: JSON.stringify(held),
});

/** Stores a new draft. Returns false when the organization has an invoice of that month and attempt. */
export async function insertDraft(
  allDb: AllDb,
  organization: { id: string; name: string; currency: string },
  draft: StoredDraft,
  times: { createdAt: Date; finalizeAt: Date },
): Promise<boolean> {
  const row = await allDb
    .insertInto("invoice")
    .values({
      organization_id: organization.id,
      id: draft.id,
      kind: "invoice",
      month: draft.month,
      attempt: draft.attempt,
      currency: organization.currency,
      organization_name: organization.name,
      created_at: times.createdAt,
      finalise_at: times.finalizeAt,
      ...amountsOf(draft),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns whether an organization has an invoice of a month. */
export async function hasInvoice(allDb: AllDb, organizationId: string, month: string): Promise<boolean> {
  const { rows } = await sql`
    select from invoice
    where organization_id = ${organizationId} and month = ${month} and attempt = 0 and kind = 'invoice'`.execute(
    allDb,
  );
  return rows.length > 0;
}

/**
 * Changes the amounts of a draft, in the current currency of its organization. An acceptance of its calls without a
 * price no longer counts.
 */
export async function updateDraft(
  allDb: AllDb,
  organizationId: string,
  draft: StoredDraft,
  organization: { name: string; currency: string } | undefined,
): Promise<void> {
  await allDb
    .updateTable("invoice")
    .set({
      ...amountsOf(draft),
      ...(organization && { currency: organization.currency, organization_name: organization.name }),
      unpriced_confirmed_by: null,
    })
    .where("organization_id", "=", organizationId)
    .where("id", "=", draft.id)
    .execute();
}

/** Removes the lines of a draft, so that they no longer count as invoiced. */
export async function clearDraft(allDb: AllDb, organizationId: string, invoiceId: string): Promise<void> {
  await sql`
    delete from invoice_line
    where organization_id = ${organizationId} and invoice_id = ${invoiceId}`.execute(allDb);
  await sql`
    update invoice set unpriced_calls = 0
    where organization_id = ${organizationId} and id = ${invoiceId}`.execute(allDb);
}

/** Stores the lines of a draft. */
export async function insertLines(
  allDb: AllDb,
  organizationId: string,
  invoiceId: string,
  lines: readonly BillableLine[],
): Promise<void> {
  if (lines.length === 0) return;
  await allDb
    .insertInto("invoice_line")
    .values(
      lines.map((line, index) => ({
        organization_id: organizationId,
        invoice_id: invoiceId,
        position: index + 1,
        kind: line.kind,
        from_day: line.from,
        until_day: line.until,
        cents: String(line.cents),
        ...(line.kind === "ai"
          ? { overage_micro: String(line.overageMicros), ...aiDetails(line) }
          : {
              plan: line.plan,
              term: line.term,
              term_from: line.termFrom,
              covered_until: line.coveredUntil,
            }),
      })),
    )
    .execute();
}

const aiDetails = ({ costMicros, includedMicros, isLate }: AiLine) => ({
  cost_micro: String(costMicros),
  included_micro: String(includedMicros),
  is_late: isLate,
});

type LineRow = {
  kind: "plan" | "credit" | "ai";
  plan: string | null;
  term: "month" | "year" | null;
  term_from: string | null;
  covered_until: string | null;
  from: string;
  until: string;
  cents: string;
  overage_micro: string | null;
  cost_micro: string | null;
  included_micro: string | null;
  is_late: boolean;
};

/** Reads the lines of an invoice in their order. */
export async function readLines(
  allDb: AllDb,
  organizationId: string,
  invoiceId: string,
): Promise<BillableLine[]> {
  const { rows } = await sql<LineRow>`
    select kind, plan, term, to_char(term_from, 'YYYY-MM-DD') as term_from,
      to_char(covered_until, 'YYYY-MM-DD') as covered_until, to_char(from_day, 'YYYY-MM-DD') as "from",
      to_char(until_day, 'YYYY-MM-DD') as "until", cents, overage_micro, cost_micro, included_micro, is_late
    from invoice_line where organization_id = ${organizationId} and invoice_id = ${invoiceId}
    order by position`.execute(allDb);
  return rows.map((row): BillableLine => {
    const { from, until } = row;
    const cents = BigInt(row.cents);
    if (row.kind === "ai")
      return {
        kind: "ai",
        from,
        until,
        cents,
        overageMicros: BigInt(row.overage_micro ?? 0),
        costMicros: BigInt(row.cost_micro ?? 0),
        includedMicros: BigInt(row.included_micro ?? 0),
        isLate: row.is_late,
      };
    return {
      kind: row.kind,
      plan: row.plan ?? "",
      term: row.term ?? "month",
      termFrom: row.term_from ?? from,
      coveredUntil: row.covered_until ?? until,
      from,
      until,
      cents,
    };
  });
}

/** Reads the AI costs of a range of days by provider, the last day excluded. */
export async function readUsageRows(
  allDb: AllDb,
  organization: { id: string; currency: string },
  { from, until }: { from: string; until: string },
): Promise<InvoiceUsage["rows"]> {
  const { rows } = await sql<{ provider: string; requests: string; units: string; amount: string }>`
    select coalesce(p.name, d.provider_key) as provider, sum(d.calls) as requests,
      sum(d.input_tokens + d.output_tokens) as units, sum(d.cost_micro) as amount
    from ai_usage_day d left join ai_provider p on p.key = d.provider_key
    where d.organization_id = ${organization.id} and d.currency = ${organization.currency}
      and d.local_day >= ${from} and d.local_day < ${until}
    group by 1 order by 4 desc, 1`.execute(allDb);
  return rows.map(({ provider, requests, units, amount }) => ({
    provider,
    requests: Number(requests),
    units: Number(units),
    amountMicros: Number(amount),
  }));
}
