import type { BodyInputOf } from "@praxisportal/contract/endpoint";
import type {
  AppliedLimits,
  ChangeLimits,
  Plan,
  TenantLimitName,
  TenantUsage,
} from "@praxisportal/contract/tenants/plans.schema";
import type { ProvisioningStatus } from "@praxisportal/contract/tenants/provisioning.schema";
import type { Tenant } from "@praxisportal/contract/tenants/tenant.schema";
import type * as tenants from "@praxisportal/contract/tenants/tenants.endpoints";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { tenantKeys } from "../../../entities/organization/organization-keys.ts";
import { call } from "../../../platform/api-client/call.ts";
import { inOrganization } from "../../../platform/api-client/in-organization.ts";
import { route } from "../../../platform/api-client/route.ts";
import { type TenantSearch, tenantSearch } from "./tenant-search.ts";
import type { UsagePeriod } from "./usage-period.ts";

export type { AppliedLimits, Plan, ProvisioningStatus, Tenant, TenantLimitName, TenantUsage };

const path = "/api/tenant/organizations";
const listRoute = route<typeof tenants.listTenants>()("tenants.list", "GET", path);
const tenantRoute = route<typeof tenants.getTenant>()("tenants.get", "GET", `${path}/{id}`);
const createRoute = route<typeof tenants.createTenant>()("tenants.create", "POST", path);
const provisioningRoute = route<typeof tenants.getProvisioningStatus>()(
  "tenants.provisioning",
  "GET",
  "/api/tenant/provisioning/status/{id}",
);
const plansRoute = route<typeof tenants.listPlans>()("tenants.plans", "GET", "/api/tenant/plans");
const limitsRoute = route<typeof tenants.getTenantLimits>()("tenants.limits", "GET", `${path}/{id}/limits`);
const changeLimitsRoute = route<typeof tenants.changeTenantLimits>()(
  "tenants.changeLimits",
  "PUT",
  `${path}/{id}/limits`,
);
const usageRoute = route<typeof tenants.getTenantUsage>()("tenants.usage", "GET", `${path}/{id}/usage`);
const queryOf = (search: TenantSearch) => ({ ...search, ...tenantSearch.sortOf(search) });

/** Returns the query for one page of all tenants. The previous rows stay while another page loads. */
export function tenantPageQuery(search: TenantSearch) {
  const query = queryOf(search);
  return queryOptions({
    queryKey: [...tenantKeys.lists, query],
    queryFn: ({ signal }) => call(listRoute, { query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Loads one page of all tenants without caching it. @throws ApiError. */
export function loadTenantPage(search: TenantSearch, page: number, limit: number) {
  return call(listRoute, { query: { ...queryOf(search), page, limit } });
}

export function tenantQuery(id: string) {
  return queryOptions({
    queryKey: [...tenantKeys.details, id],
    queryFn: ({ signal }) => call(tenantRoute, { ...inOrganization(id), signal }),
  });
}

/** Returns the query for the plans that tenants may have, the smallest first. */
export function plansQuery() {
  return queryOptions({
    queryKey: tenantKeys.plans,
    queryFn: async ({ signal }) => (await call(plansRoute, { signal })).data,
  });
}

export function limitsQuery(id: string) {
  return queryOptions({
    queryKey: [...tenantKeys.limits, id],
    queryFn: ({ signal }) => call(limitsRoute, { ...inOrganization(id), signal }),
  });
}

/** Returns the query for the usage of a tenant's limits and its AI usage on each day of a period. */
export function tenantUsageQuery(id: string, period: UsagePeriod) {
  return queryOptions({
    queryKey: [...tenantKeys.usage, id, period],
    queryFn: ({ signal }) => call(usageRoute, { ...inOrganization(id), query: { period }, signal }),
    placeholderData: keepPreviousData,
  });
}

/**
 * Returns the query for a tenant's usage, for pages that get its limits from another query. It is not refetched when
 * only the limits change.
 */
export function tenantUseQuery(id: string) {
  return queryOptions({
    queryKey: [...tenantKeys.use, id],
    queryFn: ({ signal }) => call(usageRoute, { ...inOrganization(id), query: {}, signal }),
  });
}

const provisioningIntervalMs = 1000;

/** Returns the query for the progress of the creation of a tenant, polled until it has ended. */
export function provisioningQuery(id: string) {
  return queryOptions({
    queryKey: [...tenantKeys.provisioning, id],
    queryFn: ({ signal }) => call(provisioningRoute, { ...inOrganization(id), signal, background: true }),
    refetchInterval: ({ state: { data } }) =>
      data === undefined || data.state === "ready" ? false : provisioningIntervalMs,
  });
}

/** @throws ApiError. */
export function createTenant(body: BodyInputOf<typeof tenants.createTenant>, idempotencyKey: string) {
  return call(createRoute, { body, idempotencyKey });
}

/** Changes limits. Null restores the value of the plan. @throws ApiError. */
export async function changeLimits(id: string, body: ChangeLimits): Promise<void> {
  await call(changeLimitsRoute, { ...inOrganization(id), body });
}
