import { approachingLimitRatio, tenantInactiveDays, trialReminderDays } from "@praxisportal/contract/limits";
import type { TenantListQuery } from "@praxisportal/contract/tenants/tenant.schema";
import { type RawBuilder, sql } from "kysely";
import { joinAllLimits } from "../../directory/entitlements.queries.ts";
import { monthTokens, withBalance } from "../../directory/limits/month-balance.queries.ts";
import { joinedSeats, withSeats } from "../../directory/seats.queries.ts";
import { likePattern } from "../../platform/db/like-pattern.ts";
import type { PlatformDb } from "../../platform/db/platform-db.ts";
import {
  failedSync,
  failingWebhooks,
  isTenant,
  tenantColumns,
  type TenantRow,
  withFacts,
} from "./tenant-rows.queries.ts";

const order: Readonly<Record<TenantListQuery["sortBy"], RawBuilder<unknown>>> = {
  name: sql`o.name collate "de-x-icu"`,
  status: sql`o.status`,
  // Plans are ordered by size.
  plan: sql`array_position('{starter,basic,professional,enterprise}', o.plan)`,
  createdAt: sql`o.created_at`,
  currentUsers: joinedSeats,
  tokensUsed: monthTokens,
  lastSignInAt: sql`s.last_sign_in_at`,
};

/** Returns one page of the tenants. Use and limits are read only for the tenants of the page. */
export async function listTenants(db: PlatformDb, query: TenantListQuery, now: Date) {
  const direction = sql.raw(query.sortOrder === "desc" ? "desc nulls last" : "asc nulls first");
  const matches = sql`
    select o.organization_id, ${order[query.sortBy]} as key from organization o ${joinsOf(query, now)}
    where ${filterOf(query, now)}`;
  // The tenants that need attention are determined once, for the page and the total.
  const kind = sql.raw(query.health === undefined ? "not materialized" : "materialized");
  const { rows } = await sql<TenantRow & { total: string }>`
    with found as ${kind} (${matches}), page as materialized (
      select organization_id, key from found order by key ${direction}, organization_id
      limit ${query.limit} offset ${(query.page - 1) * query.limit}
    )
    select ${tenantColumns}, (select count(*) from found) as total
    from page join organization o using (organization_id) ${withFacts(now)}
    order by page.key ${direction}, o.organization_id`.execute(db.reads);
  const isBeyond = rows.length === 0 && query.page > 1;
  const total = isBeyond ? await countOf(db, matches) : Number(rows[0]?.total ?? 0);
  return { rows, total };
}

async function countOf(db: PlatformDb, found: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ total: string }>`select count(*) as total from (${found}) as found`.execute(
    db.reads,
  );
  return Number(rows[0]?.total);
}

/** Returns the joins for sorting and filtering. The planner omits those that the query does not use. */
function joinsOf({ health }: TenantListQuery, now: Date): RawBuilder<unknown> {
  const size = sql`left join organization_size s on s.organization_id = o.organization_id`;
  const needsLimits = health === "limit_near" || health === "limit_reached";
  return sql`${size} ${withSeats} ${withBalance(now)} ${needsLimits ? sql`${joinAllLimits} ${withFiles}` : sql``}`;
}

function filterOf({ search, status, plan, health }: TenantListQuery, now: Date): RawBuilder<unknown> {
  const conditions = [
    isTenant,
    ...(status === undefined ? [] : [sql`o.status = ${status}`]),
    ...(plan === undefined ? [] : [sql`o.plan = ${plan}`]),
    ...(search ? [sql`lower(o.name) like lower(${likePattern(search)})`] : []),
    ...(health === undefined ? [] : [healthConditions[health](now)]),
  ];
  return sql.join(conditions, sql` and `);
}

/** Joins the size of all files of each `organization o` as `f`. */
const withFiles = sql`
  left join (select organization_id, sum(bytes) as bytes from stored_file group by organization_id) f
    on f.organization_id = o.organization_id`;

type Use = (used: RawBuilder<unknown>, limit: RawBuilder<unknown>) => RawBuilder<unknown>;
const ratio = sql.lit(approachingLimitRatio);
const isReached: Use = (used, limit) => sql`${used} >= ${limit}`;
const isNear: Use = (used, limit) => sql`(${used} > ${limit} * ${ratio} and ${used} < ${limit})`;

/** Returns the condition that `isUsed` is true for at least one limit of the tenant. */
const anyLimit = (isUsed: Use) =>
  sql`(${isUsed(monthTokens, sql`l.tokens`)} or ${isUsed(joinedSeats, sql`l.seats`)}
    or ${isUsed(sql`coalesce(f.bytes, 0)`, sql`l.bytes`)})`;

const healthConditions = {
  limit_reached: () => anyLimit(isReached),
  limit_near: () => anyLimit(isNear),
  webhooks_failing: () => sql`exists (select from ${failingWebhooks})`,
  sync_failed: () => sql`exists (select from ${failedSync})`,
  inactive: (now: Date) =>
    sql`coalesce(s.last_sign_in_at, o.created_at) <= ${now}::timestamptz - make_interval(days => ${sql.lit(tenantInactiveDays)})`,
  trial_ending: (now: Date) =>
    sql`o.status = 'trial' and o.trial_ends_at <= ${now}::timestamptz + make_interval(days => ${sql.lit(trialReminderDays[0])})`,
} as const;
