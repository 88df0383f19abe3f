import { defaultPageSize, maxPageSize, minPageSize } from "@praxisportal/contract/limits";
import {
  type OrganizationStatus,
  organizationStatuses,
} from "@praxisportal/contract/organizations/organization-state.rules";
import type { organizationSortFields } from "@praxisportal/contract/organizations/organizations.schema";

export type PracticeSortField = (typeof organizationSortFields)[number];

/** List state as stored in the URL; absent fields have defaults. */
export interface PracticeSearch {
  readonly search?: string;
  readonly status?: OrganizationStatus;
  readonly sortBy?: PracticeSortField;
  readonly sortOrder?: "asc" | "desc";
  readonly page?: number;
  readonly limit?: number;
}

const fields = ["search", "status", "sortBy", "sortOrder", "page", "limit"] as const;
export type PracticeSearchField = (typeof fields)[number];

/** Sort fields of the endpoint. Listed here to keep the schemas out of the bundle; a test compares them. */
export const sortFields: readonly PracticeSortField[] = ["name", "type", "status", "createdAt", "userCount"];

/** Page sizes offered; the URL may hold others. */
export const pageSizes = [10, defaultPageSize, 50, 100] as const;

const defaultSort = { sortBy: "name", sortOrder: "asc" } as const;
const maxTextLength = 100;
const maxPage = 10_000_000;

function integer(value: string, min: number, max: number): number | undefined {
  const number = /^\d+$/.test(value) ? Number(value) : Number.NaN;
  return number >= min && number <= max ? number : undefined;
}

/** Parsers by field; undefined for values that the endpoint would reject. */
const readers: {
  readonly [field in PracticeSearchField]: (value: string) => PracticeSearch[field] | undefined;
} = {
  search: (value) => (value.length <= maxTextLength ? value : undefined),
  status: (value) => organizationStatuses.find((status) => status === value),
  sortBy: (value) => sortFields.find((field) => field === value),
  sortOrder: (value) => (value === "asc" || value === "desc" ? value : undefined),
  page: (value) => integer(value, 1, maxPage),
  limit: (value) => integer(value, minPageSize, maxPageSize),
};

/**
 * Parses the URL's query. Drops values that the endpoint would reject and names their fields in `skipped`.
 */
export function parsePracticeSearch(raw: Readonly<Record<string, unknown>>): {
  search: PracticeSearch;
  skipped: readonly PracticeSearchField[];
} {
  const good: Record<string, unknown> = {};
  const skipped: PracticeSearchField[] = [];
  for (const field of fields) {
    const value = raw[field];
    // A link inside the app may hold the page as a number.
    const plain = typeof value === "number" ? String(value) : value;
    if (typeof plain !== "string" || plain === "") continue;
    const read = readers[field](plain);
    if (read === undefined) skipped.push(field);
    else good[field] = read;
  }
  return { search: good, skipped };
}

/** Returns the effective sort order. */
export function sortOf({ sortBy, sortOrder }: PracticeSearch): {
  sortBy: PracticeSortField;
  sortOrder: "asc" | "desc";
} {
  return { sortBy: sortBy ?? defaultSort.sortBy, sortOrder: sortOrder ?? defaultSort.sortOrder };
}

/** Returns the sort order after a click on the header of `field`: ascending first, then toggled. */
export function sortAfterPress(search: PracticeSearch, field: PracticeSortField) {
  const { sortBy, sortOrder } = sortOf(search);
  const order = sortBy === field && sortOrder === "asc" ? "desc" : "asc";
  return { sortBy: field, sortOrder: order } as const;
}
