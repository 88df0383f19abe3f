import { defaultPageSize, maxPageSize, minPageSize } from "@praxisportal/contract/limits";
import { canonicalRole } from "@praxisportal/contract/roles";
import type { MemberState, userSortFields } from "@praxisportal/contract/users/users.schema";

export type UserSortField = (typeof userSortFields)[number];

/** List state as stored in the URL; absent fields have defaults. */
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
  /** Id of the person in the quick look. */
  readonly person?: string;
  /** Which dialog to add people is open. */
  readonly create?: "person" | "joining";
}

/** Pages that list the people of a practice; each has its own state in its URL. */
export type UsersBasePath = "/users" | "/organization/users" | "/organization";

/** Fields in a page's URL besides the list state. */
export function placeSearch(basePath: UsersBasePath): { tab?: "users" } {
  return basePath === "/organization" ? { tab: "users" } : {};
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

/** Sort fields of the endpoint. Listed here to keep the schemas out of the bundle; a test compares them. */
export const sortFields: readonly UserSortField[] = [
  "personalInfo.lastName",
  "personalInfo.firstName",
  "username",
  "email",
  "role.type",
  "organizationData.department",
  "status",
  "lastLogin",
  "createdAt",
];

const maxTextLength = 100;
const maxPage = 10_000_000;

function integer(value: string, min: number, max: number): number | undefined {
  const number = /^\d+$/.test(value) ? Number(value) : Number.NaN;
  return number >= min && number <= max ? number : undefined;
}

function shortText(value: string): string | undefined {
  return value.length <= maxTextLength ? value : undefined;
}

/** Returns whether the calendar day exists; 30 February does not. */
function isDay(value: string | undefined): value is string {
  if (value === undefined || !/^\d{4}-\d\d-\d\d$/.test(value)) return false;
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}

function rangeText(value: string): string | undefined {
  const [from, to, ...rest] = value.split("..");
  return rest.length === 0 && isDay(from) && isDay(to) && from <= to ? value : undefined;
}

/** Parsers by field; undefined for values that the endpoint would reject. */
const parsers: { readonly [field in UsersSearchField]: (value: string) => UsersSearch[field] | undefined } = {
  search: shortText,
  status: (value) => views.filter((view) => view !== "all").find((state) => state === value),
  role: canonicalRole,
  department: shortText,
  dateRange: rangeText,
  sortBy: (value) => sortFields.find((field) => field === value),
  sortOrder: (value) => (value === "asc" || value === "desc" ? value : undefined),
  page: (value) => integer(value, 1, maxPage),
  limit: (value) => integer(value, minPageSize, maxPageSize),
};

/**
 * Parses the URL's query. Drops values that the endpoint would reject and names their fields in `skipped`, so
 * that an old or mistyped link still shows a list and what was ignored.
 */
export function parseUsersSearch(raw: Readonly<Record<string, unknown>>): {
  search: UsersSearch;
  ignoredParams: readonly UsersSearchField[];
} {
  const validParams: Record<string, unknown> = {};
  const ignoredParams: UsersSearchField[] = [];
  for (const field of fields) {
    const value = raw[field];
    // A link inside the app may hold the page as a number.
    const plain = typeof value === "number" ? String(value) : value;
    if (typeof plain !== "string" || plain === "") continue;
    const read = parsers[field](plain);
    if (read === undefined) ignoredParams.push(field);
    else validParams[field] = read;
  }
  if (typeof raw["person"] === "string") validParams["person"] = raw["person"];
  if (raw["create"] === "person" || raw["create"] === "joining") validParams["create"] = raw["create"];
  return { search: validParams, ignoredParams };
}

/** Returns the query parameters of the endpoint; defaults are omitted. */
export function listQuery(search: UsersSearch) {
  const { person: _shownOnly, create: _dialogOnly, ...query } = search;
  return query;
}

/** Returns the filters, without sort order and page. */
export function filtersOf({ search, status, role, department, dateRange }: UsersSearch) {
  return { search, status, role, department, dateRange };
}

/** Returns the query string of a saved view: filters, sort order and page size. */
export function viewOfSearch(search: UsersSearch): string {
  const { page: _position, ...kept } = listQuery(search);
  const entries = Object.entries(kept).filter(([, value]) => value !== "");
  return new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString();
}

/** The inverse of {@link viewOfSearch}; fields that no longer exist are dropped. */
export function searchOfView(query: string): UsersSearch {
  return parseUsersSearch(Object.fromEntries(new URLSearchParams(query))).search;
}

/** Returns a key of the list's filters, the same for all pages and sort orders. */
export function listKey(search: UsersSearch): string {
  return JSON.stringify(filtersOf(search));
}

/** Returns whether anything besides the view filters the list. */
export function hasActiveFilters(search: UsersSearch): boolean {
  const { search: text, role, department, dateRange } = search;
  return [text, role, department, dateRange].some((value) => value !== undefined && value !== "");
}

/** Returns the number of active filter chips. */
export function filterCount({ role, department, dateRange }: UsersSearch): number {
  return [role, department, dateRange].filter((value) => value !== undefined).length;
}

/** Returns the sort order after a click on the header of `field`: ascending first, then toggled. */
export function toggleSort(
  search: UsersSearch,
  field: UserSortField,
): Pick<UsersSearch, "sortBy" | "sortOrder"> {
  const current = search.sortBy ?? defaultSort.sortBy;
  const order = search.sortOrder ?? defaultSort.sortOrder;
  return { sortBy: field, sortOrder: current === field && order === "asc" ? "desc" : "asc" };
}

/** Page sizes offered; the URL may hold others. */
export const pageSizes = [10, defaultPageSize, 50, 100] as const;

/** Predefined views: all people, then one per status. */
export const views = [
  "all",
  "active",
  "pending",
  "locked",
  "blocked",
  "deactivated",
] as const satisfies readonly ("all" | MemberState)[];
export type UsersView = (typeof views)[number];
