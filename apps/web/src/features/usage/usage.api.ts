import type { exportBilling } from "@praxisportal/contract/billing/billing.endpoints";
import type { DayRange } from "@praxisportal/contract/usage/usage.rules";
import type { getPersonUsage, getUsage, getUsageHistory } from "@praxisportal/contract/usage/usage.endpoints";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { usageKeys } from "../../entities/quota/usage-keys.ts";
import { call } from "../../platform/api-client/call.ts";
import { downloadFile } from "../../platform/api-client/download-file.ts";
import { route } from "../../platform/api-client/route.ts";
import type { UsagePeriod } from "./usage-search.ts";

// Types only, because reading needs no schemas.
const usageRoute = route<typeof getUsage>()("usage.get", "GET", "/api/billing/usage");
const historyRoute = route<typeof getUsageHistory>()("usage.history", "GET", "/api/billing/usage/history");
const personRoute = route<typeof getPersonUsage>()("usage.user", "GET", "/api/billing/usage/user/{id}");
const exportRoute = route<typeof exportBilling>()("billing.export", "GET", "/api/billing/export");

const keyOf = (organizationId: string, ...rest: readonly unknown[]) => [
  ...usageKeys.sums(organizationId),
  ...rest,
];

/**
 * Returns the query for the usage of the organization in a period. Usage of the month before `today` no longer changes.
 */
export function usageQuery(organizationId: string, period: UsagePeriod, today: string) {
  return queryOptions({
    queryKey:
      period === "month"
        ? [...usageKeys.past(organizationId), "before", today.slice(0, 7)]
        : keyOf(organizationId, "period", period),
    queryFn: ({ signal }) => call(usageRoute, { query: { period }, signal }),
    placeholderData: keepPreviousData,
  });
}

const readDays = ({ startDate, endDate }: DayRange, signal: AbortSignal) =>
  call(historyRoute, { query: { startDate, endDate }, signal });

/** Returns the query for the usage by day in a range. */
export function usageHistoryQuery(organizationId: string, range: DayRange) {
  return queryOptions({
    queryKey: keyOf(organizationId, "days", range.startDate, range.endDate),
    queryFn: ({ signal }) => readDays(range, signal),
    placeholderData: keepPreviousData,
  });
}

/** Returns the query for the usage by day in a range that ended before the current month. */
export function pastUsageQuery(organizationId: string, range: DayRange) {
  return queryOptions({
    queryKey: [...usageKeys.past(organizationId), range.startDate, range.endDate],
    queryFn: ({ signal }) => readDays(range, signal),
    placeholderData: keepPreviousData,
  });
}

/** Returns the query for the usage of one person. */
export function personUsageQuery(organizationId: string, userId: string, period: UsagePeriod) {
  return queryOptions({
    queryKey: keyOf(organizationId, "person", userId, period),
    queryFn: ({ signal }) => call(personRoute, { params: { id: userId }, query: { period }, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Downloads all calls of a period as a file. @throws ApiError. */
export async function exportUsage(format: "csv" | "json", period: UsagePeriod): Promise<void> {
  await downloadFile(exportRoute, { query: { format, period } });
}
