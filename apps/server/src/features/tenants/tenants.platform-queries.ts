import { sql } from "kysely";
import type { PlatformDb } from "../../platform/db/platform-db.ts";

export type TenantTotals = {
  tenants: string;
  active: string;
  trial: string;
  suspended: string;
  people: string;
};

/**
 * Counts organizations by status, and each person among their members once. Archived and deleted organizations do not
 * count, and neither do people who belong to no other organization.
 */
export async function countTenants(db: PlatformDb): Promise<TenantTotals> {
  const { rows } = await sql<TenantTotals>`
    with closed as materialized (
      select organization_id from organization where status in ('archived', 'deleted')
    )
    select count(*) as tenants,
      count(*) filter (where status = 'active') as active,
      count(*) filter (where status = 'trial') as trial,
      count(*) filter (where status = 'suspended') as suspended,
      (select count(*) from (
        select distinct person_id from membership
        where status <> 'removed' and organization_id not in (select organization_id from closed)
      ) as person) as people
    from organization where status not in ('archived', 'deleted')`.execute(db.reads);
  const [totals] = rows;
  if (totals === undefined) throw new Error("the aggregate query returned no row");
  return totals;
}
