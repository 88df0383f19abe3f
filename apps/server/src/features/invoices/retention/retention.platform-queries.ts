import { type Kysely, sql } from "kysely";
import type { PlatformDb } from "../../../platform/db/platform-db.ts";
import type { GlobalTables, TenantTables } from "../../../platform/db/tables.gen.ts";

type AllDb = Kysely<TenantTables & GlobalTables>;

/** A final invoice whose retention is over, or its credit note. */
export type ExpiredInvoice = { organizationId: string; id: string; number: string };

/** Returns the condition that an invoice is past its retention and has no legal hold. */
const isExpired = (alias: string) => sql`(
  ${sql.ref(`${alias}.state`)} = 'final' and ${sql.ref(`${alias}.retain_until`)} < current_date
  and not exists (
    select from invoice_account a where a.organization_id = ${sql.ref(`${alias}.organization_id`)}
      and a.invoice_id = ${sql.ref(`${alias}.id`)} and a.legal_hold_reason is not null))`;

/** An invoice and its credit note expire together, because they explain each other. */
const expiredInvoices = sql`
  from invoice i
    left join invoice credit on credit.organization_id = i.organization_id and credit.corrects = i.id
  where i.kind = 'invoice' and ${isExpired("i")} and (credit.id is null or ${isExpired("credit")})`;

/** Returns the invoices that are to be deleted, the oldest first, after one of them. */
export async function findExpired(db: PlatformDb, after: string | null, count: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select i.id ${expiredInvoices} and (${after}::uuid is null or i.id > ${after}::uuid)
    order by i.id limit ${count}`.execute(db.reads);
  return rows.map(({ id }) => id);
}

/**
 * Moves `billed_from` past the terms and months of the invoices that are to be deleted: without their lines these would
 * be invoiced again. Returns the day before and after, undefined when it need not move.
 */
export async function moveBilledFrom(allDb: AllDb): Promise<readonly [string, string] | undefined> {
  const { rows } = await sql<{ before: string; after: string | null }>`
    select o.billed_from::text as before, (
        select max(coalesce(l.term_from, l.from_day)) + 1
        from invoice_line l where l.invoice_id = any (array(select i.id ${expiredInvoices}))
      )::text as after
    from operator_profile o for update of o`.execute(allDb);
  const [row] = rows;
  if (row === undefined || row.after === null || row.after <= row.before) return undefined;
  await sql`update operator_profile set billed_from = ${row.after}::date, version = version + 1`.execute(
    allDb,
  );
  return [row.before, row.after];
}

/**
 * Deletes an invoice with its credit note, which is deleted first. Returns the deleted documents, none if there is a
 * legal hold by now.
 */
export async function deleteExpired(allDb: AllDb, invoiceId: string): Promise<ExpiredInvoice[]> {
  // A legal hold locks its invoice as well.
  await sql`select from invoice where id = ${invoiceId} or corrects = ${invoiceId} order by id for update`.execute(
    allDb,
  );
  const { rows } = await sql<{ id: string; creditId: string | null }>`
    select i.id, credit.id as "creditId" ${expiredInvoices} and i.id = ${invoiceId}`.execute(allDb);
  const [invoice] = rows;
  if (invoice === undefined) return [];
  await sql`select set_config('app.deletes_expired_invoices', 'on', true)`.execute(allDb);
  const deletedDocuments: ExpiredInvoice[] = [];
  for (const id of [invoice.creditId, invoice.id]) {
    if (id === null) continue;
    const result = await sql<ExpiredInvoice>`
      delete from invoice where id = ${id}
      returning organization_id as "organizationId", id, number`.execute(allDb);
    deletedDocuments.push(...result.rows);
  }
  return deletedDocuments;
}
