import { sql } from "kysely";
import type { WriteTransaction } from "../platform/db/write-transaction.ts";
import { syncMemberRows } from "./member-rows.queries.ts";

/** Sets a person's confirmed address, confirmed now; null removes it. */
export async function setConfirmedEmail(
  tx: WriteTransaction,
  personId: string,
  email: string | null,
): Promise<void> {
  await tx.identity
    .updateTable("person")
    .set({
      email,
      email_verified_at: email === null ? null : sql`now()`,
      pending_email: null,
      version: sql`version + 1`,
      updated_at: sql`now()`,
    })
    .where("id", "=", personId)
    .execute();
  await syncMemberRows(tx, personId);
}

/** Returns the organizations of a person, whose logs record a changed address. */
export async function organizationsOf(tx: WriteTransaction, personId: string): Promise<string[]> {
  const { rows } = await sql<{ organization_id: string }>`
    select organization_id from organizations_of_person(${personId})`.execute(tx.identity);
  return rows.map((row) => row.organization_id);
}
