import type { InvoiceHold, InvoiceListQuery } from "@praxisportal/contract/invoices/invoices.schema";
import { type RawBuilder, sql } from "kysely";
import { likePattern } from "../../../platform/db/like-pattern.ts";
import type { InvoiceDocument } from "../documents/invoice-document.ts";

/** An invoice as lists show it. Days are `YYYY-MM-DD`, amounts cents. */
export type InvoiceRow = {
  id: string;
  organization_id: string;
  organization_name: string;
  kind: "invoice" | "credit_note";
  status: "draft" | "held" | "open" | "overdue" | "paid" | "credited" | "issued";
  number: string | null;
  month: string;
  issued_on: string | null;
  due_on: string | null;
  currency: "EUR" | "CHF";
  net_cents: string;
  tax_cents: string;
  gross_cents: string;
  due_cents: string;
  paid_cents: string;
  reminder_level: number;
  is_direct_debit: boolean;
  created_at: Date;
  finalised_at: Date | null;
  finalise_at: Date;
  held: InvoiceHold[];
  unpriced_calls: string;
  corrects_id: string | null;
  corrects_number: string | null;
  credited_by_id: string | null;
  credited_by_number: string | null;
};

/** A row with the fields that only the page of an invoice shows. */
export type InvoiceDetailRow = InvoiceRow & {
  attempt: number;
  document: InvoiceDocument | null;
  reason: string | null;
  mailed_at: Date | null;
  xml_sha256: string | null;
  pdf_sha256: string | null;
  retain_until: string | null;
  legal_hold_reason: string | null;
};

export type PaymentRow = {
  id: string;
  booked_on: string;
  amount_cents: string;
  source: "manual" | "statement" | "credit_note";
  note: string | null;
};

const day = (column: RawBuilder<unknown>) => sql`to_char(${column}, 'YYYY-MM-DD')`;

/** Returns the SQL for the status of `invoice i` on a day. */
const status = (today: string) => sql`case
  when i.state = 'draft' then case when i.held = '[]' then 'draft' else 'held' end
  when i.kind = 'credit_note' then 'issued'
  when credit.id is not null then 'credited'
  when coalesce(paid.cents, 0) >= i.due_cents then 'paid'
  when i.due_on < ${today}::date then 'overdue'
  else 'open' end`;

/** Joins the account, the credit note, the corrected invoice and the payments of `invoice i`. */
const joins = sql`
  left join invoice_account a on a.organization_id = i.organization_id and a.invoice_id = i.id
  left join invoice credit on credit.organization_id = i.organization_id and credit.corrects = i.id
    and credit.kind = 'credit_note'
  left join invoice corrected on corrected.organization_id = i.organization_id and corrected.id = i.corrects
  left join lateral (
    select sum(p.amount_cents) as cents from invoice_payment p
    where p.organization_id = i.organization_id and p.invoice_id = i.id
  ) paid on true`;

const columns = (today: string) => sql`
  i.id, i.organization_id, i.organization_name, i.kind, ${status(today)} as status, i.number,
  ${day(sql`i.month`)} as month, ${day(sql`i.issued_on`)} as issued_on, ${day(sql`i.due_on`)} as due_on, i.currency,
  i.net_cents, i.tax_cents, i.gross_cents, i.due_cents, coalesce(paid.cents, 0) as paid_cents,
  coalesce(a.reminder_level, 0) as reminder_level,
  coalesce(i.document -> 'payment' ->> 'kind' = 'direct_debit', false) as is_direct_debit, i.created_at,
  i.finalised_at, i.finalise_at, i.held, i.unpriced_calls, corrected.id as corrects_id,
  corrected.number as corrects_number, credit.id as credited_by_id, credit.number as credited_by_number`;

const detailColumns = sql`
  i.attempt, i.document, i.reason, a.mailed_at, i.xml_sha256, i.pdf_sha256, ${day(sql`i.retain_until`)} as retain_until,
  a.legal_hold_reason`;

/**
 * The orders by creation and by number have an index; a draft, which has no number yet, counts as the latest. Sorting
 * the 360,000 invoices of 10,000 organizations by a day, an amount or a name takes 0.5 s.
 */
const order: Readonly<Record<InvoiceListQuery["sortBy"], RawBuilder<unknown>>> = {
  createdAt: sql`i.created_at`,
  issuedOn: sql`i.issued_on`,
  dueOn: sql`i.due_on`,
  number: sql`i.number`,
  grossCents: sql`i.gross_cents`,
  organizationName: sql`i.organization_name collate "de-x-icu"`,
};

/**
 * Builds the query for a page of invoices.
 *
 * @param scope Condition on `invoice i` for the invoices that the caller may see.
 * @param today Today's date for the operator; decides which invoices are overdue.
 */
export function invoicePage(scope: RawBuilder<unknown>, query: InvoiceListQuery, today: string) {
  const { sortBy, sortOrder, status: requestedStatus, page, limit } = query;
  const direction = sql.raw(sortOrder);
  const position = sql`order by ${order[sortBy]} ${direction}, i.id ${direction}
    limit ${limit} offset ${(page - 1) * limit}`;
  const where = filter(scope, query, today);
  // Only the rows of the page are joined, unless the joins decide which rows these are.
  return requestedStatus === undefined
    ? sql<InvoiceRow>`
        select ${columns(today)} from (select i.* from invoice i where ${where} ${position}) i ${joins}
        order by ${order[sortBy]} ${direction}, i.id ${direction}`
    : sql<InvoiceRow>`select ${columns(today)} from invoice i ${joins} where ${where} ${position}`;
}

/** Builds the query for the number of invoices on all pages. */
export function invoiceCount(scope: RawBuilder<unknown>, query: InvoiceListQuery, today: string) {
  return sql<{ total: string }>`
    select count(*) as total from invoice i ${query.status === undefined ? sql`` : joins}
    where ${filter(scope, query, today)}`;
}

/** Invoices of one state and currency. */
export type UnpaidRow = {
  status: "open" | "overdue";
  currency: InvoiceRow["currency"];
  invoices: string;
  open_cents: string;
  due_on: string | null;
};

/** Builds the query for the amounts still to be paid, one row for each state and currency. */
export function unpaidInvoices(scope: RawBuilder<unknown>, today: string) {
  return sql<UnpaidRow>`
    select ${status(today)} as status, i.currency, count(*) as invoices,
      sum(i.due_cents - coalesce(paid.cents, 0)) as open_cents, ${day(sql`min(i.due_on)`)} as due_on
    from invoice i ${joins} where ${scope} and ${status(today)} in ('open', 'overdue')
    group by 1, i.currency order by i.currency`;
}

function filter(scope: RawBuilder<unknown>, query: InvoiceListQuery, today: string): RawBuilder<unknown> {
  const { search, status: requestedStatus, dateRange } = query;
  const pattern = search ? likePattern(search) : undefined;
  return sql.join(
    [
      scope,
      ...(requestedStatus === undefined
        ? []
        : [
            sql`${status(today)} = any(${requestedStatus === "unpaid" ? ["open", "overdue"] : [requestedStatus]})`,
          ]),
      ...(dateRange === undefined
        ? []
        : [sql`i.issued_on between ${dateRange.from}::date and ${dateRange.to}::date`]),
      ...(pattern === undefined
        ? []
        : [
            sql`(lower(i.number) like lower(${pattern}) or lower(i.organization_name) like lower(${pattern}))`,
          ]),
    ],
    sql` and `,
  );
}

/** Builds the query for one invoice. */
export function invoiceDetail(scope: RawBuilder<unknown>, invoiceId: string, today: string) {
  return sql<InvoiceDetailRow>`
    select ${columns(today)}, ${detailColumns} from invoice i ${joins} where ${scope} and i.id = ${invoiceId}`;
}

/** Builds the query for the payments of an invoice, oldest first. */
export function invoicePayments(scope: RawBuilder<unknown>, invoiceId: string) {
  return sql<PaymentRow>`
    select i.id, ${day(sql`i.booked_on`)} as booked_on, i.amount_cents, i.source, i.note
    from invoice_payment i where ${scope} and i.invoice_id = ${invoiceId}
    order by i.booked_on, i.created_at, i.id`;
}

/** Builds the query for the stored bytes of a final invoice. */
export function invoiceFile(scope: RawBuilder<unknown>, invoiceId: string, format: "pdf" | "xml") {
  return sql<{ number: string; content: Buffer }>`
    select i.number, ${sql.ref(`i.${format}`)} as content from invoice i
    where ${scope} and i.id = ${invoiceId} and i.state = 'final'`;
}
