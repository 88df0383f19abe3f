import { sql } from "kysely";
import type { OrganizationQueries } from "../platform/db/query-builders.ts";

/** A limit that applies to an organization now, and whether it comes from the plan or was set for it alone. */
export type Entitlement = { value: number; source: "plan" | "override" };

/** What an organization may use. */
export type Entitlements = { maxUsers: Entitlement };

/** A row of {@link entitlementsOf}. */
export type EntitlementRow = { limit_name: string; value: string; source: string };

/**
 * The query of what an organization may use, to be sent together with others. Limits are checked against it and nothing
 * else.
 */
export const entitlementsOf = (organizationId: string) => (builder: OrganizationQueries) => ({
  compile: () => sql<EntitlementRow>`select * from entitlements_of(${organizationId})`.compile(builder),
});

/** Returns the entitlements in the rows of {@link entitlementsOf}. Every organization has all of them. */
export function entitlementsIn(rows: readonly EntitlementRow[]): Entitlements {
  const row = rows.find(({ limit_name }) => limit_name === "max_users");
  if (row === undefined) throw new Error("the organization has no entitlement max_users");
  return { maxUsers: { value: Number(row.value), source: row.source as Entitlement["source"] } };
}
