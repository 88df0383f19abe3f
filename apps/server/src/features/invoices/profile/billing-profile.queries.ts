import { sql } from "kysely";
import type { WriteTransaction } from "../../../platform/db/write-transaction.ts";
import { type ProfileRow, profileQuery } from "./profile.queries.ts";

/** Columns of a billing profile that the organization changes. */
export type ProfileColumns = Partial<
  Pick<
    ProfileRow,
    | "name"
    | "contact_name"
    | "street"
    | "house_number"
    | "postal_code"
    | "city"
    | "addition"
    | "country"
    | "vat_id"
    | "email"
    | "buyer_reference"
    | "vat_id_checked_on"
  >
>;

/** Locks the billing profile of an organization until the transaction ends; creates it when it is missing. */
export function lockProfile(tx: WriteTransaction, organizationId: string): Promise<ProfileRow> {
  return tx.organization(organizationId, async (db) => {
    await db
      .insertInto("billing_profile")
      .values({ organization_id: organizationId, version: 0 })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await db
      .selectFrom("billing_profile")
      .select("version")
      .where("organization_id", "=", organizationId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    return profileQuery(db, organizationId).executeTakeFirstOrThrow();
  });
}

/** Stores columns of a billing profile. */
export function storeProfile(
  tx: WriteTransaction,
  organizationId: string,
  columns: ProfileColumns,
): Promise<void> {
  return tx.organization(organizationId, async (db) => {
    await db
      .updateTable("billing_profile")
      .set({ ...columns, version: sql`version + 1`, updated_at: sql`now()` })
      .where("organization_id", "=", organizationId)
      .execute();
  });
}
