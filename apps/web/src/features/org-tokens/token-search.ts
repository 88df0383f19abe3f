import { defaultPageSize, maxPageSize, minPageSize } from "@praxisportal/contract/limits";
import type { orgTokenSortFields, OrgTokenView } from "@praxisportal/contract/org-tokens/org-tokens.schema";

export type TokenSortField = (typeof orgTokenSortFields)[number];

/** List state as stored in the URL; absent fields have defaults. */
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

/** Pages that list tokens; each has its own state in its URL. */
export type TokenBasePath = "/admin/client-tokens" | "/admin" | "/organization";

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

/**
 * Views and sort fields of the endpoint. Listed here to keep the schemas out of the bundle; a test compares
 * them.
 */
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

/** Page sizes offered; the URL may hold others. */
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

/** Parsers by field; undefined for values that the endpoint would reject. */
const parsers: { readonly [field in TokenSearchField]: (value: string) => TokenSearch[field] | undefined } = {
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

/**
 * Parses the URL's query. Drops values that the endpoint would reject and names their fields in `skipped`.
 */
export function parseTokenSearch(raw: Readonly<Record<string, unknown>>): {
  search: TokenSearch;
  ignoredParams: readonly TokenSearchField[];
} {
  const validParams: Record<string, unknown> = {};
  const ignoredParams: TokenSearchField[] = [];
  for (const field of fields) {
    const value = raw[field];
    // A link inside the app may hold the page as a number.
    const plain = typeof value === "number" ? String(value) : value;
    if (typeof plain !== "string" || plain === "") continue;
    const read = parsers[field](plain);
    if (read === undefined) ignoredParams.push(field);
    else validParams[field] = read;
  }
  return { search: validParams, ignoredParams };
}

/** Returns the effective sort order; newest first by default. */
export function sortOf(search: TokenSearch): { sortBy: TokenSortField; sortOrder: "asc" | "desc" } {
  const { sortBy = defaultSort.sortBy, sortOrder } = search;
  return { sortBy, sortOrder: sortOrder ?? (search.sortBy === undefined ? defaultSort.sortOrder : "asc") };
}

/** Returns the query parameters of the endpoint. */
export function listQuery(search: TokenSearch): TokenSearch {
  return { ...search, ...sortOf(search) };
}

/** Returns the filters alone, as the export takes them. */
export function filtersOf(search: TokenSearch): Omit<TokenSearch, "sortBy" | "sortOrder" | "page" | "limit"> {
  const { sortBy: _field, sortOrder: _order, page: _page, limit: _limit, ...filters } = search;
  return filters;
}

export function hasActiveFilters(search: TokenSearch): boolean {
  return Object.values(filtersOf(search)).some((value) => value !== undefined);
}

/** Returns the sort order after a click on the header of `field`: ascending first, then toggled. */
export function toggleSort(search: TokenSearch, field: TokenSortField) {
  const { sortBy, sortOrder } = sortOf(search);
  const order = sortBy === field && sortOrder === "asc" ? "desc" : "asc";
  return { sortBy: field, sortOrder: order } as const;
}
