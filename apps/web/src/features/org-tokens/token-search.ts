import { defaultPageSize, maxPageSize, minPageSize } from "@praxisportal/contract/limits";
import type { orgTokenSortFields, OrgTokenView } from "@praxisportal/contract/org-tokens/org-tokens.schema";

export type TokenSortField = (typeof orgTokenSortFields)[number];

/** The state of a list of tokens as its address holds it; what is absent has its default. */
export interface TokenSearch {
  readonly search?: string;
  readonly status?: OrgTokenView;
  readonly organizationId?: string;
  readonly applicationId?: string;
  readonly applicationType?: string;
  readonly sortBy?: TokenSortField;
  readonly sortOrder?: "asc" | "desc";
  readonly page?: number;
  readonly limit?: number;
}

/** The pages that list tokens; each keeps its state in its own address. */
export type TokenPlace = "/admin/client-tokens" | "/admin" | "/organization";

const fields = [
  "search",
  "status",
  "organizationId",
  "applicationId",
  "applicationType",
  "sortBy",
  "sortOrder",
  "page",
  "limit",
] as const;

export type TokenSearchField = (typeof fields)[number];

/** Views and sort fields of the call; the schemas stay out of this page, a test compares the two. */
export const views: readonly OrgTokenView[] = ["active", "expired", "revoked", "expiring"];
export const sortFields: readonly TokenSortField[] = [
  "createdAt",
  "expiresAt",
  "lastActivity",
  "application",
  "person",
  "organization",
];

const defaultSort = { sortBy: "createdAt", sortOrder: "desc" } as const;

/** Page sizes offered; an address may name others. */
export const pageSizes = [10, defaultPageSize, 50, 100] as const;

const maxTextLength = 100;
const maxPage = 10_000_000;

function integer(value: string, min: number, max: number): number | undefined {
  const number = /^\d+$/.test(value) ? Number(value) : Number.NaN;
  return number >= min && number <= max ? number : undefined;
}

function matching(value: string, pattern: RegExp, maxLength = maxTextLength): string | undefined {
  return value.length <= maxLength && pattern.test(value) ? value : undefined;
}

/** What each field takes; undefined for what the call would refuse. */
const readers: { readonly [field in TokenSearchField]: (value: string) => TokenSearch[field] | undefined } = {
  search: (value) => matching(value, /^/),
  status: (value) => views.find((view) => view === value),
  organizationId: (value) => matching(value, /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
  applicationId: (value) => matching(value, /^[A-Za-z0-9][\w.:-]*$/),
  applicationType: (value) => matching(value, /^[a-z][a-z0-9_-]*$/, 40),
  sortBy: (value) => sortFields.find((field) => field === value),
  sortOrder: (value) => (value === "asc" || value === "desc" ? value : undefined),
  page: (value) => integer(value, 1, maxPage),
  limit: (value) => integer(value, minPageSize, maxPageSize),
};

/** Reads the query of an address. A value the call would refuse is left out and named. */
export function parseTokenSearch(raw: Readonly<Record<string, unknown>>): {
  search: TokenSearch;
  skipped: readonly TokenSearchField[];
} {
  const good: Record<string, unknown> = {};
  const skipped: TokenSearchField[] = [];
  for (const field of fields) {
    const value = raw[field];
    // A link inside the application may hold the page as a number.
    const plain = typeof value === "number" ? String(value) : value;
    if (typeof plain !== "string" || plain === "") continue;
    const read = readers[field](plain);
    if (read === undefined) skipped.push(field);
    else good[field] = read;
  }
  return { search: good, skipped };
}

/** The order that holds: newest first unless the address says otherwise. */
export function sortOf(search: TokenSearch): { sortBy: TokenSortField; sortOrder: "asc" | "desc" } {
  const { sortBy = defaultSort.sortBy, sortOrder } = search;
  return { sortBy, sortOrder: sortOrder ?? (search.sortBy === undefined ? defaultSort.sortOrder : "asc") };
}

/** The query of the call for this state. */
export function listQuery(search: TokenSearch): TokenSearch {
  return { ...search, ...sortOf(search) };
}

/** The filters alone, as a file takes them. */
export function filtersOf(search: TokenSearch): Omit<TokenSearch, "sortBy" | "sortOrder" | "page" | "limit"> {
  const { sortBy: _field, sortOrder: _order, page: _page, limit: _limit, ...filters } = search;
  return filters;
}

/** Whether anything narrows the list. */
export function isNarrowed(search: TokenSearch): boolean {
  return Object.values(filtersOf(search)).some((value) => value !== undefined);
}

/** The order after a press on the head of `field`: ascending first, then the other way round. */
export function sortAfterPress(search: TokenSearch, field: TokenSortField) {
  const { sortBy, sortOrder } = sortOf(search);
  const order = sortBy === field && sortOrder === "asc" ? "desc" : "asc";
  return { sortBy: field, sortOrder: order } as const;
}
