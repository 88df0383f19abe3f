import { sql } from "kysely";
import type { OrganizationDb } from "../../platform/db/handles.ts";
import { isTenant, tenantColumns, type TenantRow, withFacts } from "./tenant-rows.queries.ts";

/** Returns the tenant of a bound organization, or undefined for an archived one. */
export async function findTenant(db: OrganizationDb, now: Date): Promise<TenantRow | undefined> {
  const [row] = await db.read<TenantRow>((builder) => ({
    compile: () =>
      sql<TenantRow>`
        select ${tenantColumns} from organization o ${withFacts(now)}
        where o.organization_id = ${db.organizationId} and ${isTenant}`.compile(builder),
  }));
  return row;
}
