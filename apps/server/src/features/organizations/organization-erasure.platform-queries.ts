import { type Kysely, sql } from "kysely";
import type { PlatformDb } from "../../platform/db/platform-db.ts";
import { emptiedTables } from "../../platform/db/organization-tables.ts";
import type { GlobalTables, TenantTables } from "../../platform/db/tables.gen.ts";

type All = Kysely<TenantTables & GlobalTables>;

/** Returns organizations that were deleted by `deletedBefore`, longest-waiting first. */
export async function findErasable(db: PlatformDb, deletedBefore: Date, limit: number): Promise<string[]> {
  const rows = await db.all
    .selectFrom("organization")
    .select("organization_id")
    .where("status", "=", "deleted")
    .where("erased_at", "is", null)
    .where("deleted_at", "<=", deletedBefore)
    .orderBy("deleted_at")
    .limit(limit)
    .execute();
  return rows.map((row) => row.organization_id);
}

/** Locks an organization that is still to be erased; false when it was restored or already erased. */
export async function lockErasable(all: All, organizationId: string, deletedBefore: Date): Promise<boolean> {
  const row = await all
    .selectFrom("organization")
    .select("organization_id")
    .where("organization_id", "=", organizationId)
    .where("status", "=", "deleted")
    .where("erased_at", "is", null)
    .where("deleted_at", "<=", deletedBefore)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Erases the people who belonged to this organization and to no other, as if each had been deleted: identity,
 * credentials, sessions and devices. Returns how many there were.
 */
export async function erasePeopleOf(all: All, organizationId: string): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select p.id from membership m join person p on p.id = m.person_id
    where m.organization_id = ${organizationId} and p.platform_role is null
      and not exists (
        select from membership other where other.person_id = p.id
          and other.organization_id <> ${organizationId} and other.status <> 'removed')
    order by p.id for update of p`.execute(all);
  const ids = rows.map((row) => row.id);
  if (ids.length === 0) return 0;
  const own = sql<string[]>`any(${ids}::uuid[])`;
  for (const table of [
    "two_factor",
    "two_factor_setup",
    "backup_code",
    "passkey",
    "preferences",
    "recovery_code",
    "email_change",
    "one_time_token",
    "idempotency_key",
    "notification",
    "session",
    "device_person",
  ] as const) {
    await sql`delete from ${sql.table(table)} where person_id = ${own}`.execute(all);
  }
  await sql`select erase_audit_names(id) from unnest(${ids}::uuid[]) as id`.execute(all);
  await sql`
    update person set first_name = '', last_name = 'Gelöschte Person', email = null, email_verified_at = null,
      pending_email = null, phone = null, password_hash = null, must_change_password = false, last_login_at = null,
      deactivated_at = coalesce(deactivated_at, now()), updated_at = now(), version = version + 1
    where id = ${own}`.execute(all);
  return ids.length;
}

/** Deletes every row of the organization, and the references to it outside its own tables. */
export async function deleteOrganizationRows(all: All, organizationId: string): Promise<void> {
  for (const table of emptiedTables) {
    await sql`delete from ${sql.table(table)} where organization_id = ${organizationId}`.execute(all);
  }
  await sql`delete from organization_visit where organization_id = ${organizationId}`.execute(all);
  await sql`delete from idempotency_key where organization_id = ${organizationId}`.execute(all);
  await sql`delete from notification where organization_id = ${organizationId}`.execute(all);
  await sql`
    update session set start_organization_id = null where start_organization_id = ${organizationId}`.execute(
    all,
  );
  await sql`
    update person set last_organization_id = null where last_organization_id = ${organizationId}`.execute(
    all,
  );
  await sql`select erase_organization_names(${organizationId}), erase_audit_names(${organizationId})`.execute(
    all,
  );
}

/** Empties the row of the organization itself. */
export async function clearOrganization(all: All, organizationId: string, at: Date): Promise<void> {
  await all
    .updateTable("organization")
    .set({
      name: "Gelöschte Praxis",
      practice_code: sql`upper('gone-' || organization_id)`,
      details: "{}",
      suspension_reason: null,
      max_users: null,
      verified_at: null,
      erased_at: at,
      updated_at: sql`now()`,
      version: sql`version + 1`,
    })
    .where("organization_id", "=", organizationId)
    .execute();
}
