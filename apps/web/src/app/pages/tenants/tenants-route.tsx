import { TenantsPage } from "../../../features/organizations/tenants/tenants-page.tsx";
import { useOpenOrganization } from "../use-open-organization.ts";
import { tenantSearch } from "../../../features/organizations/tenants/tenant-search.ts";
import { tenantPageQuery } from "../../../features/organizations/tenants/tenants.api.ts";
import { queryClient } from "../../providers/query-client.ts";
import type { StartPlatformData } from "../../router/page-loader.ts";

export const startTenantsData: StartPlatformData = (_organizationId, _params, search) =>
  void queryClient.prefetchQuery(tenantPageQuery(tenantSearch.parse(search).search));

/** /tenant-management: all tenants, for the operator. */
export function TenantsRoute() {
  const open = useOpenOrganization();
  return <TenantsPage onOpen={(organization) => open(organization)} />;
}
