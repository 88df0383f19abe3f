import { createListSearch } from "../../platform/list/list-search.ts";

/** How the list of patients can be searched and sorted. */
export const patientSearch = createListSearch({
  filters: {},
  sortFields: ["lastName", "birthDate", "number", "lastVisit"],
  defaultSort: { sortBy: "lastName", sortOrder: "asc" },
});

export type PatientSearch = ReturnType<typeof patientSearch.parse>["search"];

/** How the list of test descriptions can be searched and sorted. */
export const testSearch = createListSearch({
  filters: {},
  sortFields: ["code", "name"],
  defaultSort: { sortBy: "code", sortOrder: "asc" },
});

export type TestSearch = ReturnType<typeof testSearch.parse>["search"];
