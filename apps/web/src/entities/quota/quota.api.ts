import type { getQuota } from "@praxisportal/contract/billing/billing.endpoints";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api-client/call.ts";
import { route } from "../../platform/api-client/route.ts";
import { usageKeys } from "./usage-keys.ts";

const quotaRoute = route<typeof getQuota>()("billing.getQuota", "GET", "/api/billing/quota");

/**
 * Returns the query for the organization's limits and this month's usage of the organization and the user against them.
 */
export function quotaQuery(organizationId: string) {
  return queryOptions({
    queryKey: usageKeys.quota(organizationId),
    queryFn: ({ signal }) => call(quotaRoute, { signal }),
  });
}

/**
 * Returns the query for the quota with the ledger, which the server computes from all calls of the month. Other pages
 * need only the quota.
 */
export function checkedQuotaQuery(organizationId: string) {
  return queryOptions({
    queryKey: [...usageKeys.quota(organizationId), "ledger"],
    queryFn: ({ signal }) => call(quotaRoute, { query: { ledger: "true" }, signal }),
  });
}
