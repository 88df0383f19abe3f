import { sql } from "kysely";
import type { PlatformDb } from "../db/platform-db.ts";

/** What is stored about a session, its person and the practices she may work in right now. */
export type SessionStandingRow = {
  session_id: string;
  person_id: string;
  device_kind: "browser" | "client";
  restriction: string | null;
  platform_role: "super_admin" | "admin" | null;
  is_demo: boolean;
  idle_expires_at: Date;
  absolute_expires_at: Date;
  organization_ids: string[];
};

/**
 * Reads sessions that have not ended and whose screen is not locked, with the practices whose news their people may see: active members, not
 * blocked, within their validity, in a practice that is not closed, nor suspended for any but its administrators. Sessions under a restriction
 * see none.
 *
 * @param now time that decides about validity
 */
export async function findStandings(
  db: PlatformDb,
  sessionIds: readonly string[],
  now: Date,
): Promise<SessionStandingRow[]> {
  const { rows } = await sql<SessionStandingRow>`
    select s.id as session_id, s.person_id, d.kind as device_kind, s.restriction, p.platform_role, p.is_demo,
      s.last_active_at + make_interval(mins => b.idle_minutes) as idle_expires_at,
      least(s.absolute_expires_at, case when s.remember_me and b.remember_me then s.absolute_expires_at
        else s.created_at + make_interval(hours => b.hours) end) as absolute_expires_at,
      array(
        select m.organization_id from membership m join organization o using (organization_id)
        where m.person_id = s.person_id and m.status = 'active' and m.blocked_at is null
          and (m.valid_until is null or m.valid_until > ${now}) and (o.status in ('trial', 'active') or (o.status = 'suspended' and m.role = 'org_admin'))
          and s.restriction is null
      ) as organization_ids
    from session s
    join person p on p.id = s.person_id
    join device d on d.id = s.device_id
    cross join lateral session_bounds(s.person_id) b
    where s.id = any(${sessionIds}::uuid[]) and s.ended_at is null and s.locked_at is null and d.revoked_at is null
      and p.deactivated_at is null`.execute(db.all);
  return rows;
}
