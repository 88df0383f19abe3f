import { sql } from "kysely";
import type { OrganizationQueries } from "../platform/db/query-builders.ts";

/** A limit that applies to an organization now, and whether it comes from the plan or was set for it alone. */
export type Entitlement = { value: number; source: "plan" | "override" };

/** The limits of an organization. Tokens are counted per calendar month. */
export type Entitlements = { maxUsers: Entitlement; monthlyTokens: Entitlement; storageBytes: Entitlement };

/** The name of each limit in the database. */
export const limitNames = {
  maxUsers: "max_users",
  monthlyTokens: "monthly_tokens",
  storageBytes: "storage_bytes",
} as const satisfies Record<keyof Entitlements, string>;
export type LimitName = (typeof limitNames)[keyof Entitlements];

/** A row of {@link entitlementsOf}. */
export type EntitlementRow = { limit_name: string; value: string; source: string };

/**
 * Builds the query for the limits of an organization, to be sent together with others. Limits are checked only against
 * its result.
 */
export const entitlementsOf = (organizationId: string) => (builder: OrganizationQueries) => ({
  compile: () => sql<EntitlementRow>`select * from entitlements_of(${organizationId})`.compile(builder),
});

const inSql = (column: string, limit: keyof Entitlements, result: "value" | "source") =>
  sql`(select ${sql.ref(result)} from entitlements_of(${sql.ref(column)}) where limit_name = ${sql.lit(limitNames[limit])})`;

/** Returns the SQL for a limit of the organization whose id is in a column. */
export const limitOf = (column: string, limit: keyof Entitlements) =>
  inSql(column, limit, "value").$castTo<string>();

/** Returns the SQL for the source of that limit. */
export const limitSourceOf = (column: string, limit: keyof Entitlements) =>
  inSql(column, limit, "source").$castTo<Entitlement["source"]>();

/** Returns the SQL for the value of this limit in the organization's plan. */
export const planLimitOf = (column: string, limit: keyof Entitlements) =>
  sql<string>`(select value from plan_limits_of(${sql.ref(column)}) where limit_name = ${sql.lit(limitNames[limit])})`;

const asColumns = sql`
  max(value) filter (where limit_name = ${sql.lit(limitNames.maxUsers)}) as seats,
  max(value) filter (where limit_name = ${sql.lit(limitNames.monthlyTokens)}) as tokens,
  max(value) filter (where limit_name = ${sql.lit(limitNames.storageBytes)}) as bytes`;

/** Joins the limits of each `organization o` of a query as `l`: `seats`, `tokens` of a month and `bytes`. */
export const joinLimitsPerRow = sql`cross join lateral (select ${asColumns} from entitlements_of(o.organization_id)) l`;

/** Like {@link joinLimitsPerRow}, for a query over most organizations. */
export const joinAllLimits = sql`
  join (select organization_id, ${asColumns} from entitlement group by organization_id) l
    on l.organization_id = o.organization_id`;

/** Returns the entitlements in the rows of {@link entitlementsOf}. Every organization has all of them. */
export function entitlementsIn(rows: readonly EntitlementRow[]): Entitlements {
  const find = (name: keyof Entitlements): Entitlement => {
    const row = rows.find(({ limit_name }) => limit_name === limitNames[name]);
    if (row === undefined) throw new Error(`the organization has no entitlement ${limitNames[name]}`);
    return { value: Number(row.value), source: row.source as Entitlement["source"] };
  };
  return {
    maxUsers: find("maxUsers"),
    monthlyTokens: find("monthlyTokens"),
    storageBytes: find("storageBytes"),
  };
}
