import { uuidV7 } from "@praxisportal/contract/identifiers";
import { type Kysely, sql } from "kysely";
import type { GlobalTables, TenantTables } from "../../../platform/db/tables.gen.ts";
import type { DemoOrganization } from "../demo-organizations.ts";

type AllDb = Kysely<TenantTables & GlobalTables>;

/** The invented operator. Its numbers are from ranges that are reserved for fiction or examples. */
const operator = {
  name: "Praxisportal Betrieb GmbH (Demonstration)",
  street: "Beispielstraße",
  house_number: "1",
  postal_code: "12345",
  city: "Musterstadt",
  country: "DE",
  vat_id: "DE123456789",
  tax_number: "00/000/00000",
  contact_name: "Rechnungsstelle",
  contact_phone: "+49 30 23125 700",
  contact_email: "rechnung@betrieb.example.org",
  website: "https://betrieb.example.org",
  management: "Geschäftsführung: Max Mustermann",
  register: "Amtsgericht Musterstadt, HRB 00000",
  bank_name: "Musterbank",
  iban: "DE02120300000000202051",
  creditor_id: "DE98ZZZ09999999999",
};

/** Fills in the operator profile; the operator has invoiced since `billedFrom`. */
export async function storeOperator(allDb: AllDb, billedFrom: string): Promise<void> {
  await allDb
    .updateTable("operator_profile")
    .set({ ...operator, billed_from: billedFrom })
    .execute();
}

/** Stores the billing profile of an organization. */
export async function storeProfile(
  allDb: AllDb,
  organizationId: string,
  profile: DemoOrganization["billing"],
): Promise<void> {
  await allDb
    .insertInto("billing_profile")
    .values({ organization_id: organizationId, ...profile })
    .execute();
}

/** A demo organization that gets invoices. */
export type InvoicedOrganization = { id: string; name: string; isSuspended: boolean };

/** Returns the time up to which the demo has a history, or undefined before it is complete, and without a demo. */
export async function findFinishedSeason(allDb: AllDb): Promise<Date | undefined> {
  const row = await allDb
    .selectFrom("demo_season")
    .select("anchored_at")
    .where("finished_at", "is not", null)
    .executeTakeFirst();
  return row?.anchored_at;
}

/** Returns the demo organizations that have no invoice of a month, and locks the demo until the transaction ends. */
export async function listWithoutInvoice(allDb: AllDb, month: string): Promise<InvoicedOrganization[]> {
  await sql`select from demo_season for update`.execute(allDb);
  const { rows } = await sql<InvoicedOrganization>`
    select o.organization_id as id, o.name, o.status = 'suspended' as "isSuspended" from organization o
    where o.is_demo and o.status in ('active', 'suspended') and not exists (
      select from invoice i where i.organization_id = o.organization_id and i.month = ${month} and i.kind = 'invoice')
    order by o.practice_code`.execute(allDb);
  return rows;
}

/** Books that an invoice was paid in full on a day. */
export async function storePayment(
  allDb: AllDb,
  { organizationId, invoiceId }: { organizationId: string; invoiceId: string },
  bookedOn: string,
): Promise<void> {
  await sql`
    insert into invoice_payment (organization_id, invoice_id, id, booked_on, amount_cents, source, note, created_at)
    select organization_id, id, ${uuidV7()}, ${bookedOn}, due_cents, 'manual', 'Demonstration', ${bookedOn}
    from invoice where organization_id = ${organizationId} and id = ${invoiceId} and due_cents <> 0`.execute(
    allDb,
  );
}

/** Deletes the invented invoices, their numbers and the operator profile. */
export async function deleteDemoInvoices(allDb: AllDb): Promise<void> {
  await sql`select set_config('app.removes_demonstration', 'on', true)`.execute(allDb);
  const demo = sql`organization_id in (select organization_id from organization where is_demo)`;
  await sql`delete from invoice where kind = 'credit_note' and ${demo}`.execute(allDb);
  await sql`delete from invoice where ${demo}`.execute(allDb);
  await sql`select set_config('app.removes_demonstration', 'off', true)`.execute(allDb);
  await sql`
    delete from invoice_counter c
    where not exists (select from invoice where number like c.series || '-' || c.year || '-%')`.execute(
    allDb,
  );
  await sql`
    update operator_profile set (${sql.join(Object.keys(operator).map((column) => sql.ref(column)))})
      = (${sql.join(Object.keys(operator).map(() => sql`null`))}), billed_from = date_trunc('month', now())
    where name = ${operator.name}`.execute(allDb);
}
