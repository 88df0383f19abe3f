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

// Types only: reading needs no schema, and the schemas are a tenth of the page's size.
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

/** One page of people. The previous rows stay while another page loads. */
export function usersQuery(organizationId: string, search: UsersSearch) {
  const query = listQuery(search);
  return queryOptions({
    queryKey: ["organizations", organizationId, "users", query],
    queryFn: ({ signal }) => call(listRoute, { params: { id: organizationId }, query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Number of people by status, role and department. */
export function userStatisticsQuery(organizationId: string) {
  return queryOptions({
    queryKey: ["organizations", organizationId, "user-statistics"],
    queryFn: ({ signal }) => call(statisticsRoute, { params: { id: organizationId }, signal }),
  });
}

/** Number of people offered by the search in the top bar. */
const maxPeopleOptions = 6;

/** First few people whose name, username or email contains `text`, for the search in the top bar. */
export function peopleSearchQuery(organizationId: string, text: string) {
  return queryOptions({
    queryKey: ["organizations", organizationId, "people-search", text],
    queryFn: ({ signal }) =>
      call(listRoute, {
        params: { id: organizationId },
        query: { search: text, limit: maxPeopleOptions },
        signal,
      }),
  });
}
