import { type Kysely, sql } from "kysely";
import type { PlatformDb } from "../../../platform/db/platform-db.ts";
import type { GlobalTables, TenantTables } from "../../../platform/db/tables.gen.ts";

export type AllDb = Kysely<TenantTables & GlobalTables>;

/** Erased rows by table; under `person`, accounts of people who belonged to no other organization. */
export type ErasedCounts = Readonly<Record<string, number>>;

/** Returns organizations that were deleted by `deletedBefore`, earliest deletion first. */
export async function findErasable(db: PlatformDb, deletedBefore: Date, limit: number): Promise<string[]> {
  const rows = await db.reads
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

/** Locks an organization that is still to be erased. Returns false when it was restored or already erased. */
export async function lockErasable(
  allDb: AllDb,
  organizationId: string,
  deletedBefore: Date,
): Promise<boolean> {
  const row = await allDb
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
 * Records the start of an organization's erasure with the data for its certificate. Changes nothing if it has started.
 */
export async function insertErasure(allDb: AllDb, organizationId: string, startedAt: Date): Promise<void> {
  await sql`
    insert into organization_erasure (organization_id, started_at, organization_name, practice_code, recipients, notice)
    select o.organization_id, ${startedAt}, o.name, o.practice_code,
      (select jsonb_agg(jsonb_build_object('name', trim(p.first_name || ' ' || p.last_name), 'address', p.email,
          'language', p.language) order by p.id)
        from membership m join person p on p.id = m.person_id
        where m.organization_id = o.organization_id and m.role = 'org_admin' and m.status = 'active'
          and p.email is not null and p.deactivated_at is null),
      (select jsonb_build_object('givenAt', o.notice_given_at, 'endsAt', o.contract_ends_at,
          'givenBy', trim(p.first_name || ' ' || p.last_name))
        from (select) as one left join person p on p.id = o.notice_given_by where o.contract_ends_at is not null)
    from organization o where o.organization_id = ${organizationId}
    on conflict do nothing`.execute(allDb);
}

/** Locks the progress of an erasure, so that two processes do not count the same rows. */
export async function lockErasure(allDb: AllDb, organizationId: string): Promise<ErasedCounts> {
  const { counts } = await allDb
    .selectFrom("organization_erasure")
    .select("counts")
    .where("organization_id", "=", organizationId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return counts as ErasedCounts;
}

/** Stores the numbers of rows erased so far. */
export async function saveCounts(allDb: AllDb, organizationId: string, counts: ErasedCounts): Promise<void> {
  await allDb
    .updateTable("organization_erasure")
    .set({ counts: JSON.stringify(counts) })
    .where("organization_id", "=", organizationId)
    .execute();
}

/** Deletes at most `limit` rows of an organization from a table. Returns their number. */
export async function deleteRows(
  allDb: AllDb,
  organizationId: string,
  table: string,
  limit: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where organization_id = ${organizationId} and ctid = any (array(
      select ctid from ${sql.table(table)} where organization_id = ${organizationId} limit ${limit}))`.execute(
    allDb,
  );
  return Number(numAffectedRows ?? 0n);
}

/** Deletes at most `limit` drafts of invoices of an organization, with their lines. Returns their number. */
export async function deleteDrafts(allDb: AllDb, organizationId: string, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from invoice where organization_id = ${organizationId} and state = 'draft' and id = any (array(
      select id from invoice where organization_id = ${organizationId} and state = 'draft' limit ${limit}))`.execute(
    allDb,
  );
  return Number(numAffectedRows ?? 0n);
}

/**
 * Deletes at most `limit` memberships of an organization, the references of their people to it, and the accounts of
 * those who belong to no other organization. Nothing may refer to the memberships by then.
 */
export async function eraseMembers(allDb: AllDb, organizationId: string, limit: number) {
  const { rows } = await sql<{ id: string; person_id: string }>`
    select id, person_id from membership where organization_id = ${organizationId}
    order by id limit ${limit}`.execute(allDb);
  if (rows.length === 0) return { memberships: 0, people: 0 };
  const personIds = rows.map((row) => row.person_id);
  const people = await erasePeople(allDb, organizationId, personIds);
  await deleteReferences(allDb, organizationId, personIds);
  const { numAffectedRows } = await sql`
    delete from membership where organization_id = ${organizationId}
      and id = any(${rows.map((row) => row.id)}::uuid[])`.execute(allDb);
  return { memberships: Number(numAffectedRows ?? 0n), people };
}

/**
 * Erases the people who belong only to this organization, as if each had been deleted: identity, credentials, sessions
 * and devices. Returns their number.
 */
async function erasePeople(
  allDb: AllDb,
  organizationId: string,
  personIds: readonly string[],
): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select p.id from person p
    where p.id = any(${personIds}::uuid[]) and p.platform_role is null
      and not exists (
        select from membership other where other.person_id = p.id
          and other.organization_id <> ${organizationId} and other.status <> 'removed')
    order by p.id for update of p`.execute(allDb);
  const ids = rows.map((row) => row.id);
  if (ids.length === 0) return 0;
  const anyPerson = sql<string[]>`any(${ids}::uuid[])`;
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
    await sql`delete from ${sql.table(table)} where person_id = ${anyPerson}`.execute(allDb);
  }
  await sql`select erase_audit_names(id) from unnest(${ids}::uuid[]) as id`.execute(allDb);
  await sql`
    update person set first_name = '', last_name = 'Gelöschte Person', email = null, email_verified_at = null,
      pending_email = null, phone = null, password_hash = null, must_change_password = false, last_login_at = null,
      deactivated_at = coalesce(deactivated_at, now()), updated_at = now(), version = version + 1
    where id = ${anyPerson}`.execute(allDb);
  return ids.length;
}

/** Deletes references to an organization from the rows of these people. */
async function deleteReferences(allDb: AllDb, organizationId: string, personIds: readonly string[]) {
  const anyPerson = sql<string[]>`any(${personIds}::uuid[])`;
  for (const table of ["idempotency_key", "notification"] as const)
    await sql`
      delete from ${sql.table(table)} where person_id = ${anyPerson} and organization_id = ${organizationId}`.execute(
      allDb,
    );
  await sql`
    update session set start_organization_id = null
    where person_id = ${anyPerson} and start_organization_id = ${organizationId}`.execute(allDb);
  await sql`
    update person set last_organization_id = null
    where id = ${anyPerson} and last_organization_id = ${organizationId}`.execute(allDb);
}

/** Erases at most `limit` names in the log of an organization. Returns their number. */
export async function eraseNames(allDb: AllDb, organizationId: string, limit: number): Promise<number> {
  const { rows } = await sql<{ erased: number }>`
    select erase_organization_names(${organizationId}, ${limit}) as erased`.execute(allDb);
  return rows[0]?.erased ?? 0;
}

/** Deletes the rest of an organization's data on the platform: visits, references of platform accounts and its name. */
export async function deletePlatformReferences(allDb: AllDb, organizationId: string): Promise<void> {
  await sql`delete from organization_visit where organization_id = ${organizationId}`.execute(allDb);
  const { rows } = await sql<{ id: string }>`
    select id from person where platform_role is not null`.execute(allDb);
  await deleteReferences(
    allDb,
    organizationId,
    rows.map((row) => row.id),
  );
  await sql`select erase_audit_names(${organizationId})`.execute(allDb);
}

/** Empties the row of the organization itself. */
export async function clearOrganization(allDb: AllDb, organizationId: string, at: Date): Promise<void> {
  await allDb
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
