import { canViewSecurity } from "@praxisportal/contract/users/users.rules";
import type { UserListQuery, UserStatisticsQuery } from "@praxisportal/contract/users/users.schema";
import type { RawBuilder, SqlBool } from "kysely";
import type { Clock } from "../../../platform/clock/clock.ts";
import { authorize } from "../../../platform/request-context/authorized.ts";
import type { RequestContext } from "../../../platform/request-context/request-context.ts";
import { mayManagePeople } from "../users.policy.ts";
import { listConditions, listUsers } from "./user-list.queries.ts";

/** Lists the people of the request's organization as JSON text, with the fields that the caller may see. */
export type OrganizationList = (context: RequestContext, query: UserListQuery) => Promise<string>;

/** Sort fields whose order reveals security details of other members. */
const securityOrders: ReadonlySet<UserListQuery["sortBy"]> = new Set(["lastLogin", "lastActivity"]);

/** States that are only set by failed sign-ins or by an administrator who blocks a person. */
const securityStates: ReadonlySet<UserListQuery["status"]> = new Set(["locked", "blocked"]);

/** Errors: 403 for a filter or an order that reveals the security or the employment of others, unless the caller may see it. */
export function assertMayFilter(
  context: RequestContext,
  {
    finding,
    status,
    sortBy,
    endsWithinDays,
    secondFactor,
    employment,
  }: Partial<
    Pick<UserListQuery, "finding" | "status" | "sortBy" | "endsWithinDays" | "secondFactor" | "employment">
  >,
): void {
  const isAboutSecurity =
    finding !== undefined ||
    secondFactor !== undefined ||
    securityStates.has(status) ||
    (sortBy !== undefined && securityOrders.has(sortBy));
  if (isAboutSecurity) authorize(context, "users.filterBySecurity", canViewSecurity);
  if (endsWithinDays !== undefined || employment !== undefined)
    authorize(context, "users.filterByEnd", mayManagePeople);
}

/** Returns the list of an organization's people. Errors: 403, see {@link assertMayFilter}. */
export function visibleList(clock: Clock): OrganizationList {
  return async (context, query) => {
    assertMayFilter(context, query);
    return listUsers(context.organization.db, query, {
      now: clock.now(),
      withSecurity: canViewSecurity(context.principal),
      withEmployment: mayManagePeople(context.principal),
    });
  };
}

/** Returns the conditions on memberships `m` that a list of an organization's people has with these filters. */
export type ListedPeople = (context: RequestContext, query: UserStatisticsQuery) => RawBuilder<SqlBool>;

/** Returns the conditions of a list, for the numbers above it. Errors: 403, see {@link assertMayFilter}. */
export function listedPeople(clock: Clock): ListedPeople {
  return (context, query) => {
    assertMayFilter(context, query);
    return listConditions(context.organization.db.organizationId, query, {
      now: clock.now(),
      withSecurity: canViewSecurity(context.principal),
      withEmployment: mayManagePeople(context.principal),
    });
  };
}
