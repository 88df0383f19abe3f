import { organizationStatuses } from "@praxisportal/contract/organizations/organization-state.rules";
import { createListSearch, oneOf } from "../../../platform/list/list-search.ts";

/** The URL state of the list. The sort fields are listed here to keep the schemas out of the bundle. */
export const organizationSearch = createListSearch({
  filters: { status: oneOf(organizationStatuses) },
  sortFields: ["name", "type", "status", "createdAt", "userCount"],
  defaultSort: { sortBy: "name", sortOrder: "asc" },
});

export type OrganizationSearch = ReturnType<typeof organizationSearch.parse>["search"];
