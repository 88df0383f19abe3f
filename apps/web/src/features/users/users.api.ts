import type {
  getUserStatistics,
  listOrganizationUsers,
} from "@praxisportal/contract/organizations/organizations.endpoints";
import type { UserStatistics } from "@praxisportal/contract/organizations/organizations.schema";
import type { ListedUser } from "@praxisportal/contract/users/users.schema";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api-client/call.ts";
import { route } from "../../platform/api-client/route.ts";
import { listQuery, type UsersSearch } from "./users-search.ts";

export type { ListedUser, UserStatistics };

// Wire parts only: reading needs no schema, and the schemas are a tenth of the page.
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

/** One page of the people of a practice. While another page is on its way the former rows stay. */
export function usersQuery(organizationId: string, search: UsersSearch) {
  const query = listQuery(search);
  return queryOptions({
    queryKey: ["organizations", organizationId, "users", query],
    queryFn: ({ signal }) => call(listRoute, { params: { id: organizationId }, query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** People of a practice, counted by state, role and department. */
export function userStatisticsQuery(organizationId: string) {
  return queryOptions({
    queryKey: ["organizations", organizationId, "user-statistics"],
    queryFn: ({ signal }) => call(statisticsRoute, { params: { id: organizationId }, signal }),
  });
}

/** How many people the search in the top bar offers. */
const peopleOffered = 6;

/** A few people whose name, user name or address contains `text`, for the search in the top bar. */
export function peopleSearchQuery(organizationId: string, text: string) {
  return queryOptions({
    queryKey: ["organizations", organizationId, "people-search", text],
    queryFn: ({ signal }) =>
      call(listRoute, {
        params: { id: organizationId },
        query: { search: text, limit: peopleOffered },
        signal,
      }),
  });
}
