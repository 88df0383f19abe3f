import { type Kysely, sql } from "kysely";
import type { GlobalTables, TenantTables } from "../../../platform/db/tables.gen.ts";

type AllDb = Kysely<TenantTables & GlobalTables>;

/** A payment to be stored. */
export type NewPayment = {
  id: string;
  organizationId: string;
  invoiceId: string;
  bookedOn: string;
  /** Negative for money paid back and for a returned direct debit. */
  amountCents: number;
  source: "manual" | "statement";
  note: string | null;
  /** The reference of the bank entry, or null for a payment that was entered manually. */
  entryReference: string | null;
};

/**
 * Stores payments. Their creation time is that of the SQL statement, not of the transaction, which may have waited in
 * between. It decides whether a direct debit was returned after it was made.
 */
export async function insertPayments(
  allDb: AllDb,
  payments: readonly NewPayment[],
  createdBy: string,
): Promise<void> {
  await sql`
    insert into invoice_payment (organization_id, invoice_id, id, booked_on, amount_cents, source, note,
      entry_reference, created_by, created_at)
    select p."organizationId", p."invoiceId", p.id, p."bookedOn", p."amountCents", p.source, p.note,
      p."entryReference", ${createdBy}, clock_timestamp()
    from jsonb_to_recordset(${JSON.stringify(payments)}::jsonb) as p (id uuid, "organizationId" uuid,
      "invoiceId" uuid, "bookedOn" date, "amountCents" bigint, source text, note text, "entryReference" text)`.execute(
    allDb,
  );
}
