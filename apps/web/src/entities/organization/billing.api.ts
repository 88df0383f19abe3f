import type { getTenantBilling } from "@praxisportal/contract/tenants/tenants.endpoints";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api-client/call.ts";
import { inOrganization } from "../../platform/api-client/in-organization.ts";
import { route } from "../../platform/api-client/route.ts";
import { tenantKeys } from "./organization-keys.ts";

const billingRoute = route<typeof getTenantBilling>()(
  "tenants.billing",
  "GET",
  "/api/tenant/organizations/{id}/billing",
);

/**
 * Billing of an organization: its plan and costs, the plan that begins when its term ends, the limits that apply, the
 * billing profile and the payment method.
 */
export function organizationBillingQuery(id: string) {
  return queryOptions({
    queryKey: [...tenantKeys.account, id],
    queryFn: async ({ signal }) => {
      const { details, ...billing } = await call(billingRoute, {
        ...inOrganization(id),
        query: { details: "true" },
        signal,
      });
      if (details === undefined) throw new Error("the response lacks the requested details");
      return { billing, ...details };
    },
  });
}
