import type { InvoiceListQuery } from "@praxisportal/contract/invoices/invoices.schema";
import { sql } from "kysely";
import type { PlatformDb } from "../../../platform/db/platform-db.ts";
import * as rows from "./invoice-rows.queries.ts";

/** The operator sees the drafts and invoices of all organizations. */
const allInvoices = sql`true`;

/** Reads a page of all invoices and their number. */
export async function readAllInvoices(db: PlatformDb, query: InvoiceListQuery, today: string) {
  const page = await rows.invoicePage(allInvoices, query, today).execute(db.reads);
  const count = await rows.invoiceCount(allInvoices, query, today).execute(db.reads);
  return { rows: page.rows, total: Number(count.rows[0]?.total) };
}

/** Reads any invoice with its payments. */
export async function readAnyInvoice(db: PlatformDb, invoiceId: string, today: string) {
  const detail = await rows.invoiceDetail(allInvoices, invoiceId, today).execute(db.reads);
  const payments = await rows.invoicePayments(allInvoices, invoiceId).execute(db.reads);
  return { row: detail.rows[0], payments: payments.rows };
}

/** Reads the stored bytes of any final invoice. */
export async function readAnyInvoiceFile(db: PlatformDb, invoiceId: string, format: "pdf" | "xml") {
  const file = await rows.invoiceFile(allInvoices, invoiceId, format).execute(db.reads);
  return file.rows[0];
}

/** Amounts of one currency, as {@link readSummary} returns them. */
export type SummaryRow = {
  currency: "EUR" | "CHF";
  revenue: string;
  drafts: string;
  draft_cents: string;
  held: string;
  open: string;
  open_cents: string;
  overdue: string;
  overdue_cents: string;
};

/** Sums the amounts for the operator's summary by currency. Open amounts include overdue ones. */
export async function readSummary(db: PlatformDb, month: string, today: string): Promise<SummaryRow[]> {
  const { rows: summary } = await sql<SummaryRow>`
    with i as (
      select i.*, i.due_cents - coalesce(p.cents, 0) as left_cents,
        i.state = 'final' and i.kind = 'invoice' and credit.id is null and i.due_cents > coalesce(p.cents, 0) as is_open
      from invoice i
        left join invoice credit on credit.organization_id = i.organization_id and credit.corrects = i.id
        left join (select organization_id, invoice_id, sum(amount_cents) as cents from invoice_payment group by 1, 2) p
          on p.organization_id = i.organization_id and p.invoice_id = i.id)
    select currency,
      coalesce(sum(case kind when 'invoice' then net_cents else -net_cents end)
        filter (where state = 'final' and date_trunc('month', issued_on) = ${month}::date), 0) as revenue,
      count(*) filter (where state = 'draft') as drafts,
      coalesce(sum(gross_cents) filter (where state = 'draft'), 0) as draft_cents,
      count(*) filter (where state = 'draft' and held <> '[]') as held,
      count(*) filter (where is_open) as open, coalesce(sum(left_cents) filter (where is_open), 0) as open_cents,
      count(*) filter (where is_open and due_on < ${today}::date) as overdue,
      coalesce(sum(left_cents) filter (where is_open and due_on < ${today}::date), 0) as overdue_cents
    from i group by currency order by currency desc`.execute(db.reads);
  return summary;
}
