import type { getBillingHistory } from "@praxisportal/contract/billing/billing.endpoints";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api-client/call.ts";
import { route } from "../../platform/api-client/route.ts";
import { usageKeys } from "./usage-keys.ts";

const monthsRoute = route<typeof getBillingHistory>()("billing.history", "GET", "/api/billing/history");

/** Number of past months to show. */
const monthCount = 24;

const readMonths = (signal: AbortSignal) => call(monthsRoute, { query: { limit: monthCount }, signal });

/** Returns the query for the cost of each month, newest first. */
export function monthsQuery(organizationId: string) {
  return queryOptions({
    queryKey: [...usageKeys.sums(organizationId), "months"],
    queryFn: ({ signal }) => readMonths(signal),
  });
}

/**
 * Returns the query for the cost of each month before the month of a day, for pages that get the current month from
 * another query.
 */
export function pastMonthsQuery(organizationId: string, today: string) {
  return queryOptions({
    queryKey: [...usageKeys.past(organizationId), "months", today.slice(0, 7)],
    queryFn: ({ signal }) => readMonths(signal),
    placeholderData: keepPreviousData,
  });
}
