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
 * Returns the query for the billing data of an organization: its current and next plan, costs, limits, billing profile
 * and payment method.
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
