import { sql } from "kysely";
import type { IdentityQueries } from "../platform/db/query-builders.ts";
import type { WriteTransaction } from "../platform/db/write-transaction.ts";
import { syncMemberRows } from "./member-rows.queries.ts";

/** Locks a person until the transaction ends. Call it before locking their memberships and other rows. */
export function lockPerson(tx: WriteTransaction, personId: string): Promise<LockedPerson> {
  return personLock(tx.identity, personId).executeTakeFirstOrThrow();
}

/** Returns the statement of {@link lockPerson}, to be sent together with others. */
export function personLock(db: IdentityQueries, personId: string) {
  return db
    .selectFrom("person")
    .select(["first_name", "last_name", "email", "pending_email", "phone", "platform_role", "version"])
    .select("language")
    .where("id", "=", personId)
    .forUpdate();
}

export type LockedPerson = Awaited<ReturnType<ReturnType<typeof personLock>["execute"]>>[number];

/** Returns whether the person belongs to any other organization, including by an open invitation. */
export async function belongsElsewhere(
  tx: WriteTransaction,
  organizationId: string,
  personId: string,
): Promise<boolean> {
  const { rows } = await sql<{ elsewhere: boolean }>`
    select has_other_memberships(${personId}, ${organizationId}) as elsewhere`.execute(tx.identity);
  return rows[0]?.elsewhere ?? true;
}

export type IdentityChanges = {
  first_name?: string;
  last_name?: string;
  phone?: string | null;
  pending_email?: string | null;
};

/** Changes the identity of a locked person, and the copies in the member lists of organizations. */
export async function updateIdentity(
  tx: WriteTransaction,
  personId: string,
  changes: IdentityChanges,
): Promise<void> {
  await tx.identity
    .updateTable("person")
    .set({ ...changes, version: sql`version + 1`, updated_at: sql`now()` })
    .where("id", "=", personId)
    .execute();
  await syncMemberRows(tx, personId);
}

/** Text that replaces the name of a deleted person. */
export const erasedName = "Gelöschte Person";

/**
 * Erases a person: their identity, everything they could sign in with, and everything a mailed link could restore. The
 * row stays, because other records refer to it.
 */
export async function erasePerson(tx: WriteTransaction, personId: string): Promise<void> {
  await tx.eraseAuditNames(personId);
  for (const owned of ["two_factor", "backup_code", "passkey", "notification"] as const) {
    await tx.identity.deleteFrom(owned).where("person_id", "=", personId).execute();
  }
  await tx.sendFor(personId, (db) => [db.deleteFrom("preferences").where("person_id", "=", personId)]);
  await tx.identity
    .updateTable("email_change")
    .set({ old_email: null, new_email: "", withdrawn_at: sql`coalesce(withdrawn_at, now())` })
    .where("person_id", "=", personId)
    .execute();
  await tx.identity
    .updateTable("one_time_token")
    .set({ details: "{}", used_at: sql`coalesce(used_at, now())` })
    .where("person_id", "=", personId)
    .execute();
  await tx.identity
    .updateTable("person")
    .set({
      first_name: "",
      last_name: erasedName,
      email: null,
      email_verified_at: null,
      pending_email: null,
      phone: null,
      password_hash: null,
      must_change_password: false,
      deactivated_at: sql`now()`,
      updated_at: sql`now()`,
      version: sql`version + 1`,
    })
    .where("id", "=", personId)
    .execute();
}
