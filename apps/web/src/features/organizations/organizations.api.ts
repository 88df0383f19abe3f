import type {
  getLicences,
  getOrganization,
  getOrganizationStatistics,
  listOperations,
  listOrganizations,
  listSeatHolders,
} from "@praxisportal/contract/organizations/organizations.endpoints";
import type {
  getTenantOverview,
  getTenantStatistics,
} from "@praxisportal/contract/tenants/tenants.endpoints";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api-client/call.ts";
import { route } from "../../platform/api-client/route.ts";
import { type OrganizationSearch, practiceSearch } from "./practices/organization-search.ts";

// Types only: reading needs no schema, and the schemas are a tenth of the page's size.
const listRoute = route<typeof listOrganizations>()("organizations.list", "GET", "/api/v1/organizations");
const organizationRoute = route<typeof getOrganization>()(
  "organizations.get",
  "GET",
  "/api/v1/organizations/{id}",
);
const statisticsRoute = route<typeof getOrganizationStatistics>()(
  "organizations.statistics",
  "GET",
  "/api/v1/organizations/{id}/statistics",
);
const licencesRoute = route<typeof getLicences>()(
  "organizations.licences",
  "GET",
  "/api/v1/organizations/{id}/licences",
);
const holdersRoute = route<typeof listSeatHolders>()(
  "organizations.listSeatHolders",
  "GET",
  "/api/v1/organizations/{id}/licences/holders",
);
const operationsRoute = route<typeof listOperations>()(
  "organizations.listOperations",
  "GET",
  "/api/v1/organizations/{id}/operations",
);
const totalsRoute = route<typeof getTenantStatistics>()(
  "tenants.statistics",
  "GET",
  "/api/tenant/statistics",
);

const overviewRoute = route<typeof getTenantOverview>()("tenants.overview", "GET", "/api/tenant/overview");

/** Maximum shown in switcher and picker; the search finds the others. */
const organizationsShown = 20;

/** Practices visible to the user, by name. */
export function organizationsQuery(search: string) {
  const text = search.trim();
  return queryOptions({
    queryKey: ["organizations", "list", text],
    queryFn: ({ signal }) =>
      call(listRoute, {
        query: { limit: organizationsShown, ...(text === "" ? {} : { search: text }) },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

/** One page of all practices. The previous rows stay while another page loads. */
export function organizationPageQuery(search: OrganizationSearch) {
  const query = { ...search, ...practiceSearch.sortOf(search) };
  return queryOptions({
    queryKey: ["organizations", "page", query],
    queryFn: ({ signal }) => call(listRoute, { query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** One page of all practices, not kept. @throws ApiError. */
export function loadPracticePage(search: OrganizationSearch, page: number, limit: number) {
  return call(listRoute, { query: { ...search, ...practiceSearch.sortOf(search), page, limit } });
}

export function organizationQuery(organizationId: string) {
  return queryOptions({
    queryKey: ["organizations", organizationId, "practice"],
    queryFn: ({ signal }) =>
      call(organizationRoute, { params: { id: organizationId }, signal, background: true }),
  });
}

/** Statistics for the overview of a practice. */
export function statisticsQuery(organizationId: string) {
  return queryOptions({
    queryKey: ["organizations", organizationId, "statistics"],
    queryFn: ({ signal }) => call(statisticsRoute, { params: { id: organizationId }, signal }),
  });
}

/** Licences of a practice as seats. */
export function licencesQuery(organizationId: string) {
  return queryOptions({
    queryKey: ["organizations", organizationId, "licences"],
    queryFn: ({ signal }) => call(licencesRoute, { params: { id: organizationId }, signal }),
  });
}

const cursorQuery = (cursor: string | undefined) => (cursor === undefined ? {} : { cursor });

/** Members who take a seat, paged. */
export function seatHoldersQuery(organizationId: string, cursor: string | undefined) {
  return queryOptions({
    queryKey: ["organizations", organizationId, "seat-holders", cursor ?? null],
    queryFn: ({ signal }) =>
      call(holdersRoute, { params: { id: organizationId }, query: cursorQuery(cursor), signal }),
    placeholderData: keepPreviousData,
  });
}

/** Changes to the members of a practice, paged. */
export function operationsQuery(organizationId: string, cursor: string | undefined) {
  return queryOptions({
    queryKey: ["organizations", organizationId, "operations", cursor ?? null],
    queryFn: ({ signal }) =>
      call(operationsRoute, { params: { id: organizationId }, query: cursorQuery(cursor), signal }),
    placeholderData: keepPreviousData,
  });
}

/** Totals over all practices, for the operator. */
export function totalsQuery() {
  return queryOptions({
    queryKey: ["tenants", "statistics"],
    queryFn: ({ signal }) => call(totalsRoute, { signal }),
  });
}

/** Platform status, polled; `background` keeps it from counting as user activity. */
export function overviewQuery() {
  return queryOptions({
    queryKey: ["tenants", "overview"],
    queryFn: ({ signal }) => call(overviewRoute, { signal, background: true }),
  });
}
