import { sql } from "kysely";
import { usableMembership } from "../../platform/db/usable-membership.ts";
import type { WriteTransaction } from "../../platform/db/write-transaction.ts";

/** Blocks or unblocks a member of an organization. Their row must be locked. Returns whether anything changed. */
export async function setBlocked(
  tx: WriteTransaction,
  organizationId: string,
  personId: string,
  block: { at: Date; by: string; reason: string | null } | null,
): Promise<boolean> {
  const changedRow = await tx.organization(organizationId, (db) =>
    db
      .updateTable("membership")
      .set({
        blocked_at: block?.at ?? null,
        blocked_by: block?.by ?? null,
        blocked_reason: block?.reason ?? null,
        version: sql`version + 1`,
        updated_at: sql`now()`,
      })
      .where("organization_id", "=", organizationId)
      .where("person_id", "=", personId)
      .where("status", "<>", "removed")
      .where("blocked_at", block === null ? "is not" : "is", null)
      .returning("id")
      .executeTakeFirst(),
  );
  return changedRow !== undefined;
}

/** Returns open sessions of a person, filtered by the organization in which they began or by id. */
export async function openSessionsIn(
  tx: WriteTransaction,
  personId: string,
  filter: { organizationId?: string; sessionId?: string },
): Promise<string[]> {
  const { organizationId, sessionId } = filter;
  const rows = await tx.identity
    .selectFrom("session")
    .select("id")
    .where("person_id", "=", personId)
    .where("ended_at", "is", null)
    .$if(organizationId !== undefined, (query) =>
      query.where("start_organization_id", "=", organizationId ?? null),
    )
    .$if(sessionId !== undefined, (query) => query.where("id", "=", sessionId ?? ""))
    .execute();
  return rows.map((row) => row.id);
}

/** Returns whether a person has a second factor of either kind. */
export async function hasSecondFactor(tx: WriteTransaction, personId: string): Promise<boolean> {
  const row = await tx.identity
    .selectFrom("person as p")
    .select(
      sql<boolean>`exists (select from two_factor f where f.person_id = p.id and f.enabled_at is not null)
        or exists (select from passkey k where k.person_id = p.id)`.as("has"),
    )
    .where("p.id", "=", personId)
    .executeTakeFirst();
  return row?.has ?? false;
}

/**
 * Returns whether a member could sign in with a day code. They need a usable membership and must not have a temporary
 * password, because the code must not help to replace it. Their row must be locked.
 */
export async function mayUseDayCode(
  tx: WriteTransaction,
  organizationId: string,
  personId: string,
  now: Date,
): Promise<boolean> {
  const row = await tx.organization(organizationId, (db) =>
    db
      .selectFrom("membership as m")
      .innerJoin("person as p", "p.id", "m.person_id")
      .select("m.person_id")
      .where("m.organization_id", "=", organizationId)
      .where("m.person_id", "=", personId)
      .where(usableMembership("m", now))
      .where("p.deactivated_at", "is", null)
      .where("p.must_change_password", "=", false)
      .executeTakeFirst(),
  );
  return row !== undefined;
}

/** Deletes the passkeys of a person. Returns whether there were any. */
export async function deletePasskeys(tx: WriteTransaction, personId: string): Promise<boolean> {
  const rows = await tx.identity
    .deleteFrom("passkey")
    .where("person_id", "=", personId)
    .returning("id")
    .execute();
  return rows.length > 0;
}

/** Returns the administrators of an organization who can read its audit log. */
export async function administratorsOf(
  tx: WriteTransaction,
  organizationId: string,
  now: Date,
): Promise<string[]> {
  const rows = await tx.organization(organizationId, (db) =>
    db
      .selectFrom("membership as m")
      .innerJoin("person as p", "p.id", "m.person_id")
      .select("p.id")
      .where("m.organization_id", "=", organizationId)
      .where("m.role", "in", ["org_admin", "practice_admin"])
      .where(usableMembership("m", now))
      .where("p.deactivated_at", "is", null)
      .execute(),
  );
  return rows.map((row) => row.id);
}

/** Returns the practice code and the time zone of an organization. */
export function codeAndTimeZoneOf(tx: WriteTransaction, organizationId: string) {
  return tx.organization(organizationId, (db) =>
    db
      .selectFrom("organization")
      .select(["practice_code as practiceCode", "time_zone as timeZone"])
      .where("organization_id", "=", organizationId)
      .executeTakeFirstOrThrow(),
  );
}
