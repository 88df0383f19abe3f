import type { BankEntry } from "@praxisportal/contract/payments/payments.schema";
import { type Kysely, sql } from "kysely";
import type { GlobalTables, TenantTables } from "../../../platform/db/tables.gen.ts";

type PlatformDatabase = Kysely<TenantTables & GlobalTables>;

const columns = [
  "reference",
  sql<string>`booked_on::text`.as("bookedOn"),
  sql<number>`amount_cents::float8`.as("amountCents"),
  "currency",
  "name",
  "text",
] as const;

/** Maximum number of entries in the list. */
const listMax = 500;

/** Returns the unassigned entries, newest first. */
export function listEntries(db: PlatformDatabase): Promise<BankEntry[]> {
  return db
    .selectFrom("bank_entry")
    .select(columns)
    .orderBy("booked_on", "desc")
    .orderBy("reference")
    .limit(listMax)
    .execute();
}

/** Removes an unassigned entry and returns it. Returns undefined if there is none. */
export function takeEntry(db: PlatformDatabase, reference: string): Promise<BankEntry | undefined> {
  return db.deleteFrom("bank_entry").where("reference", "=", reference).returning(columns).executeTakeFirst();
}

/** Stores unassigned entries. */
export async function insertEntries(
  db: PlatformDatabase,
  entries: readonly BankEntry[],
  importedBy: string,
): Promise<void> {
  await sql`
    insert into bank_entry (reference, booked_on, amount_cents, currency, name, text, imported_by)
    select e.reference, e."bookedOn", e."amountCents", e.currency, e.name, e.text, ${importedBy}
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as e (reference text, "bookedOn" date,
      "amountCents" bigint, currency text, name text, text text)`.execute(db);
}

/** Returns the references that have already been booked or stored. */
export async function findKnownReferences(
  db: PlatformDatabase,
  references: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ reference: string }>`
    select entry_reference as reference from invoice_payment where entry_reference = any(${[...references]}::text[])
    union all
    select reference from bank_entry where reference = any(${[...references]}::text[])`.execute(db);
  return new Set(rows.map(({ reference }) => reference));
}

/** Returns the amounts in cents of the direct debits of invoices, by invoice. */
export async function findDebitAmounts(
  db: PlatformDatabase,
  invoiceIds: readonly string[],
): Promise<Map<string, number[]>> {
  const { rows } = await sql<{ invoiceId: string; amountCents: string }>`
    select invoice_id as "invoiceId", amount_cents as "amountCents" from direct_debit
    where invoice_id = any(${[...invoiceIds]}::uuid[])`.execute(db);
  const amounts = Map.groupBy(rows, ({ invoiceId }) => invoiceId);
  return new Map([...amounts].map(([id, debits]) => [id, debits.map((debit) => Number(debit.amountCents))]));
}
