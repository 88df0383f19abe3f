import { paginationFor } from "@praxisportal/contract/pagination";
import type { ErasedTenantListQuery } from "@praxisportal/contract/tenants/erased-tenants.schema";
import type { PlatformDb } from "../../../platform/db/platform-db.ts";
import { listErased } from "./certificate.platform-queries.ts";

/** Returns one page of the erased tenants. */
export async function listErasedTenants(db: PlatformDb, query: ErasedTenantListQuery) {
  const { rows, total } = await listErased(db, query);
  return {
    data: rows.map(({ organizationId, name, practiceCode, endedAt, erasedAt, certifiedAt }) => ({
      organizationId,
      name,
      practiceCode,
      endedAt: endedAt.toISOString(),
      erasedAt: erasedAt.toISOString(),
      certifiedAt: certifiedAt?.toISOString() ?? null,
    })),
    pagination: paginationFor(query, total),
  };
}
