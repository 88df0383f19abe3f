import { type Kysely, sql } from "kysely";
import type { PlatformDb } from "../../../platform/db/platform-db.ts";
import type { GlobalTables, TenantTables } from "../../../platform/db/tables.gen.ts";
import type { InvoiceDocument } from "../documents/invoice-document.ts";
import type { RenderedInvoice } from "../documents/render/create-invoice-renderer.ts";

type AllDb = Kysely<TenantTables & GlobalTables>;

/** An invoice or credit note whose row is locked until the transaction ends. */
export type LockedInvoice = {
  id: string;
  organizationId: string;
  organizationName: string;
  kind: "invoice" | "credit_note";
  state: "draft" | "final";
  month: string;
  attempt: number;
  currency: "EUR" | "CHF";
  unpricedCalls: number;
  number: string | null;
  issuedOn: string | null;
  document: InvoiceDocument | null;
};

/** Locks an invoice of any organization. */
export async function lockInvoice(allDb: AllDb, id: string): Promise<LockedInvoice | undefined> {
  const { rows } = await sql<LockedInvoice>`
    select id, organization_id as "organizationId", organization_name as "organizationName", kind, state,
      to_char(month, 'YYYY-MM-DD') as month, attempt, currency, unpriced_calls::integer as "unpricedCalls", number,
      to_char(issued_on, 'YYYY-MM-DD') as "issuedOn", document
    from invoice where id = ${id} for update`.execute(allDb);
  return rows[0];
}

/** Returns the next number of a series in a year, and locks the series until the transaction ends. */
export async function takeNumber(allDb: AllDb, series: "RE" | "GU", year: number): Promise<string> {
  const { rows } = await sql<{ last_number: number }>`
    insert into invoice_counter as c (series, year, last_number) values (${series}, ${year}, 1)
    on conflict (series, year) do update set last_number = c.last_number + 1
    returning last_number`.execute(allDb);
  return `${series}-${year}-${String(rows[0]?.last_number).padStart(6, "0")}`;
}

/** The data that an invoice gets when it becomes final. */
export type FinalInvoice = {
  /** With the IBAN of a mandate masked. */
  document: InvoiceDocument;
  files: RenderedInvoice;
  retainUntil: string;
  finalizedAt: Date;
  finalizedBy: string | null;
};

const finalColumns = ({ document, files, ...rest }: FinalInvoice) => ({
  state: "final",
  number: document.number,
  issued_on: document.issueDate,
  due_on: document.dueDate,
  net_cents: String(document.totals.netCents),
  tax_cents: String(document.totals.taxCents),
  gross_cents: String(document.totals.grossCents),
  due_cents: String(document.totals.dueCents),
  document: JSON.stringify(document),
  format: document.format,
  xml: files.xml,
  pdf: files.pdf,
  xml_sha256: files.xmlSha256,
  pdf_sha256: files.pdfSha256,
  retain_until: rest.retainUntil,
  finalised_at: rest.finalizedAt,
  finalised_by: rest.finalizedBy,
  held: "[]",
});

/** Makes a draft final. */
export async function storeFinal(
  allDb: AllDb,
  { organizationId, id }: Pick<LockedInvoice, "organizationId" | "id">,
  final: FinalInvoice,
  unpricedConfirmedBy: string | null,
): Promise<void> {
  await allDb
    .updateTable("invoice")
    .set({
      ...finalColumns(final),
      ...(unpricedConfirmedBy !== null && { unpriced_confirmed_by: unpricedConfirmedBy }),
    })
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .execute();
  await insertAccount(allDb, organizationId, id);
}

/** Stores a credit note, which is final at once. */
export async function insertCreditNote(
  allDb: AllDb,
  corrected: LockedInvoice,
  note: FinalInvoice & { id: string; reason: string; invoicesAgain: boolean },
): Promise<void> {
  const { organizationId, organizationName, month, currency } = corrected;
  await allDb
    .insertInto("invoice")
    .values({
      organization_id: organizationId,
      id: note.id,
      kind: "credit_note",
      month,
      currency,
      organization_name: organizationName,
      corrects: corrected.id,
      reason: note.reason,
      invoices_again: note.invoicesAgain,
      finalise_at: note.finalizedAt,
      ...finalColumns(note),
    })
    .execute();
  await insertAccount(allDb, organizationId, note.id);
}

async function insertAccount(allDb: AllDb, organizationId: string, invoiceId: string): Promise<void> {
  await sql`
    insert into invoice_account (organization_id, invoice_id) values (${organizationId}, ${invoiceId})
    on conflict do nothing`.execute(allDb);
}

/** Returns whether an invoice has a credit note. Locks its account, so that no payment is booked meanwhile. */
export async function isCredited(allDb: AllDb, { organizationId, id }: LockedInvoice): Promise<boolean> {
  await sql`
    select from invoice_account
    where organization_id = ${organizationId} and invoice_id = ${id} for update`.execute(allDb);
  const { rows } = await sql`
    select from invoice where organization_id = ${organizationId} and corrects = ${id}`.execute(allDb);
  return rows.length > 0;
}

/** Returns the number of the next attempt to invoice the month of an invoice. */
export async function nextAttempt(allDb: AllDb, { organizationId, month }: LockedInvoice): Promise<number> {
  const { rows } = await sql<{ attempt: number }>`
    select max(attempt) + 1 as attempt from invoice
    where organization_id = ${organizationId} and month = ${month} and kind = 'invoice'`.execute(allDb);
  return rows[0]?.attempt ?? 0;
}

/** Deletes a draft with its lines. */
export async function deleteDraft(allDb: AllDb, { organizationId, id }: LockedInvoice): Promise<void> {
  await sql`delete from invoice where organization_id = ${organizationId} and id = ${id}`.execute(allDb);
}

/** Stores the reasons why a draft does not become final. */
export async function storeHolds(
  allDb: AllDb,
  { organizationId, id }: LockedInvoice,
  held: unknown,
): Promise<void> {
  await sql`
    update invoice set held = ${JSON.stringify(held)}::jsonb
    where organization_id = ${organizationId} and id = ${id}`.execute(allDb);
}

/** Sets the legal hold of a final invoice; null removes it. */
export async function storeLegalHold(
  allDb: AllDb,
  { organizationId, id }: LockedInvoice,
  reason: string | null,
): Promise<void> {
  await sql`
    update invoice_account set legal_hold_reason = ${reason}
    where organization_id = ${organizationId} and invoice_id = ${id}`.execute(allDb);
}

/** Reads the sealed IBAN of the mandate of an organization. */
export async function readSealedIban(allDb: AllDb, organizationId: string): Promise<Buffer | null> {
  const { rows } = await sql<{ mandate_iban: Buffer | null }>`
    select mandate_iban from billing_profile where organization_id = ${organizationId}`.execute(allDb);
  return rows[0]?.mandate_iban ?? null;
}

/** Finds drafts that are to become final by a time, the oldest first, after one of them. */
export async function findDueDrafts(
  db: PlatformDb,
  now: Date,
  after: string | null,
  count: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from invoice
    where state = 'draft' and finalise_at <= ${now} and (${after}::uuid is null or id > ${after}::uuid)
    order by id limit ${count}`.execute(db.reads);
  return rows.map(({ id }) => id);
}
