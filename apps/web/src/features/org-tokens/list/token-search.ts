import type { orgTokenSortFields, OrgTokenView } from "@praxisportal/contract/org-tokens/org-tokens.schema";
import { createListSearch, textMatching, oneOf } from "../../../platform/list/list-search.ts";
import type { ListState } from "../../../platform/list/use-list-search.ts";

/** Views and sort fields of the call. Listed here to keep the schemas out of the bundle, and a test compares them. */
export const views = ["active", "expired", "revoked", "expiring"] as const satisfies readonly OrgTokenView[];
const sortFields = [
  "createdAt",
  "expiresAt",
  "lastActivity",
  "application",
  "person",
  "organization",
] as const satisfies readonly (typeof orgTokenSortFields)[number][];

/** The URL state of the list. It accepts the same values as the call. */
export const tokenSearch = createListSearch({
  filters: {
    status: oneOf(views),
    organizationId: textMatching(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
    applicationId: textMatching(/^[A-Za-z0-9][\w.:-]*$/),
    applicationType: textMatching(/^[a-z][a-z0-9_-]*$/, 40),
  },
  sortFields,
  defaultSort: { sortBy: "createdAt", sortOrder: "desc" },
});

export type TokenSearch = ReturnType<typeof tokenSearch.parse>["search"];
export type TokenList = ListState & { readonly search: TokenSearch };

/** Returns the query parameters of the call. */
export function listQuery(search: TokenSearch) {
  return { ...search, ...tokenSearch.sortOf(search) };
}

/** Returns only the filters, for the export. */
export function filtersOf({
  sortBy: _field,
  sortOrder: _order,
  page: _page,
  limit: _limit,
  ...filters
}: TokenSearch) {
  return filters;
}
