import { createListSearch, oneOf } from "../../platform/list/list-search.ts";

/** Kinds of workstations. Like the sort fields, they are listed here to keep the schemas out of the bundle. */
export const workstationKinds = ["shared", "personal"] as const;

/** The URL state of the list. */
export const workstationSearch = createListSearch({
  filters: { kind: oneOf(workstationKinds) },
  sortFields: ["name", "kind", "people", "openSessions", "lastSeenAt", "firstSeenAt"],
  defaultSort: { sortBy: "lastSeenAt", sortOrder: "desc" },
});

/** Returns the query parameters of the call. */
export function workstationListQuery(search: ReturnType<typeof workstationSearch.parse>["search"]) {
  return { ...search, ...workstationSearch.sortOf(search) };
}
