import type { getBillingHistory } from "@praxisportal/contract/billing/billing.endpoints";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api-client/call.ts";
import { route } from "../../platform/api-client/route.ts";
import { usageKeys } from "./usage-keys.ts";

const monthsRoute = route<typeof getBillingHistory>()("billing.history", "GET", "/api/billing/history");

/** Past months shown. */
const monthsShown = 24;

/** Cost of each month, newest first. */
export function monthsQuery(organizationId: string) {
  return queryOptions({
    queryKey: [...usageKeys.sums(organizationId), "months"],
    queryFn: ({ signal }) => call(monthsRoute, { query: { limit: monthsShown }, signal }),
  });
}
