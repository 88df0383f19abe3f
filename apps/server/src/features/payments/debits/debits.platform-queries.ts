import { type Kysely, sql } from "kysely";
import type { GlobalTables, TenantTables } from "../../../platform/db/tables.gen.ts";
import type { InvoiceDocument } from "../../invoices/documents/invoice-document.ts";
import { isPayable, openCents } from "../booking/invoices.platform-queries.ts";

type AllDb = Kysely<TenantTables & GlobalTables>;

/** Banks take a direct debit at most this many days before its collection. */
const daysAhead = 14;

/** An invoice that can be collected, with the mandate that it announces. */
export type DueDebit = {
  organizationId: string;
  invoiceId: string;
  number: string;
  openCents: number;
  /** `YYYY-MM-DD`, as announced by the invoice. */
  collectionDate: string;
  buyer: InvoiceDocument["buyer"];
  mandate: { reference: string; holder: string; iban: Buffer; signedOn: string; isUsed: boolean };
};

/** Condition that the invoice `i` announces a direct debit. */
export const isByDebit = sql<boolean>`(i.document->'payment'->>'kind' = 'direct_debit')`;

/** Condition that a direct debit of the invoice `i` was made and not returned: it is, or will be, collected. */
export const isInFile = sql<boolean>`exists (
  select from direct_debit d join direct_debit_file f on f.id = d.file_id
  where d.organization_id = i.organization_id and d.invoice_id = i.id and not exists (
    select from invoice_payment p
    where p.organization_id = i.organization_id and p.invoice_id = i.id and p.amount_cents < 0
      and p.created_at > f.created_at))`;

/**
 * Condition that the invoice `i` announces the mandate of the billing profile `b`. A later mandate is for later
 * invoices.
 */
export const hasItsMandate = sql<boolean>`(b.mandate_reference = i.document->'payment'->>'mandateReference')`;

const dueInvoices = (today: string) => sql`
  from invoice i join billing_profile b using (organization_id)
  where ${isByDebit} and ${isPayable()} and i.currency = 'EUR' and ${hasItsMandate}
    and (i.document->'payment'->>'collectionDate')::date <= ${today}::date + ${daysAhead}::integer
    and ${openCents} > 0 and not ${isInFile}`;

/** Returns number and sum of the invoices that can be collected. */
export async function countDue(allDb: AllDb, today: string): Promise<{ debits: number; totalCents: number }> {
  const { rows } = await sql<{ debits: number; totalCents: string }>`
    select count(*)::integer as debits, coalesce(sum(${openCents}), 0) as "totalCents" ${dueInvoices(today)}`.execute(
    allDb,
  );
  const [row] = rows;
  return { debits: row?.debits ?? 0, totalCents: Number(row?.totalCents ?? 0) };
}

/**
 * Returns the invoices that can be collected, in the order of their collection. Locks their billing profiles until the
 * transaction ends, so that no mandate is replaced meanwhile.
 */
export async function findDue(allDb: AllDb, today: string): Promise<DueDebit[]> {
  const { rows } = await sql<
    Omit<DueDebit, "openCents" | "mandate"> & MandateColumns & { openCents: string }
  >`
    select i.organization_id as "organizationId", i.id as "invoiceId", i.number, ${openCents} as "openCents",
      i.document->'payment'->>'collectionDate' as "collectionDate", i.document->'buyer' as buyer,
      b.mandate_reference as reference, b.mandate_holder as holder, b.mandate_iban as iban,
      b.mandate_signed_on::text as "signedOn", b.mandate_used as "isUsed"
    ${dueInvoices(today)}
    order by "collectionDate", i.number for update of b`.execute(allDb);
  return rows.map(({ reference, holder, iban, signedOn, isUsed, ...row }) => ({
    ...row,
    openCents: Number(row.openCents),
    mandate: { reference, holder, iban, signedOn, isUsed },
  }));
}

type MandateColumns = DueDebit["mandate"];

/** Marks the mandates of organizations as used. */
export async function markUsed(allDb: AllDb, organizationIds: readonly string[]): Promise<void> {
  await sql`
    update billing_profile set mandate_used = true
    where organization_id = any(${[...organizationIds]}::uuid[]) and not mandate_used`.execute(allDb);
}

export type FiledDebit = {
  organizationId: string;
  invoiceId: string;
  amountCents: number;
  collectedOn: string;
};

export type DebitFileRow = {
  id: string;
  messageId: string;
  debits: number;
  totalCents: string;
  createdAt: Date;
};

/** Stores a file with its debits. Its time is that of the statement. See `insertPayments`. */
export async function insertFile(
  allDb: AllDb,
  file: { id: string; messageId: string; content: Buffer; createdBy: string },
  debits: readonly FiledDebit[],
): Promise<DebitFileRow> {
  const totalCents = debits.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const { rows } = await sql<DebitFileRow>`
    insert into direct_debit_file (id, message_id, debits, total_cents, content, created_by, created_at)
    values (${file.id}, ${file.messageId}, ${debits.length}, ${totalCents}, ${file.content}, ${file.createdBy},
      clock_timestamp())
    returning id, message_id as "messageId", debits, total_cents as "totalCents", created_at as "createdAt"`.execute(
    allDb,
  );
  await sql`
    insert into direct_debit (organization_id, invoice_id, file_id, amount_cents, collected_on)
    select d."organizationId", d."invoiceId", ${file.id}, d."amountCents", d."collectedOn"
    from jsonb_to_recordset(${JSON.stringify(debits)}::jsonb) as d ("organizationId" uuid, "invoiceId" uuid,
      "amountCents" bigint, "collectedOn" date)`.execute(allDb);
  const [row] = rows;
  if (row === undefined) throw new Error("the file was just stored");
  return row;
}

/** Returns the number of the next file of a year. */
export async function nextFileNumber(allDb: AllDb, prefix: string): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    select coalesce(max(substr(message_id, length(${prefix}::text) + 1)::integer), 0) + 1 as number
    from direct_debit_file where starts_with(message_id, ${prefix})`.execute(allDb);
  return rows[0]?.number ?? 1;
}

/** Returns the newest files. */
export async function listFiles(allDb: AllDb, limit: number): Promise<DebitFileRow[]> {
  const { rows } = await sql<DebitFileRow>`
    select id, message_id as "messageId", debits, total_cents as "totalCents", created_at as "createdAt"
    from direct_debit_file order by created_at desc, id limit ${limit}`.execute(allDb);
  return rows;
}

/** Returns a file of the list. */
export async function readFile(allDb: AllDb, id: string): Promise<DebitFileRow | undefined> {
  const { rows } = await sql<DebitFileRow>`
    select id, message_id as "messageId", debits, total_cents as "totalCents", created_at as "createdAt"
    from direct_debit_file where id = ${id}`.execute(allDb);
  return rows[0];
}

/** Returns name and sealed content of a file. */
export async function findFile(
  allDb: AllDb,
  id: string,
): Promise<{ messageId: string; content: Buffer } | undefined> {
  const { rows } = await sql<{ messageId: string; content: Buffer }>`
    select message_id as "messageId", content from direct_debit_file where id = ${id}`.execute(allDb);
  return rows[0];
}
