import type { UserStatistics } from "@praxisportal/contract/organizations/organizations.schema";
import type { ListedUser } from "@praxisportal/contract/users/users.schema";
import { peopleQuery } from "../../entities/person/person.api.ts";
import type { UsersSearch } from "./list/users-search.ts";

export type { ListedUser, UserStatistics };

/** Returns the query for the page of people that the URL describes. */
export function usersQuery(organizationId: string, search: UsersSearch) {
  return peopleQuery(organizationId, search);
}
