import { type Kysely, sql } from "kysely";
import type { GlobalTables, TenantTables } from "../../../platform/db/tables.gen.ts";

type AllDb = Kysely<TenantTables & GlobalTables>;

/** The data of an invoice or a draft that a payment needs. */
export type FoundInvoice = {
  organizationId: string;
  invoiceId: string;
  number: string | null;
  currency: string;
  /** Whether it is final, an invoice, and not credited. */
  isPayable: boolean;
  /** The organization's time zone. */
  timeZone: string;
};

const columns = sql`
  i.organization_id as "organizationId", i.id as "invoiceId", i.number, i.currency, o.time_zone as "timeZone",
  ${isPayable()} as "isPayable"`;

/** Returns the condition that the invoice `i` can be paid: it is final, and no credit note took it back. */
export function isPayable() {
  return sql<boolean>`(i.kind = 'invoice' and i.state = 'final' and not exists (
    select from invoice note
    where note.organization_id = i.organization_id and note.corrects = i.id and note.kind = 'credit_note'
      and note.state = 'final'))`;
}

/** The amount still to be paid for the invoice `i`, in cents. */
export const openCents = sql<string>`(i.due_cents - coalesce((
  select sum(p.amount_cents) from invoice_payment p
  where p.organization_id = i.organization_id and p.invoice_id = i.id), 0))`;

/** Returns an invoice or a draft of any organization. */
export async function findInvoice(allDb: AllDb, invoiceId: string): Promise<FoundInvoice | undefined> {
  const { rows } = await sql<FoundInvoice>`
    select ${columns} from invoice i join organization o using (organization_id)
    where i.id = ${invoiceId}`.execute(allDb);
  return rows[0];
}

/** Returns the invoices with these numbers. */
export async function findInvoicesByNumber(
  allDb: AllDb,
  numbers: readonly string[],
): Promise<FoundInvoice[]> {
  const { rows } = await sql<FoundInvoice>`
    select ${columns} from invoice i join organization o using (organization_id)
    where i.number = any(${[...numbers]}::text[])`.execute(allDb);
  return rows;
}

/** A payable invoice whose account is locked. */
export type LockedInvoice = {
  organizationId: string;
  invoiceId: string;
  number: string;
  dueCents: number;
  paidCents: number;
};

type Key = { organizationId: string; invoiceId: string };

/**
 * Locks the accounts of invoices until the transaction ends, in the order of their ids, so that payments, reminders and
 * direct debits of an invoice follow each other. Creates missing accounts. Returns the payable invoices.
 */
export async function lockInvoices(allDb: AllDb, keys: readonly Key[]): Promise<Map<string, LockedInvoice>> {
  const keysJson = JSON.stringify(keys.map((key) => ({ o: key.organizationId, i: key.invoiceId })));
  const keyRows = sql`jsonb_to_recordset(${keysJson}::jsonb) as w (o uuid, i uuid)`;
  await sql`
    insert into invoice_account (organization_id, invoice_id)
    select distinct w.o, w.i from ${keyRows} order by w.i on conflict do nothing`.execute(allDb);
  await sql`
    select from invoice_account a join ${keyRows} on a.organization_id = w.o and a.invoice_id = w.i
    order by a.invoice_id for update of a`.execute(allDb);
  // A separate statement sees the rows committed while this transaction waited.
  const { rows } = await sql<Record<keyof LockedInvoice, string>>`
    select i.organization_id as "organizationId", i.id as "invoiceId", i.number, i.due_cents as "dueCents",
      i.due_cents - ${openCents} as "paidCents"
    from invoice i join ${keyRows} on i.organization_id = w.o and i.id = w.i
    where ${isPayable()}`.execute(allDb);
  return new Map(
    rows.map((row) => [
      row.invoiceId,
      { ...row, dueCents: Number(row.dueCents), paidCents: Number(row.paidCents) },
    ]),
  );
}
