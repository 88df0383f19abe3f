import type { SecurityCheck } from "@praxisportal/contract/organizations/organizations.schema";
import type { MemberCheckId } from "@praxisportal/contract/organizations/security-checks.rules";
import { type Kysely, sql } from "kysely";
import type { PlatformDb } from "../../platform/db/platform-db.ts";
import type { GlobalTables, TenantTables } from "../../platform/db/tables.gen.ts";
import { usableMembership } from "../../platform/db/usable-membership.ts";
import {
  isExternal,
  isManager,
  securityFinding,
} from "../../directory/security-findings/security-findings.queries.ts";
import { reviewDueAt } from "../../directory/security-findings/review-due.queries.ts";
import type { SecurityMetrics } from "./security-score.policy.ts";

/** The current counts of an organization, next to the stored result. */
export type MeasuredOrganization = {
  organizationId: string;
  metrics: SecurityMetrics;
  stored: { checkedAt: string; score: number; checks: SecurityCheck[] } | null;
};

/**
 * Computes the metrics of the next organizations, in the order of their ids, except archived and deleted ones. Reads
 * the members of each through the index of its organization; people and invitations are looked up one by one, because a
 * join over that many members would read the whole tables.
 */
export async function measureOrganizations(
  db: PlatformDb,
  { after, limit, now }: { after: string; limit: number; now: Date },
): Promise<MeasuredOrganization[]> {
  const findings = (check: MemberCheckId) =>
    sql`count(*) filter (where ${securityFinding(check, { usable: sql`m.usable`, now })})`;
  const { rows } = await sql<MeasuredOrganization>`
    select o.organization_id as "organizationId", 
      to_jsonb(counted) || jsonb_build_object('isReviewOverdue', ${reviewDueAt} <= ${now}::timestamptz) as metrics,
      case when k.score is not null then
        json_build_object('checkedAt', k.checked_at, 'score', k.score, 'checks', k.checks) end as stored
    from (
      select organization_id, time_zone, rights_reviews_since from organization
      where organization_id > ${after} and status not in ('archived', 'deleted')
      order by organization_id limit ${limit}
    ) o
    left join security_check k on k.organization_id = o.organization_id
    cross join lateral (
      select
        count(*) filter (where usable) as "usable",
        count(*) filter (where usable and ${isManager}) as "managers",
        ${findings("administratorsTwoFactor")} as "managersOneFactor",
        ${findings("membersTwoFactor")} as "membersOneFactor",
        ${findings("administratorCount")} as "administrators",
        ${findings("idleAccounts")} as "idle",
        count(*) filter (where usable and ${isExternal}) as "external",
        ${findings("externalWithoutEnd")} as "externalWithoutEnd",
        count(*) filter (where usable and username is not null) as "withUsername",
        ${findings("sharedUsernames")} as "sharedUsernames",
        ${findings("failedSignIns")} as "locked",
        count(*) filter (where usable and email is not null) as "withEmail",
        ${findings("unconfirmedEmails")} as "unconfirmedEmails",
        count(*) filter (where status = 'pending') as "pending",
        ${findings("oldInvitations")} as "oldInvitations",
        ${findings("temporaryPasswords")} as "temporaryPasswords"
      from (
        select *, ${usableMembership("membership", now)} as usable
        from membership
        where organization_id = o.organization_id and status in ('active', 'pending')
      ) m
    ) counted
    order by o.organization_id`.execute(db.reads);
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
