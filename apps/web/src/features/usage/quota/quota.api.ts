import type { changeQuota } from "@praxisportal/contract/billing/billing.endpoints";
import type { ChangedQuota } from "@praxisportal/contract/billing/billing.schema";
import type { BodyInputOf } from "@praxisportal/contract/endpoint";
import { call } from "../../../platform/api-client/call.ts";
import { route } from "../../../platform/api-client/route.ts";

export type QuotaChange = BodyInputOf<typeof changeQuota>;

const changeRoute = route<typeof changeQuota>()("billing.changeQuota", "PUT", "/api/billing/quota");

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
