import { defaultPageSize, maxPageSize, minPageSize } from "@praxisportal/contract/limits";
import { canonicalRole } from "@praxisportal/contract/roles";
import type { MemberState, userSortFields } from "@praxisportal/contract/users/users.schema";

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
  /** The dialog for somebody new is open. */
  readonly create?: "person" | "joining";
}

/** The pages that list the people of a practice; each keeps its state in its own address. */
export type UsersPlace = "/users" | "/organization/users" | "/organization";

/** What the address of a place holds beside the state of the list. */
export function placeSearch(place: UsersPlace): { tab?: "users" } {
  return place === "/organization" ? { tab: "users" } : {};
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

/** Sort fields of the call; the schemas stay out of this page, a test compares the two. */
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

/** A calendar day that exists; 30 February is none. */
function isDay(value: string | undefined): value is string {
  if (value === undefined || !/^\d{4}-\d\d-\d\d$/.test(value)) return false;
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}

function rangeText(value: string): string | undefined {
  const [from, to, ...rest] = value.split("..");
  return rest.length === 0 && isDay(from) && isDay(to) && from <= to ? value : undefined;
}

/** What each field takes; undefined for what the call would refuse. */
const readers: { readonly [field in UsersSearchField]: (value: string) => UsersSearch[field] | undefined } = {
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
 * Reads the query of an address. A value the call would refuse is left out and named, so that an old or
 * mistyped link still shows a list and says what it did not apply.
 */
export function parseUsersSearch(raw: Readonly<Record<string, unknown>>): {
  search: UsersSearch;
  skipped: readonly UsersSearchField[];
} {
  const good: Record<string, unknown> = {};
  const skipped: UsersSearchField[] = [];
  for (const field of fields) {
    const value = raw[field];
    // A link inside the application may hold the page as a number.
    const plain = typeof value === "number" ? String(value) : value;
    if (typeof plain !== "string" || plain === "") continue;
    const read = readers[field](plain);
    if (read === undefined) skipped.push(field);
    else good[field] = read;
  }
  if (typeof raw["person"] === "string") good["person"] = raw["person"];
  if (raw["create"] === "person" || raw["create"] === "joining") good["create"] = raw["create"];
  return { search: good, skipped };
}

/** The query of the call for this state; what has its default is not sent. */
export function listQuery(search: UsersSearch) {
  const { person: _shownOnly, create: _dialogOnly, ...query } = search;
  return query;
}

/** The filters of a list, without its order and page. */
export function filtersOf({ search, status, role, department, dateRange }: UsersSearch) {
  return { search, status, role, department, dateRange };
}

/** Names a list by its filters: the same on each of its pages and in every order. */
export function listKey(search: UsersSearch): string {
  return JSON.stringify(filtersOf(search));
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
