import { OrganizationsPage } from "../../features/organizations/administration/organizations-page.tsx";
import { useOpenOrganization } from "./use-open-organization.ts";
import { organizationSearch } from "../../features/organizations/administration/organization-search.ts";
import { organizationPageQuery } from "../../features/organizations/organizations.api.ts";
import { queryClient } from "../providers/query-client.ts";
import type { StartPlatformData } from "../router/page-loader.ts";

export const startOrganizationsData: StartPlatformData = (_organizationId, _params, search) =>
  void queryClient.prefetchQuery(organizationPageQuery(organizationSearch.parse(search).search));

/** /organizations: all organizations, for platform administrators. */
export function OrganizationsRoute() {
  const open = useOpenOrganization();
  return <OrganizationsPage onOpen={(organization) => open(organization)} />;
}
