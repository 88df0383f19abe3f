import type { Restriction } from "@praxisportal/contract/auth/auth.schema";
import type { TwoFactorPolicy } from "@praxisportal/contract/two-factor/two-factor.schema";
import { sql } from "kysely";
import type { PlatformDb } from "../db/platform-db.ts";
import { usableMembership } from "../db/usable-membership.ts";

/** Data that determines whether a session still meets the sign-in rules. */
export type SessionProofRow = {
  restriction: Restriction | null;
  second_factor_at: Date | null;
  must_change_password: boolean;
  two_factor_enabled: boolean;
  has_passkey: boolean;
  platform_role: "super_admin" | "admin" | null;
  memberships: { role: string; status: string; twoFactorPolicy: TwoFactorPolicy }[];
};

/** Stored state of a session, its user and the organizations in which they may currently work. */
export type SocketStateRow = SessionProofRow & {
  session_id: string;
  person_id: string;
  device_kind: "browser" | "client";
  is_demo: boolean;
  idle_expires_at: Date;
  absolute_expires_at: Date;
  organization_ids: string[];
  member_of: string[];
};

/**
 * Reads sessions that have not ended and are not locked, with the organizations whose events their users may see. In
 * these the membership is usable, and the organization is in trial or active, or it is suspended and the user is its
 * administrator.
 *
 * @param now Time for which validity is checked.
 */
export async function findSocketStates(
  db: PlatformDb,
  sessionIds: readonly string[],
  now: Date,
): Promise<SocketStateRow[]> {
  const { rows } = await sql<SocketStateRow>`
    select s.id as session_id, s.person_id, d.kind as device_kind, s.restriction, s.second_factor_at, p.platform_role, p.is_demo,
      p.must_change_password,
      exists (select from two_factor tf where tf.person_id = p.id and tf.enabled_at is not null) as two_factor_enabled,
      exists (select from passkey k where k.person_id = p.id) as has_passkey,
      (select coalesce(jsonb_agg(jsonb_build_object(
          'role', m.role, 'status', m.status, 'twoFactorPolicy', o.two_factor_policy)), '[]')
        from membership m join organization o using (organization_id)
        where m.person_id = s.person_id and m.status <> 'removed') as memberships,
      s.last_active_at + make_interval(mins => b.idle_minutes) as idle_expires_at,
      least(s.absolute_expires_at, case when s.remember_me and b.remember_me then s.absolute_expires_at
        else s.created_at + make_interval(hours => b.hours) end) as absolute_expires_at,
      array(
        select m.organization_id from membership m join organization o using (organization_id)
        where m.person_id = s.person_id and ${usableMembership("m", now)} and organization_admits(o.status, m.role)
      ) as organization_ids,
      array(
        select m.organization_id from membership m where m.person_id = s.person_id and m.status <> 'removed'
      ) as member_of
    from session s
    join person p on p.id = s.person_id
    join device d on d.id = s.device_id
    cross join lateral session_bounds(s.person_id) b
    where s.id = any(${sessionIds}::uuid[]) and s.ended_at is null and s.locked_at is null and d.revoked_at is null
      and p.deactivated_at is null`.execute(db.reads);
  return rows;
}

/**
 * Returns the given sessions that no socket may use, because they are ended, locked or deleted, or belong to a revoked
 * device or a deactivated user. Ignores expiry and memberships.
 */
export async function findEndedSessions(db: PlatformDb, sessionIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select asked.id from unnest(${sessionIds}::uuid[]) as asked (id)
    left join session s on s.id = asked.id
    left join device d on d.id = s.device_id
    left join person p on p.id = s.person_id
    where s.id is null or s.ended_at is not null or s.locked_at is not null or d.revoked_at is not null
      or p.deactivated_at is not null`.execute(db.reads);
  return rows.map((row) => row.id);
}
