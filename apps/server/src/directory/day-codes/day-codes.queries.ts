import { sql } from "kysely";
import type { IdentityDb } from "../../platform/db/handles.ts";
import type { WriteTransaction } from "../../platform/db/write-transaction.ts";

/** Returns the day code that an organization issued to a person and that has not ended. */
export async function findDayCode(db: IdentityDb, personId: string, organizationId: string, now: Date) {
  const [row] = await db.read((query) =>
    query
      .selectFrom("recovery_code")
      .select(["id", "code_hash", "expires_at"])
      .where("person_id", "=", personId)
      .where("organization_id", "=", organizationId)
      .where("purpose", "=", "day")
      .where("revoked_at", "is", null)
      .where("expires_at", ">", now),
  );
  return row;
}

/**
 * Returns whether a day code may still begin a session. Its row stays locked, so that a concurrent revocation waits and
 * then finds the session. The administrator who issued the code knows it, so it is refused for members of other
 * organizations, for platform accounts and while a new password must be set.
 */
export async function lockDayCode(tx: WriteTransaction, id: string, now: Date): Promise<boolean> {
  const row = await tx.identity
    .selectFrom("recovery_code as c")
    .select("c.id")
    .where("c.id", "=", id)
    .where("c.revoked_at", "is", null)
    .where("c.expires_at", ">", now)
    .where(sql<boolean>`not has_other_memberships(c.person_id, c.organization_id)`)
    .where(
      sql<boolean>`exists (select from person p where p.id = c.person_id and p.platform_role is null
        and not p.must_change_password)`,
    )
    .forShare()
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Ends the day code of a person, optionally only that of an organization. Returns its id, or undefined if none was
 * valid.
 */
export async function revokeDayCode(
  tx: WriteTransaction,
  personId: string,
  now: Date,
  organizationId?: string,
): Promise<string | undefined> {
  const row = await tx.identity
    .updateTable("recovery_code")
    .set({ revoked_at: now })
    .where("person_id", "=", personId)
    .where("purpose", "=", "day")
    .where("revoked_at", "is", null)
    .$if(organizationId !== undefined, (query) => query.where("organization_id", "=", String(organizationId)))
    .returning(["id", "expires_at"])
    .executeTakeFirst();
  return row !== undefined && row.expires_at > now ? row.id : undefined;
}

/** Returns the open sessions that began with a day code. */
export async function dayCodeSessions(tx: WriteTransaction, id: string): Promise<string[]> {
  const rows = await tx.identity
    .selectFrom("session")
    .select("id")
    .where("day_code_id", "=", id)
    .where("ended_at", "is", null)
    .execute();
  return rows.map((row) => row.id);
}
