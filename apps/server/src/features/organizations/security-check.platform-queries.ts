import { idleAccountMs, unusedAccountMs } from "@praxisportal/contract/limits";
import type { SecurityCheck } from "@praxisportal/contract/organizations/organizations.schema";
import { externalRoles } from "@praxisportal/contract/roles";
import { type Kysely, sql } from "kysely";
import type { PlatformDb } from "../../platform/db/platform-db.ts";
import type { GlobalTables, TenantTables } from "../../platform/db/tables.gen.ts";
import { usableMembership } from "../../platform/db/usable-membership.ts";
import type { SecurityMetrics } from "./security-score.policy.ts";
import { sharedUsernames } from "./shared-usernames.ts";

/** The current counts of an organization, next to the stored result. */
export type MeasuredOrganization = {
  organizationId: string;
  metrics: SecurityMetrics;
  stored: { checkedAt: string; score: number; checks: SecurityCheck[] } | null;
};

/**
 * Counts the next organizations in the order of their ids, except archived and deleted ones. Reads the members of each
 * through the index of its organization; people and invitations are looked up one by one, because a join over that many
 * members would read the whole tables.
 */
export async function measureOrganizations(
  db: PlatformDb,
  { after, limit, now }: { after: string; limit: number; now: Date },
): Promise<MeasuredOrganization[]> {
  const idleSince = new Date(now.getTime() - idleAccountMs);
  const unusedSince = new Date(now.getTime() - unusedAccountMs);
  const { rows } = await sql<MeasuredOrganization>`
    select o.organization_id as "organizationId", to_json(counted) as metrics,
      case when k.score is not null then
        json_build_object('checkedAt', k.checked_at, 'score', k.score, 'checks', k.checks) end as stored
    from (
      select organization_id from organization
      where organization_id > ${after} and status not in ('archived', 'deleted')
      order by organization_id limit ${limit}
    ) o
    left join security_check k on k.organization_id = o.organization_id
    cross join lateral (
      select
        count(*) filter (where usable) as "usable",
        count(*) filter (where usable and manages) as "managers",
        count(*) filter (where usable and manages and not two_factor_enabled) as "managersOneFactor",
        count(*) filter (where usable and not manages and not two_factor_enabled) as "membersOneFactor",
        count(*) filter (where usable and role = 'org_admin') as "administrators",
        count(*) filter (where usable and coalesce(last_login_at, joined_at, created_at) < ${idleSince})
          as "idle",
        count(*) filter (where usable and external) as "external",
        count(*) filter (where usable and external and valid_until is null) as "externalWithoutEnd",
        count(*) filter (where usable and username is not null) as "withUsername",
        count(*) filter (where usable
          and translate(username, '0123456789_', '') = any(${sharedUsernames}::text[])) as "sharedUsernames",
        count(*) filter (where usable and locked_until > ${now}) as "locked",
        count(*) filter (where usable and email is not null) as "withEmail",
        count(*) filter (where usable and email is not null and not email_verified) as "unconfirmedEmails",
        count(*) filter (where status = 'pending') as "pending",
        count(*) filter (where status = 'pending' and coalesce((
          select i.created_at from invitation i
          where i.organization_id = m.organization_id and i.membership_id = m.id
            and i.accepted_at is null and i.revoked_at is null
        ), created_at) < ${unusedSince}) as "oldInvitations",
        -- Every change of a person moves updated_at, so the password is at least that old.
        count(*) filter (where usable and (
          select p.must_change_password and p.updated_at < ${unusedSince} from person p where p.id = m.person_id
        )) as "startPasswords"
      from (
        select *,
          ${usableMembership("membership", now)} as usable,
          role in ('org_admin', 'practice_admin') as manages,
          (role = any(${externalRoles}::text[]) or is_external) as external
        from membership
        where organization_id = o.organization_id and status in ('active', 'pending')
      ) m
    ) counted
    order by o.organization_id`.execute(db.all);
  return rows;
}

/** A result to be stored. */
export type SecurityResult = { organizationId: string; score: number; checks: readonly SecurityCheck[] };

/** Stores results, except where a newer one is already stored. */
export async function storeResults(
  db: Kysely<TenantTables & GlobalTables>,
  checkedAt: Date,
  results: readonly SecurityResult[],
): Promise<void> {
  await sql`
    insert into security_check as known (organization_id, checked_at, score, checks)
    select found."organizationId", ${checkedAt}, found.score, found.checks
    from jsonb_to_recordset(${JSON.stringify(results)}::jsonb)
      as found ("organizationId" uuid, score integer, checks jsonb)
    -- An organization may have been deleted in the meantime.
    join organization o on o.organization_id = found."organizationId"
    order by found."organizationId"
    on conflict (organization_id) do update set
      checked_at = excluded.checked_at, score = excluded.score, checks = excluded.checks
    where known.checked_at < excluded.checked_at`.execute(db);
}
