import { idleAccountMs, unusedAccountMs } from "@praxisportal/contract/limits";
import type { MemberCheckId } from "@praxisportal/contract/organizations/security-checks.rules";
import { externalRoles } from "@praxisportal/contract/roles";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { sharedUsernames } from "./shared-usernames.ts";

/** Condition that the role of `m` manages people. */
export const isManager = sql<SqlBool>`m.role in ('org_admin', 'practice_admin')`;
/** Condition that `m` is external by role, or marked as external. */
export const isExternal = sql<SqlBool>`(m.role = any(${externalRoles}::text[]) or m.is_external)`;

/**
 * Returns the time `ms` before `now`. The database computes it, because `now` has no value yet in a prepared statement.
 */
function timeBefore(now: Date, ms: number): RawBuilder<Date> {
  return sql<Date>`(${now}::timestamptz - ${sql.lit(ms / 1000)} * interval '1 second')`;
}

type Facts = {
  /** Whether the membership is usable, as `usableMembership` returns it. */
  usable: RawBuilder<boolean>;
  now: Date;
};

/**
 * Returns the condition for the memberships `m` that a security check finds. The score counts them and the list of
 * people selects them, so that both are about the same people. `administratorCount` finds all administrators.
 */
export function securityFinding(check: MemberCheckId, { usable, now }: Facts): RawBuilder<SqlBool> {
  const unusedSince = timeBefore(now, unusedAccountMs);
  switch (check) {
    case "administratorsTwoFactor":
      return sql<SqlBool>`${usable} and ${isManager} and not m.two_factor_enabled`;
    case "membersTwoFactor":
      return sql<SqlBool>`${usable} and not ${isManager} and not m.two_factor_enabled`;
    case "administratorCount":
      return sql<SqlBool>`${usable} and m.role = 'org_admin'`;
    case "idleAccounts":
      return sql<SqlBool>`${usable} and coalesce(m.last_login_at, m.joined_at, m.created_at)
        < ${timeBefore(now, idleAccountMs)}`;
    case "externalWithoutEnd":
      return sql<SqlBool>`${usable} and ${isExternal} and m.valid_until is null`;
    case "sharedUsernames":
      return sql<SqlBool>`${usable}
        and translate(m.username, '0123456789_', '') = any(${sharedUsernames}::text[])`;
    case "failedSignIns":
      return sql<SqlBool>`${usable} and m.locked_until > ${now}::timestamptz`;
    case "unconfirmedEmails":
      return sql<SqlBool>`${usable} and m.email is not null and not m.email_verified`;
    case "oldInvitations":
      return sql<SqlBool>`m.status = 'pending' and coalesce((
        select i.created_at from invitation i
        where i.organization_id = m.organization_id and i.membership_id = m.id
          and i.accepted_at is null and i.revoked_at is null
      ), m.created_at) < ${unusedSince}`;
    case "temporaryPasswords":
      // Every change to a person also changes updated_at, so the password is at least that old.
      return sql<SqlBool>`${usable} and (
        select p.must_change_password and p.updated_at < ${unusedSince}
        from person p where p.id = m.person_id)`;
  }
}
