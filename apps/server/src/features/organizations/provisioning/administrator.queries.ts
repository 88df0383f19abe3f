import { sql } from "kysely";
import type { WriteTransaction } from "../../../platform/db/write-transaction.ts";

/** Returns the membership of an administrator, and whether an invitation was created for it. */
export function findAdministrator(tx: WriteTransaction, organizationId: string, personId: string) {
  return tx.organization(organizationId, (db) =>
    db
      .selectFrom("membership as m")
      .select("m.id as membershipId")
      .select(
        sql<boolean>`exists (select from invitation i
          where i.organization_id = m.organization_id and i.membership_id = m.id)`.as("isInvited"),
      )
      .where("m.organization_id", "=", organizationId)
      .where("m.person_id", "=", personId)
      .where("m.role", "=", "org_admin")
      .executeTakeFirst(),
  );
}
