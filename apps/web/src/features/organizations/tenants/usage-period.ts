/** Periods of a tenant's usage. Listed here to keep the contract's schemas out of the bundle. */
export const usagePeriods = ["7d", "30d", "90d", "year"] as const;
export type UsagePeriod = (typeof usagePeriods)[number];

/** Parses the period of the URL. An invalid value is ignored. */
export function tenantUsageSearch({ period }: Record<string, unknown>): { period?: UsagePeriod } {
  const knownPeriod = usagePeriods.find((usagePeriod) => usagePeriod === period && usagePeriod !== "30d");
  return knownPeriod === undefined ? {} : { period: knownPeriod };
}
