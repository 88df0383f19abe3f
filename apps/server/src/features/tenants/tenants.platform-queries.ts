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
 * Counts organizations by status, and their members, each person once. Archived and deleted organizations do not
 * count, nor do people who belong to no other.
 */
export async function countTenants(db: PlatformDb): Promise<TenantTotals> {
  const { rows } = await sql<TenantTotals>`
    select count(*) as tenants,
      count(*) filter (where status = 'active') as active,
      count(*) filter (where status = 'trial') as trial,
      count(*) filter (where status = 'suspended') as suspended,
      (select count(*) from person p where exists (
        select from membership m join organization o using (organization_id)
        where m.person_id = p.id and m.status <> 'removed' and o.status not in ('archived', 'deleted')
      )) as people
    from organization where status not in ('archived', 'deleted')`.execute(db.all);
  const [totals] = rows;
  if (totals === undefined) throw new Error("an aggregate without a row");
  return totals;
}
