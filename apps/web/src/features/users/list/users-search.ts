import type { QueryInputOf } from "@praxisportal/contract/endpoint";
import type { getUserStatistics } from "@praxisportal/contract/organizations/organizations.endpoints";
import {
  type MemberCheckId,
  memberCheckIds,
} from "@praxisportal/contract/organizations/security-checks.rules";
import { rightsFilters } from "@praxisportal/contract/users/rights-filter.rules";
import { canonicalRole } from "@praxisportal/contract/roles";
import type { MemberState, userSortFields } from "@praxisportal/contract/users/users.schema";
import { createListSearch, textMatching, oneOf } from "../../../platform/list/list-search.ts";
import type { ListState } from "../../../platform/list/use-list-search.ts";

/** States of a member, in the order of the list's tabs. */
export const memberViews = [
  "active",
  "pending",
  "locked",
  "blocked",
  "deactivated",
] as const satisfies readonly MemberState[];

/**
 * Sort fields of the endpoint. Repeated here to keep the schemas out of the bundle. A test checks that both lists
 * match.
 */
const sortFields = [
  "personalInfo.lastName",
  "personalInfo.firstName",
  "username",
  "email",
  "role.type",
  "organizationData.department",
  "status",
  "lastLogin",
  "lastActivity",
  "createdAt",
] as const satisfies readonly (typeof userSortFields)[number][];

/** Returns whether the calendar day exists. 30 February does not exist. */
function isDay(value: string | undefined): value is string {
  if (value === undefined || !/^\d{4}-\d\d-\d\d$/.test(value)) return false;
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}

/** Accepts `YYYY-MM-DD..YYYY-MM-DD`, inclusive. */
function dateRange(value: string): string | undefined {
  const [from, to, ...rest] = value.split("..");
  return rest.length === 0 && isDay(from) && isDay(to) && from <= to ? value : undefined;
}

const checkId = oneOf(memberCheckIds);

/** Accepts the name of a check, including its former name, which saved views and bookmarks may contain. */
function finding(value: string): MemberCheckId | undefined {
  return checkId(value === "startPasswords" ? "temporaryPasswords" : value);
}

/** The URL state of the list. It accepts the same values as the endpoint. */
export const usersSearch = createListSearch({
  filters: {
    status: oneOf(memberViews),
    role: canonicalRole,
    department: textMatching(/^/),
    /** Creation date range. */
    dateRange,
    /** A check of the security score. */
    finding,
    /** Days until the access ends. */
    endsWithinDays: oneOf(["30"]),
    secondFactor: oneOf(["missing"]),
    employment: oneOf(["external"]),
    /** A right that all listed people have. */
    may: oneOf(rightsFilters),
  },
  sortFields,
  defaultSort: { sortBy: "personalInfo.lastName", sortOrder: "asc" },
});

export type UsersSearch = ReturnType<typeof usersSearch.parse>["search"];
/** The filters of the endpoint, without sort order and page. */
type ListedFilters = QueryInputOf<typeof getUserStatistics> & Pick<UsersSearch, "status">;
export type UsersList = ListState & { readonly search: UsersSearch };

/** Returns search and filters, without sort order and page. */
export function filtersOf({
  sortBy: _sortBy,
  sortOrder: _sortOrder,
  page: _page,
  limit: _limit,
  cursor: _cursor,
  ...filters
}: UsersSearch): ListedFilters {
  return filters;
}

/** Returns whether the list shows the locked people and nothing else filters it. */
export function isLockedOnly(search: UsersSearch): boolean {
  const { status, ...others } = filtersOf(search);
  return status === "locked" && Object.values(others).every((value) => value === undefined);
}
