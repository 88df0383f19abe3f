import type { QueryInputOf } from "@praxisportal/contract/endpoint";
import type {
  getUserStatistics,
  listOrganizationUsers,
} from "@praxisportal/contract/organizations/organizations.endpoints";
import type { getUser } from "@praxisportal/contract/users/users.endpoints";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { isInBackground } from "../../platform/api-client/background.ts";
import { call } from "../../platform/api-client/call.ts";
import { inOrganization } from "../../platform/api-client/in-organization.ts";
import { route } from "../../platform/api-client/route.ts";
import { takeStart } from "../../platform/session/start-data.ts";
import { personKeys } from "./person-keys.ts";
import { nameOf } from "./person-name.ts";

// Types only. Reading needs no schemas, which would be a tenth of the page's size.
const listRoute = route<typeof listOrganizationUsers>()(
  "organizations.listUsers",
  "GET",
  "/api/v1/organizations/{id}/users",
);
const statisticsRoute = route<typeof getUserStatistics>()(
  "organizations.userStatistics",
  "GET",
  "/api/v1/organizations/{id}/user-statistics",
);
const personRoute = route<typeof getUser>()("users.get", "GET", "/api/v1/users/{id}");

type PeopleSearch = QueryInputOf<typeof listOrganizationUsers>;

/** Loads one page of people. */
export function loadPeople(organizationId: string, query: PeopleSearch, signal?: AbortSignal) {
  return call(listRoute, { ...inOrganization(organizationId), query, ...(signal && { signal }) });
}

/** Returns the query for one page of people. The previous rows stay while another page loads. */
export function peopleQuery(organizationId: string, query: PeopleSearch) {
  return queryOptions({
    queryKey: [...personKeys.lists(organizationId), query],
    queryFn: ({ signal }) => loadPeople(organizationId, query, signal),
    placeholderData: keepPreviousData,
  });
}

/** Number of people that a search field lists. */
const maxPeopleOptions = 6;

/** Returns the query for the first few people whose name, username or email contains `text`. */
export function peopleSearchQuery(organizationId: string, text: string) {
  return peopleQuery(organizationId, { search: text, limit: maxPeopleOptions });
}

/** Returns the query for the results of `peopleSearchQuery` as options of a field. */
export function personOptionsQuery(organizationId: string, text: string) {
  return queryOptions({
    ...peopleSearchQuery(organizationId, text),
    select: ({ data }) => data.map((person) => ({ id: person.id, name: nameOf(person) })),
  });
}

/**
 * Returns the query for the number of people by status, role and department. With the filters of a list, only people in
 * that list are counted. The previous numbers stay while new numbers load.
 */
export function userStatisticsQuery(
  organizationId: string,
  filters: QueryInputOf<typeof getUserStatistics> = {},
) {
  const isFiltered = Object.values(filters).some((value) => value !== undefined);
  return queryOptions({
    queryKey: [...personKeys.statistics(organizationId), ...(isFiltered ? [filters] : [])],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      // Read before the delay. The call itself starts afterwards.
      const background = isInBackground();
      const started = isFiltered ? null : await takeStart("userStatistics", organizationId);
      return (
        started ??
        call(statisticsRoute, { params: { id: organizationId }, query: filters, signal, background })
      );
    },
  });
}

/** Returns the query for one person of an organization. */
export function userQuery(organizationId: string, userId: string) {
  return queryOptions({
    queryKey: personKeys.details(organizationId, userId),
    queryFn: ({ signal }) => call(personRoute, { params: { id: userId }, signal }),
  });
}
