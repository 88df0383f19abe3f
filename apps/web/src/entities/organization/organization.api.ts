import type { QueryInputOf } from "@praxisportal/contract/endpoint";
import type {
  getOrganization,
  getOrganizationStatistics,
  listOrganizations,
} from "@praxisportal/contract/organizations/organizations.endpoints";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api-client/call.ts";
import { route } from "../../platform/api-client/route.ts";
import { organizationKeys } from "./organization-keys.ts";

type ListQuery = QueryInputOf<typeof listOrganizations>;

// Types only: reading needs no schema, and the schemas are a tenth of the page's size.
const listRoute = route<typeof listOrganizations>()("organizations.list", "GET", "/api/v1/organizations");
const organizationRoute = route<typeof getOrganization>()(
  "organizations.get",
  "GET",
  "/api/v1/organizations/{id}",
);
const statisticsRoute = route<typeof getOrganizationStatistics>()(
  "organizations.statistics",
  "GET",
  "/api/v1/organizations/{id}/statistics",
);

/** One page of the organizations visible to the user. The previous rows stay while another page loads. */
export function organizationListQuery(query: ListQuery) {
  return queryOptions({
    queryKey: [...organizationKeys.lists, query],
    queryFn: ({ signal }) => call(listRoute, { query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** One page of organizations, not kept. @throws ApiError. */
export function loadOrganizationList(query: ListQuery) {
  return call(listRoute, { query });
}

/** Maximum shown in switcher and picker; the search finds the others. */
const organizationsShown = 20;

/** First organizations visible to the user whose name contains `search`, by name. */
export function organizationsQuery(search: string) {
  const text = search.trim();
  return queryOptions({
    queryKey: [...organizationKeys.names, text],
    queryFn: ({ signal }) =>
      call(listRoute, {
        query: { limit: organizationsShown, ...(text === "" ? {} : { search: text }) },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

export function organizationQuery(organizationId: string) {
  return queryOptions({
    queryKey: organizationKeys.details(organizationId),
    queryFn: ({ signal }) =>
      call(organizationRoute, { params: { id: organizationId }, signal, background: true }),
  });
}

/** Statistics for the overview of an organization. */
export function statisticsQuery(organizationId: string) {
  return queryOptions({
    queryKey: organizationKeys.statistics(organizationId),
    queryFn: ({ signal }) => call(statisticsRoute, { params: { id: organizationId }, signal }),
  });
}
