import { createListSearch } from "../../platform/list/list-search.ts";

/** Search and sort options of the list of patients. */
export const patientSearch = createListSearch({
  filters: {},
  sortFields: ["lastName", "birthDate", "number", "lastVisit"],
  defaultSort: { sortBy: "lastName", sortOrder: "asc" },
});

export type PatientSearch = ReturnType<typeof patientSearch.parse>["search"];

/** Search and sort options of the list of test descriptions. */
export const testSearch = createListSearch({
  filters: {},
  sortFields: ["code", "name"],
  defaultSort: { sortBy: "code", sortOrder: "asc" },
});

export type TestSearch = ReturnType<typeof testSearch.parse>["search"];
