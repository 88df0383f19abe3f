import type { BodyInputOf } from "@praxisportal/contract/endpoint";
import type * as plans from "@praxisportal/contract/tenants/tenants.endpoints";
import type { PlanPreview } from "@praxisportal/contract/tenants/subscription.schema";
import { queryOptions } from "@tanstack/react-query";
import { tenantKeys } from "../../../entities/organization/organization-keys.ts";
import { call } from "../../../platform/api-client/call.ts";
import { inOrganization } from "../../../platform/api-client/in-organization.ts";
import { route } from "../../../platform/api-client/route.ts";

export type { PlanPreview };
export type ChosenPlan = BodyInputOf<typeof plans.changeTenantPlan>["plan"];
export type Term = NonNullable<BodyInputOf<typeof plans.changeTenantPlan>["term"]>;

const path = "/api/tenant/organizations/{id}/billing";
const previewRoute = route<typeof plans.previewTenantPlan>()(
  "tenants.previewPlan",
  "GET",
  `${path}/plan/preview`,
);
const changeRoute = route<typeof plans.changeTenantPlan>()("tenants.changePlan", "POST", `${path}/plan`);
const keepRoute = route<typeof plans.keepTenantPlan>()("tenants.keepPlan", "DELETE", `${path}/plan`);

/** Returns the query for a preview of a change of plan: its first day and its costs. */
export function previewQuery(id: string, plan: ChosenPlan, term: Term) {
  return queryOptions({
    queryKey: [...tenantKeys.billing, id, "preview", plan, term],
    queryFn: ({ signal }) => call(previewRoute, { ...inOrganization(id), query: { plan, term }, signal }),
    staleTime: 0,
  });
}

/**
 * Returns the plan that applies, and the plan that begins when the current term ends.
 * @throws ApiError PLAN_TOO_SMALL with both numbers, PLAN_OF_SUSPENDED_ORGANIZATION.
 */
export function changePlan(id: string, plan: ChosenPlan, term: Term = "month") {
  return call(changeRoute, { ...inOrganization(id), body: { plan, term } });
}

/** Withdraws the planned change. @throws ApiError. */
export async function keepPlan(id: string): Promise<void> {
  await call(keepRoute, inOrganization(id));
}
