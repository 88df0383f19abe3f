import { maxPageSize } from "@praxisportal/contract/limits";
import type {
  listOperations,
  listSeatHolders,
} from "@praxisportal/contract/organizations/organizations.endpoints";
import type {
  getTenantOverview,
  getTenantStatistics,
} from "@praxisportal/contract/tenants/tenants.endpoints";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { organizationListQuery, loadOrganizationList } from "../../entities/organization/organization.api.ts";
import { organizationKeys, tenantKeys } from "../../entities/organization/organization-keys.ts";
import { call } from "../../platform/api-client/call.ts";
import { route } from "../../platform/api-client/route.ts";
import { type OrganizationSearch, organizationSearch } from "./administration/organization-search.ts";

// Types only. Reading needs no schemas, which would be a tenth of the page's size.
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

const listQuery = (search: OrganizationSearch) => ({ ...search, ...organizationSearch.sortOf(search) });

/** Returns the query for one page of all organizations. */
export function organizationPageQuery(search: OrganizationSearch) {
  return organizationListQuery(listQuery(search));
}

/** Loads one page of all organizations without caching it. @throws ApiError. */
export function loadOrganizationPage(search: OrganizationSearch, page: number, limit: number) {
  return loadOrganizationList({ ...listQuery(search), page, limit });
}

const cursorQuery = (cursor: string | undefined) => (cursor === undefined ? {} : { cursor });

/** Returns the query for one page of the members who take a seat. */
export function seatHoldersQuery(organizationId: string, cursor: string | undefined) {
  return queryOptions({
    queryKey: [...organizationKeys.licenses(organizationId), "holders", cursor ?? null],
    queryFn: ({ signal }) =>
      call(holdersRoute, { params: { id: organizationId }, query: cursorQuery(cursor), signal }),
    placeholderData: keepPreviousData,
  });
}

/** Loads one page of the members who take a seat without caching it. @throws ApiError. */
export function loadSeatHolders(organizationId: string, cursor: string | undefined) {
  const query = { ...cursorQuery(cursor), limit: maxPageSize };
  return call(holdersRoute, { params: { id: organizationId }, query });
}

/** Returns the query for the newest changes to the members of an organization, up to one page. */
export function operationsQuery(organizationId: string) {
  return queryOptions({
    queryKey: organizationKeys.operations(organizationId),
    queryFn: async ({ signal }) => {
      const query = { limit: maxPageSize };
      return (await call(operationsRoute, { params: { id: organizationId }, query, signal })).data;
    },
  });
}

/** Returns the query for the totals over all organizations, for the operator. */
export function totalsQuery() {
  return queryOptions({
    queryKey: tenantKeys.statistics,
    queryFn: ({ signal }) => call(totalsRoute, { signal }),
  });
}

/** Returns the query for polling the platform status. `background` keeps the calls from counting as user activity. */
export function overviewQuery() {
  return queryOptions({
    queryKey: tenantKeys.overview,
    queryFn: ({ signal }) => call(overviewRoute, { signal, background: true }),
  });
}
