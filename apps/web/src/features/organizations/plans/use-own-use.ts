import { useQuery } from "@tanstack/react-query";
import { quotaQuery } from "../../../entities/quota/quota.api.ts";
import { useHasPermission } from "../../../platform/session/session-access.ts";
import { licensesQuery } from "../../../entities/organization/licenses.api.ts";
import { tenantUseQuery } from "../tenants/tenants.api.ts";
import type { PlanUse } from "./plan-use.ts";

/** Returns the usage of the organization's limits that the user may see, or undefined until it is loaded. */
export function useOwnUse(organizationId: string): PlanUse | undefined {
  const canReadUsage = useHasPermission("usage:read");
  const canReadOrganization = useHasPermission("organizations:read");
  const usage = useQuery({ ...tenantUseQuery(organizationId), enabled: canReadUsage });
  const isWithoutUsage = !canReadUsage || usage.isError;
  const licenses = useQuery({
    ...licensesQuery(organizationId),
    enabled: canReadOrganization && isWithoutUsage,
  });
  // Each AI call changes the quota. The other figures rarely change.
  const quota = useQuery(quotaQuery(organizationId));
  if (usage.isLoading || licenses.isLoading || quota.isLoading) return undefined;
  const seats = usage.data?.currentUsers ?? licenses.data?.seats.taken;
  const tokens = quota.data?.used;
  return {
    ...(seats !== undefined && { maxUsers: seats }),
    ...(tokens !== undefined && { monthlyTokens: tokens }),
    ...(usage.data && { storageGB: usage.data.storageUsedGB }),
  };
}
