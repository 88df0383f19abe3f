import { tenantUsageSearch, type UsagePeriod } from "../../../features/organizations/tenants/usage-period.ts";

/** The tabs of a tenant's page. Without a parameter, the first tab is shown. */
export const tenantTabs = ["overview", "limits", "usage", "billing", "audit", "export"] as const;
export type TenantTab = (typeof tenantTabs)[number];

type TenantSearch = { tab?: TenantTab; period?: UsagePeriod };

/** Parses the tab of a tenant's page. The other parameters are the state of the tab. */
export function tenantTabSearch(search: Record<string, unknown>): TenantSearch {
  const { tab, period: _period, ...others } = search;
  const knownTab = tenantTabs.find((tenantTab) => tenantTab === tab && tenantTab !== "overview");
  return { ...others, ...tenantUsageSearch(search), ...(knownTab === undefined ? {} : { tab: knownTab }) };
}
