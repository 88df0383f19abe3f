import { usageSearch } from "./usage-search.ts";
import { usageQuery } from "./usage.api.ts";
import { i18nStore } from "../../platform/i18n/store.ts";
import { dayIn } from "../../platform/i18n/zoned-time.ts";

/** Returns the query that a usage page starts with, for the search of its URL. */
export function startedUsageQuery(organizationId: string, search: Readonly<Record<string, unknown>>) {
  const { period = "current" } = usageSearch(search);
  return usageQuery(organizationId, period, dayIn(i18nStore.getState().timeZone, Date.now()));
}
