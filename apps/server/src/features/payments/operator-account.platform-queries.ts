import { type Kysely, sql } from "kysely";
import type { GlobalTables, TenantTables } from "../../platform/db/tables.gen.ts";

type AllDb = Kysely<TenantTables & GlobalTables>;

/** The operator's details that bank files require. */
export type OperatorAccount = {
  name: string | null;
  street: string | null;
  houseNumber: string | null;
  postalCode: string | null;
  city: string | null;
  country: string | null;
  iban: string | null;
  bic: string | null;
  creditorId: string | null;
};

/** Returns the operator's account. */
export async function findOperatorAccount(allDb: AllDb): Promise<OperatorAccount> {
  const { rows } = await sql<OperatorAccount>`
    select name, street, house_number as "houseNumber", postal_code as "postalCode", city, country, iban, bic,
      creditor_id as "creditorId"
    from operator_profile`.execute(allDb);
  const [row] = rows;
  if (row === undefined) throw new Error("there is no operator profile");
  return row;
}

/**
 * Serializes imports of statements, assignments of entries and files of direct debits across all processes, because
 * each depends on the bookings of the previous one.
 */
export async function lockBankWork(allDb: AllDb): Promise<void> {
  await sql`select from operator_profile for update`.execute(allDb);
}
