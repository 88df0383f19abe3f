import { defaultPageSize } from "@praxisportal/contract/limits";
import { userListQuery, userSortFields, type MemberState } from "@praxisportal/contract/users/users.schema";

export type UserSortField = (typeof userSortFields)[number];

/** The state of the staff page as its address holds it; what is absent has its default. */
export interface UsersSearch {
  readonly search?: string;
  readonly status?: MemberState;
  readonly role?: string;
  readonly department?: string;
  /** `YYYY-MM-DD..YYYY-MM-DD`, inclusive, on the created date. */
  readonly dateRange?: string;
  readonly sortBy?: UserSortField;
  readonly sortOrder?: "asc" | "desc";
  readonly page?: number;
  readonly limit?: number;
  /** Id of the person whose quick look is open. */
  readonly person?: string;
}

export const defaultSort = { sortBy: "personalInfo.lastName", sortOrder: "asc" } as const;

const fields = [
  "search",
  "status",
  "role",
  "department",
  "dateRange",
  "sortBy",
  "sortOrder",
  "page",
  "limit",
] as const;

export type UsersSearchField = (typeof fields)[number];

/**
 * Reads the query of an address by the schema of the call. A value the call would refuse is left out and
 * named, so that an old or mistyped link still shows a list and says what it did not apply.
 */
export function parseUsersSearch(raw: Readonly<Record<string, unknown>>): {
  search: UsersSearch;
  skipped: readonly UsersSearchField[];
} {
  const good: Record<string, unknown> = {};
  const skipped: UsersSearchField[] = [];
  for (const field of fields) {
    const value = raw[field];
    if (value === undefined || value === "") continue;
    const result = userListQuery.shape[field].safeParse(value);
    if (!result.success) skipped.push(field);
    else good[field] = field === "dateRange" ? value : result.data;
  }
  if (typeof raw["person"] === "string") good["person"] = raw["person"];
  return { search: good, skipped };
}

/** The query of the call for this state; what has its default is not sent. */
export function listQuery(search: UsersSearch) {
  const { person: _shownOnly, ...query } = search;
  return query;
}

/** Whether the list is narrowed by anything but its view. */
export function isFiltered(search: UsersSearch): boolean {
  const { search: text, role, department, dateRange } = search;
  return [text, role, department, dateRange].some((value) => value !== undefined && value !== "");
}

/** How many filter chips are set. */
export function filterCount({ role, department, dateRange }: UsersSearch): number {
  return [role, department, dateRange].filter((value) => value !== undefined).length;
}

/** The order after a press on the head of `field`: ascending first, then the other way round. */
export function sortAfterPress(
  search: UsersSearch,
  field: UserSortField,
): Pick<UsersSearch, "sortBy" | "sortOrder"> {
  const current = search.sortBy ?? defaultSort.sortBy;
  const order = search.sortOrder ?? defaultSort.sortOrder;
  return { sortBy: field, sortOrder: current === field && order === "asc" ? "desc" : "asc" };
}

/** Page sizes offered; an address may name others. */
export const pageSizes = [10, defaultPageSize, 50, 100] as const;

/** The saved views of the page: everybody, then one for each state. */
export const views = [
  "all",
  "active",
  "pending",
  "locked",
  "blocked",
  "deactivated",
] as const satisfies readonly ("all" | MemberState)[];
export type UsersView = (typeof views)[number];
