import { audited, defineEndpoint, notAudited } from "../endpoint.ts";
import { idParams } from "../identifiers.ts";
import {
  createdOrganizationSchema,
  createOrganizationSchema,
} from "../organizations/organization-changes.schema.ts";
import { organizationSchema } from "../organizations/organizations.schema.ts";
import { provisioningStatusSchema } from "./provisioning.schema.ts";
import { suspendTenantSchema, tenantOverviewSchema, tenantStatisticsSchema } from "./tenants.schema.ts";

const operator = { who: "role:super_admin", scope: "platform" } as const;

/**
 * Creates a tenant in its trial, exactly like `POST /api/v1/organizations`. A step of its provisioning that fails is
 * repeated in the background.
 */
export const createTenant = defineEndpoint({
  name: "tenants.create",
  summary: "Create a tenant",
  method: "POST",
  path: "/api/tenant/organizations",
  access: operator,
  audit: audited("organization.created"),
  body: createOrganizationSchema,
  responses: { 201: createdOrganizationSchema },
  errors: ["STEP_UP_REQUIRED", "TOO_MANY_ATTEMPTS"],
  replay: "resource",
});

/** Returns how far the provisioning of a tenant is. */
export const getProvisioningStatus = defineEndpoint({
  name: "tenants.provisioning",
  summary: "Get the provisioning status of a tenant",
  method: "GET",
  path: "/api/tenant/provisioning/status/{id}",
  access: operator,
  audit: notAudited("a read"),
  organizationFrom: "path",
  params: idParams,
  responses: { 200: provisioningStatusSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_MISMATCH"],
});

/** Returns totals over all tenants, for the platform operator. */
export const getTenantStatistics = defineEndpoint({
  name: "tenants.statistics",
  summary: "Get tenant totals",
  method: "GET",
  path: "/api/tenant/statistics",
  access: operator,
  audit: notAudited("numbers only, of no single organization"),
  responses: { 200: tenantStatisticsSchema },
  errors: [],
});

/**
 * Returns the state of the platform for its administrators; the schema documents which parts only the
 * operator gets.
 */
export const getTenantOverview = defineEndpoint({
  name: "tenants.overview",
  summary: "Get the platform overview",
  method: "GET",
  path: "/api/tenant/overview",
  access: { who: "role:super_admin|admin", scope: "platform" },
  audit: notAudited("numbers only, of no single organization"),
  responses: { 200: tenantOverviewSchema },
  errors: [],
});

/**
 * Suspends a tenant: its members can no longer sign in and application tokens stop working; org_admins who
 * are signed in keep read access. Errors: 409 CONFLICT if its state does not allow it.
 */
export const suspendTenant = defineEndpoint({
  name: "tenants.suspend",
  summary: "Suspend a tenant",
  method: "POST",
  path: "/api/tenant/organizations/{id}/suspend",
  access: operator,
  audit: audited("organization.suspended"),
  organizationFrom: "path",
  params: idParams,
  body: suspendTenantSchema,
  responses: { 200: organizationSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_MISMATCH", "CONFLICT", "STEP_UP_REQUIRED"],
});

/** Ends a suspension and restores the tenant's former state. */
export const reactivateTenant = defineEndpoint({
  name: "tenants.reactivate",
  summary: "Reactivate a tenant",
  method: "POST",
  path: "/api/tenant/organizations/{id}/reactivate",
  access: operator,
  audit: audited("organization.reactivated"),
  organizationFrom: "path",
  params: idParams,
  responses: { 200: organizationSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_MISMATCH", "CONFLICT", "STEP_UP_REQUIRED"],
});
