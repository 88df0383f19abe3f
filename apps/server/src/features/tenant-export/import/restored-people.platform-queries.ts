import { sql } from "kysely";
import type { AllDb } from "./section-rows.platform-queries.ts";

/**
 * Creates the people in rows of the section `members`, without credentials. People who exist already are not changed,
 * and neither are addresses that belong to other people. A removed member has no address.
 */
export async function insertPeople(allDb: AllDb, language: string, lines: readonly string[]): Promise<void> {
  await sql`
    insert into person (id, first_name, last_name, phone, email, email_verified_at, pending_email, language, deactivated_at)
    select r."personId", r."firstName", r."lastName", r.phone,
      case when r."emailVerified" then r.free_email end,
      case when r."emailVerified" and r.free_email is not null then now() end,
      case when not r."emailVerified" then r.free_email end,
      ${language}, case when r.status = 'removed' then now() end
    from (
      select given.*, case when given.status <> 'removed'
        and not exists (select from person p where p.email = given.email) then given.email end as free_email
      from json_to_recordset(${`[${lines.join(",")}]`}::json) as given(
        "personId" uuid, "firstName" text, "lastName" text, phone text, email text, "emailVerified" boolean, status text)
    ) r
    on conflict (id) do nothing`.execute(allDb);
}

/**
 * Copies data of people to the rows of members that differ. They differ because second factors are not restored, or
 * because the person already existed in the database.
 */
export async function syncMembers(allDb: AllDb, organizationId: string): Promise<void> {
  await sql`
    select sync_member_rows(m.person_id) from membership m join person p on p.id = m.person_id
    where m.organization_id = ${organizationId} and (m.two_factor_enabled
      or (m.first_name, m.last_name, m.phone, m.email) is distinct from
        (p.first_name, p.last_name, p.phone, coalesce(p.email, p.pending_email)))`.execute(allDb);
}

/** Member who cannot sign in yet. With a confirmed address they can get a link. */
export type NewcomerRow = { personId: string; name: string; username: string | null; email: string | null };

/** Returns the active members who have neither a password nor a passkey. */
export async function findWithoutPassword(allDb: AllDb, organizationId: string): Promise<NewcomerRow[]> {
  const { rows } = await sql<NewcomerRow>`
    select p.id as "personId", trim(p.first_name || ' ' || p.last_name) as name, m.username, p.email
    from membership m join person p on p.id = m.person_id
    where m.organization_id = ${organizationId} and m.status = 'active' and m.blocked_at is null
      and p.deactivated_at is null and p.password_hash is null and p.platform_role is null
      and not exists (select from passkey k where k.person_id = p.id)
    order by m.last_name collate "de-x-icu", m.first_name collate "de-x-icu", p.id`.execute(allDb);
  return rows;
}
