import type { changeQuota, getQuota } from "@praxisportal/contract/billing/billing.endpoints";
import type { ChangedQuota } from "@praxisportal/contract/billing/billing.schema";
import type { BodyInputOf } from "@praxisportal/contract/endpoint";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api-client/call.ts";
import { route } from "../../platform/api-client/route.ts";

export type QuotaChange = BodyInputOf<typeof changeQuota>;

const quotaRoute = route<typeof getQuota>()("billing.getQuota", "GET", "/api/billing/quota");
const changeRoute = route<typeof changeQuota>()("billing.changeQuota", "PUT", "/api/billing/quota");

/** The practice's limits and this month's usage against them. */
export function quotaQuery(organizationId: string) {
  return queryOptions({
    queryKey: ["usage", organizationId, "quota"],
    queryFn: ({ signal }) => call(quotaRoute, { signal }),
  });
}

/** Returns the effect of a change without saving it. @throws ApiError PRECONDITION_FAILED. */
export function previewQuota(change: QuotaChange, version: number): Promise<ChangedQuota> {
  return call(changeRoute, { query: { dryRun: "true" }, body: change, ifMatch: version });
}

/**
 * Changes limits with effect from the next AI call.
 * @throws ApiError PRECONDITION_FAILED, STEP_UP_REQUIRED.
 */
export function saveQuota(change: QuotaChange, version: number): Promise<ChangedQuota> {
  return call(changeRoute, { query: {}, body: change, ifMatch: version });
}
