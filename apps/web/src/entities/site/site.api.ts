import type { listSites } from "@praxisportal/contract/sites/sites.endpoints";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api-client/call.ts";
import { route } from "../../platform/api-client/route.ts";
import { organizationKeys } from "../organization/organization-keys.ts";

const listRoute = route<typeof listSites>()("sites.list", "GET", "/api/v1/organizations/{id}/sites");

/** Returns the query for the sites of an organization by name. */
export function sitesQuery(organizationId: string) {
  return queryOptions({
    queryKey: organizationKeys.sites(organizationId),
    queryFn: async ({ signal }) => (await call(listRoute, { params: { id: organizationId }, signal })).data,
  });
}
