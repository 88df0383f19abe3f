import { createListSearch, oneOf } from "../../platform/list/list-search.ts";

export const kinds = ["shared", "personal"] as const;

/** The URL state of the list. Kinds and sort fields are listed here to keep the schemas out of the bundle. */
export const workstationSearch = createListSearch({
  filters: { kind: oneOf(kinds) },
  sortFields: ["name", "kind", "people", "openSessions", "lastSeenAt", "firstSeenAt"],
  defaultSort: { sortBy: "lastSeenAt", sortOrder: "desc" },
});

export type WorkstationSearch = ReturnType<typeof workstationSearch.parse>["search"];
