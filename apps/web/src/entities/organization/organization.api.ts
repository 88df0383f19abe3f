import type { QueryInputOf } from "@praxisportal/contract/endpoint";
import { startOrganizations } from "@praxisportal/contract/limits";
import type {
  getOrganization,
  getOrganizationStatistics,
  listOrganizations,
} from "@praxisportal/contract/organizations/organizations.endpoints";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { isInBackground } from "../../platform/api-client/background.ts";
import { call } from "../../platform/api-client/call.ts";
import { inOrganization } from "../../platform/api-client/in-organization.ts";
import { route } from "../../platform/api-client/route.ts";
import { takeStart } from "../../platform/session/start-data.ts";
import { organizationKeys } from "./organization-keys.ts";

type ListQuery = QueryInputOf<typeof listOrganizations>;

// Types only. Reading needs no schemas, which would be a tenth of the page's size.
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

/**
 * Returns the query for one page of the organizations visible to the user. The previous rows stay while another page
 * loads.
 */
export function organizationListQuery(query: ListQuery) {
  return queryOptions({
    queryKey: [...organizationKeys.lists, query],
    queryFn: ({ signal }) => call(listRoute, { query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Loads one page of organizations without caching it. @throws ApiError. */
export function loadOrganizationList(query: ListQuery) {
  return call(listRoute, { query });
}

/**
 * Returns the query for the first organizations, sorted by name, that are visible to the user and whose name contains
 * `search`. The switcher and the picker have a search field for the others.
 */
export function organizationsQuery(search: string) {
  const text = search.trim();
  return queryOptions({
    queryKey: [...organizationKeys.names, text],
    queryFn: async ({ signal }) => {
      // Read before the delay. The call itself starts afterwards.
      const background = isInBackground();
      const query = { limit: startOrganizations, ...(text === "" ? {} : { search: text }) };
      const started = text === "" ? await takeStart("organizations") : null;
      return started ?? call(listRoute, { query, signal, background });
    },
    placeholderData: keepPreviousData,
  });
}

export function organizationQuery(organizationId: string) {
  return queryOptions({
    queryKey: organizationKeys.details(organizationId),
    queryFn: async ({ signal }) => {
      const started = await takeStart("organization", organizationId);
      const options = { ...inOrganization(organizationId), signal, background: true };
      return started ?? call(organizationRoute, options);
    },
  });
}

/** Returns the query for the statistics of an organization. */
export function statisticsQuery(organizationId: string) {
  return queryOptions({
    queryKey: organizationKeys.statistics(organizationId),
    queryFn: ({ signal }) => call(statisticsRoute, { params: { id: organizationId }, signal }),
  });
}

/**
 * Returns the query for the statistics of an organization. For users who manage members, they include the beginning of
 * its staff board.
 */
export function dashboardQuery(organizationId: string) {
  return queryOptions({
    queryKey: [...organizationKeys.statistics(organizationId), "dashboard"],
    queryFn: ({ signal }) =>
      call(statisticsRoute, { params: { id: organizationId }, query: { staffBoard: "true" }, signal }),
  });
}
