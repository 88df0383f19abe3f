import {
  tokenApplicationCount,
  tokenExpiringSoonMs,
  topTokenOrganizationCount,
} from "@praxisportal/contract/limits";
import type {
  orgTokenSortFields,
  OrgTokenStatistics,
  OrgTokenView,
} from "@praxisportal/contract/org-tokens/org-tokens.schema";
import { type RawBuilder, sql, type SqlBool } from "kysely";
import type { OrganizationDb } from "../../platform/db/handles.ts";
import { likePatterns } from "../../platform/db/like-pattern.ts";
import type { TokenRow } from "./org-tokens.presenter.ts";

/** Filter of a token list. */
export type TokenFilter = {
  search?: string | undefined;
  status?: OrgTokenView | undefined;
  organizationId?: string | undefined;
  applicationId?: string | undefined;
  applicationType?: string | undefined;
  personId?: string | undefined;
};
export type TokenOrder = {
  sortBy: (typeof orgTokenSortFields)[number];
  sortOrder: "asc" | "desc";
};
export type TokenRange = { limit: number; offset: number };

const sortColumns: Readonly<Record<TokenOrder["sortBy"], string>> = {
  createdAt: "t.created_at",
  expiresAt: "t.refresh_expires_at",
  lastActivity: "t.last_used_at",
  application: 't.application_name collate "de-x-icu"',
  person: `(m.last_name || ' ' || m.first_name) collate "de-x-icu"`,
  organization: 'o.name collate "de-x-icu"',
};

/** Names and address come from the membership, as the organization knows them. */
const joinedTables = sql`org_token t
  join organization o on o.organization_id = t.organization_id
  join membership m on m.organization_id = t.organization_id and m.id = t.membership_id`;

const tokenColumns = sql`t.id, t.organization_id, o.name as organization_name, t.application_id,
  t.application_name, t.application_type, t.person_id, m.first_name, m.last_name, m.email, t.scopes,
  t.access_expires_at, t.refresh_expires_at, t.last_used_at, t.last_address, t.created_at, t.revoked_at,
  t.revoke_reason`;

function conditions(filter: TokenFilter, now: Date): RawBuilder<SqlBool> {
  const filters = [sql<SqlBool>`true`];
  if (filter.organizationId) filters.push(sql<SqlBool>`t.organization_id = ${filter.organizationId}`);
  if (filter.personId) filters.push(sql<SqlBool>`t.person_id = ${filter.personId}`);
  if (filter.applicationId) filters.push(sql<SqlBool>`t.application_id = ${filter.applicationId}`);
  if (filter.applicationType) filters.push(sql<SqlBool>`t.application_type = ${filter.applicationType}`);
  if (filter.status === "revoked") filters.push(sql<SqlBool>`t.revoked_at is not null`);
  else if (filter.status) filters.push(sql<SqlBool>`t.revoked_at is null`);
  if (filter.status === "expired") filters.push(sql<SqlBool>`t.refresh_expires_at <= ${now}`);
  if (filter.status === "active" || filter.status === "expiring")
    filters.push(sql<SqlBool>`t.refresh_expires_at > ${now}`);
  if (filter.status === "expiring") {
    filters.push(sql<SqlBool>`t.refresh_expires_at <= ${new Date(now.getTime() + tokenExpiringSoonMs)}`);
  }
  const patterns = likePatterns(filter.search);
  // One text for any number of words, so that the statement keeps its name and its plan.
  if (patterns.length > 0) {
    filters.push(sql<SqlBool>`lower(t.application_name || ' ' || t.application_id || ' ' || o.name) || ' '
      || m.search_text like all (array(select lower(unnest(${patterns}::text[]))))`);
  }
  return sql<SqlBool>`${sql.join(filters, sql` and `)}`;
}

/** Returns the statement for one page. Ties are ordered newest first, then by id. */
export function pageStatement(
  filter: TokenFilter,
  order: TokenOrder,
  range: TokenRange,
  now: Date,
): RawBuilder<TokenRow> {
  const direction = sql.raw(`${sortColumns[order.sortBy]} ${order.sortOrder === "desc" ? "desc" : "asc"}`);
  const nulls = order.sortBy === "lastActivity" ? sql`nulls last` : sql``;
  return sql<TokenRow>`select ${tokenColumns} from ${joinedTables} where ${conditions(filter, now)}
    order by ${direction} ${nulls}, t.created_at desc, t.id limit ${range.limit} offset ${range.offset}`;
}

/** Counts the matching tokens. Joins the other tables only for a search. */
export function countStatement(filter: TokenFilter, now: Date): RawBuilder<{ total: string }> {
  const needsNames = likePatterns(filter.search).length > 0;
  return sql<{ total: string }>`select count(*) as total from ${needsNames ? joinedTables : sql`org_token t`}
    where ${conditions(filter, now)}`;
}

/** Returns the statement for the next batch of an export, newest first, after the last row of the previous one. */
export function batchStatement(
  filter: TokenFilter,
  after: { created_at: Date; id: string } | undefined,
  limit: number,
  now: Date,
): RawBuilder<TokenRow> {
  const followsLast =
    after === undefined
      ? sql<SqlBool>`true`
      : sql<SqlBool>`(t.created_at < ${after.created_at} or (t.created_at = ${after.created_at} and t.id > ${after.id}))`;
  return sql<TokenRow>`select ${tokenColumns} from ${joinedTables} where ${conditions(filter, now)} and ${followsLast}
    order by t.created_at desc, t.id limit ${limit}`;
}

/** Returns one statement for all statistics, for one organization or for all. */
export function statisticsStatement(
  organizationId: string | undefined,
  now: Date,
): RawBuilder<{ statistics: OrgTokenStatistics }> {
  const where = organizationId === undefined ? sql`true` : sql`t.organization_id = ${organizationId}`;
  const isActive = sql<SqlBool>`t.revoked_at is null and t.refresh_expires_at > ${now}`;
  const soon = new Date(now.getTime() + tokenExpiringSoonMs);
  return sql<{ statistics: OrgTokenStatistics }>`with counted as (
      select t.organization_id, t.application_type, t.application_id,
        max(t.application_name) as name, count(*) as total,
        count(*) filter (where ${isActive}) as active,
        count(*) filter (where t.revoked_at is null and t.refresh_expires_at <= ${now}) as expired,
        count(*) filter (where t.revoked_at is not null) as revoked,
        count(*) filter (where ${isActive} and t.refresh_expires_at <= ${soon}) as expiring
      from org_token t where ${where} group by 1, 2, 3)
    select json_build_object(
      'totalTokens', coalesce(sum(total), 0), 'activeTokens', coalesce(sum(active), 0),
      'expiredTokens', coalesce(sum(expired), 0), 'revokedTokens', coalesce(sum(revoked), 0),
      'expiringSoon', coalesce(sum(expiring), 0),
      'topOrganizations', (
        select coalesce(json_agg(json_build_object('organizationId', organization_id, 'name', name,
          'activeTokens', active, 'totalTokens', total)
          order by active desc, total desc, name collate "de-x-icu"), '[]')
        from (
          select c.organization_id, o.name, sum(c.active) as active, sum(c.total) as total
          from counted c join organization o on o.organization_id = c.organization_id
          group by 1, 2 order by 3 desc, 4 desc, o.name collate "de-x-icu"
          limit ${topTokenOrganizationCount}) as top),
      'applicationTypes', (
        select coalesce(json_agg(json_build_object('type', application_type, 'count', total)
          order by total desc, application_type), '[]')
        from (select application_type, sum(total) as total from counted group by 1) as types),
      'applications', (
        select coalesce(json_agg(json_build_object('applicationId', application_id, 'name', name,
          'activeTokens', active, 'count', total) order by total desc, application_id), '[]')
        from (
          select application_id, max(name) as name, sum(active) as active, sum(total) as total
          from counted group by 1 order by 4 desc, 1 limit ${tokenApplicationCount}) as applications)) as statistics
    from counted`;
}

/** Returns a page of an organization's tokens and the total. */
export async function listTokens(
  db: OrganizationDb,
  filter: TokenFilter,
  order: TokenOrder,
  range: TokenRange,
  now: Date,
): Promise<{ rows: readonly TokenRow[]; total: number }> {
  const ownFilter = { ...filter, organizationId: db.organizationId };
  const [rows, counted] = await db.readAll<[TokenRow, { total: string }]>((query) => [
    { compile: () => pageStatement(ownFilter, order, range, now).compile(query) },
    { compile: () => countStatement(ownFilter, now).compile(query) },
  ]);
  return { rows, total: Number(counted[0]?.total ?? 0) };
}

export async function readStatistics(db: OrganizationDb, now: Date): Promise<OrgTokenStatistics> {
  const [row] = await db.read((query) => ({
    compile: () => statisticsStatement(db.organizationId, now).compile(query),
  }));
  if (row === undefined) throw new Error("the statistics query returned no row");
  return row.statistics;
}
