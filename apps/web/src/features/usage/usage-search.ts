/** Periods of the endpoints. Listed here to keep the contract's schemas out of the bundle. */
export const usagePeriods = ["current", "month"] as const;
export type UsagePeriod = (typeof usagePeriods)[number];

/** State of a usage page as stored in the URL. */
export type UsageSearch = { period?: "month"; from?: string; to?: string };

const isDay = (value: unknown): value is string =>
  typeof value === "string" && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value));

/** Parses the URL's query. Invalid values are ignored. */
export function usageSearch({ period, from, to }: Record<string, unknown>): UsageSearch {
  return {
    ...(period === "month" ? { period } : {}),
    ...(isDay(from) && isDay(to) && from <= to ? { from, to } : {}),
  };
}
