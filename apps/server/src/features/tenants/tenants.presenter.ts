import type { TenantStatistics } from "@praxisportal/contract/tenants/tenants.schema";
import type { TenantTotals } from "./tenants.platform-queries.ts";

/** Returns the totals for the platform operator. */
export function presentTotals(totals: TenantTotals): TenantStatistics {
  return {
    totalTenants: Number(totals.tenants),
    activeTenants: Number(totals.active),
    trialTenants: Number(totals.trial),
    suspendedTenants: Number(totals.suspended),
    totalUsers: Number(totals.people),
  };
}
