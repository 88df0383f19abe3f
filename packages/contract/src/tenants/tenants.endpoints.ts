import { audited, defineEndpoint, notAudited } from "../endpoint.ts";
import { idParams } from "../identifiers.ts";
import {
  createdOrganizationSchema,
  createOrganizationSchema,
} from "../organizations/organization-changes.schema.ts";
import { organizationSchema } from "../organizations/organizations.schema.ts";
import { erasedTenantListQuery, erasedTenantPageSchema } from "./erased-tenants.schema.ts";
import { giveNoticeSchema } from "./notice.schema.ts";
import { provisioningStatusSchema } from "./provisioning.schema.ts";
import { tenantListQuery, tenantPageSchema, tenantSchema, updateTenantSchema } from "./tenant.schema.ts";
import {
  addPlanSchema,
  appliedLimitsSchema,
  changeLimitsSchema,
  planListSchema,
  planParams,
  planSchema,
  tenantUsageQuery,
  tenantUsageSchema,
} from "./plans.schema.ts";
import {
  changePlanSchema,
  planPreviewSchema,
  subscriptionSchema,
  tenantBillingQuery,
  tenantBillingSchema,
} from "./subscription.schema.ts";
import { suspendTenantSchema, tenantOverviewSchema, tenantStatisticsSchema } from "./tenants.schema.ts";

const readAudit = notAudited("a read");
const operator = { who: "role:super_admin", scope: "platform" } as const;

/** Lists the tenants with their use, their limits and the points that need attention. */
export const listTenants = defineEndpoint({
  name: "tenants.list",
  summary: "List tenants",
  method: "GET",
  path: "/api/tenant/organizations",
  access: operator,
  audit: readAudit,
  query: tenantListQuery,
  responses: { 200: tenantPageSchema },
  errors: [],
});

/** Returns one tenant. */
export const getTenant = defineEndpoint({
  name: "tenants.get",
  summary: "Get a tenant",
  method: "GET",
  path: "/api/tenant/organizations/{id}",
  access: { who: "role:super_admin|org_admin", scope: "own" },
  audit: readAudit,
  organizationFrom: "path",
  params: idParams,
  responses: { 200: tenantSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_MISMATCH"],
});

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

/** Changes name, type, contact and billing details of a tenant, never its status. */
export const updateTenant = defineEndpoint({
  name: "tenants.update",
  summary: "Update a tenant",
  method: "PUT",
  path: "/api/tenant/organizations/{id}",
  access: operator,
  audit: audited("organization.updated"),
  organizationFrom: "path",
  params: idParams,
  body: updateTenantSchema,
  responses: { 200: tenantSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_MISMATCH", "PRECONDITION_FAILED"],
});

/**
 * Gives notice of the end of a contract. On its last day access ends, except that administrators can read and export
 * for 30 more days; then all data is erased. Errors: 409 CONFLICT when notice has already been given.
 */
export const giveNotice = defineEndpoint({
  name: "tenants.giveNotice",
  summary: "Give notice of the end of a contract",
  method: "POST",
  path: "/api/tenant/organizations/{id}/notice",
  access: { who: "role:super_admin|org_admin", scope: "own" },
  rateLimit: "changes",
  audit: audited("organization.notice_given"),
  whenReadOnly: "always",
  organizationFrom: "path",
  params: idParams,
  body: giveNoticeSchema,
  responses: { 200: tenantSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_MISMATCH", "CONFLICT", "STEP_UP_REQUIRED"],
});

/**
 * Withdraws a notice. If the contract has already ended, the tenant becomes active again. Errors: 409 CONFLICT without
 * a notice, or if the contract has ended and the caller is not the operator.
 */
export const withdrawNotice = defineEndpoint({
  name: "tenants.withdrawNotice",
  summary: "Withdraw the notice of the end of a contract",
  method: "DELETE",
  path: "/api/tenant/organizations/{id}/notice",
  access: { who: "role:super_admin|org_admin", scope: "own" },
  rateLimit: "changes",
  audit: audited("organization.notice_withdrawn"),
  whenReadOnly: "always",
  organizationFrom: "path",
  params: idParams,
  responses: { 200: tenantSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_MISMATCH", "CONFLICT", "STEP_UP_REQUIRED"],
});

/**
 * Returns the PDF certificate of a tenant's erasure. It lists what was erased, what remains and why, and the last entry
 * of the audit log. Errors: 404 until everything is erased.
 */
export const getDeletionCertificate = defineEndpoint({
  name: "tenants.certificate",
  summary: "Download the deletion certificate of a tenant",
  method: "GET",
  path: "/api/tenant/organizations/{id}/deletion-certificate",
  access: operator,
  audit: readAudit,
  organizationFrom: "path",
  findsDeleted: true,
  params: idParams,
  responses: { 200: null },
  file: true,
  fileTypes: ["application/pdf"],
  errors: ["NOT_FOUND", "ORGANIZATION_MISMATCH"],
});

/** Lists the former tenants whose data has been erased. Each has a certificate. */
export const listErasedTenants = defineEndpoint({
  name: "tenants.erased",
  summary: "List erased tenants",
  method: "GET",
  path: "/api/tenant/erased-organizations",
  access: operator,
  audit: readAudit,
  query: erasedTenantListQuery,
  responses: { 200: erasedTenantPageSchema },
  errors: [],
});

/** Returns the progress of the provisioning of a tenant. */
export const getProvisioningStatus = defineEndpoint({
  name: "tenants.provisioning",
  summary: "Get the provisioning status of a tenant",
  method: "GET",
  path: "/api/tenant/provisioning/status/{id}",
  access: operator,
  audit: readAudit,
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
  audit: notAudited("only totals over all organizations"),
  responses: { 200: tenantStatisticsSchema },
  errors: [],
});

/**
 * Returns the state of the platform for its administrators; the schema documents which parts only the operator gets.
 */
export const getTenantOverview = defineEndpoint({
  name: "tenants.overview",
  summary: "Get the platform overview",
  method: "GET",
  path: "/api/tenant/overview",
  access: { who: "role:super_admin|admin", scope: "platform" },
  audit: notAudited("only totals over all organizations"),
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

/** Ends a suspension and makes the tenant active. */
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

/** Returns the limits of a tenant with the source of each. */
export const getTenantLimits = defineEndpoint({
  name: "tenants.limits",
  summary: "Get the limits of a tenant",
  method: "GET",
  path: "/api/tenant/organizations/{id}/limits",
  access: { who: "permission:usage:read | permission:billing:read", scope: "own" },
  audit: readAudit,
  organizationFrom: "path",
  params: idParams,
  responses: { 200: appliedLimitsSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_MISMATCH"],
});

/**
 * Sets limits for a tenant alone, or returns them to its plan. They apply from the next call; a limit below the current
 * use only prevents further growth.
 */
export const changeTenantLimits = defineEndpoint({
  name: "tenants.changeLimits",
  summary: "Change the limits of a tenant",
  method: "PUT",
  path: "/api/tenant/organizations/{id}/limits",
  access: operator,
  audit: audited("organization.limits_changed"),
  organizationFrom: "path",
  params: idParams,
  body: changeLimitsSchema,
  responses: { 200: appliedLimitsSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_MISMATCH", "STEP_UP_REQUIRED"],
});

/** Returns the use of a tenant's limits, and its AI use by day. */
export const getTenantUsage = defineEndpoint({
  name: "tenants.usage",
  summary: "Get the usage of a tenant",
  method: "GET",
  path: "/api/tenant/organizations/{id}/usage",
  access: { who: "permission:usage:read", scope: "own" },
  audit: readAudit,
  organizationFrom: "path",
  params: idParams,
  query: tenantUsageQuery,
  responses: { 200: tenantUsageSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_MISMATCH"],
});

/** Lists the plans with their limits and prices. The operator also sees plans that begin later. */
export const listPlans = defineEndpoint({
  name: "tenants.plans",
  summary: "List plans",
  method: "GET",
  path: "/api/tenant/plans",
  access: { who: "session", scope: "-" },
  audit: readAudit,
  responses: { 200: planListSchema },
  errors: [],
});

/**
 * Adds a plan that replaces the current one with its name from a later day on, tomorrow at the earliest.
 * Organizations that have the current plan keep it. Errors: 400 for an earlier day, 409 CONFLICT if another plan of
 * that name begins on the same day.
 */
export const addPlan = defineEndpoint({
  name: "tenants.addPlan",
  summary: "Add a plan",
  method: "POST",
  path: "/api/tenant/plans",
  access: operator,
  audit: audited("platform.plan_added"),
  body: addPlanSchema,
  responses: { 201: planSchema },
  errors: ["CONFLICT", "STEP_UP_REQUIRED"],
  replay: "none",
});

/** Removes a plan that has not begun. Errors: 409 CONFLICT for a plan that can be or could have been chosen. */
export const removePlan = defineEndpoint({
  name: "tenants.removePlan",
  summary: "Remove a plan",
  method: "DELETE",
  path: "/api/tenant/plans/{planId}",
  access: operator,
  audit: audited("platform.plan_removed"),
  params: planParams,
  responses: { 204: null },
  errors: ["NOT_FOUND", "CONFLICT", "STEP_UP_REQUIRED"],
});

/** Returns the plan, term and planned change of a tenant, and the AI costs of the month beyond the plan. */
export const getTenantBilling = defineEndpoint({
  name: "tenants.billing",
  summary: "Get the billing of a tenant",
  method: "GET",
  path: "/api/tenant/organizations/{id}/billing",
  access: { who: "permission:billing:read", scope: "own" },
  audit: readAudit,
  organizationFrom: "path",
  params: idParams,
  query: tenantBillingQuery,
  responses: { 200: tenantBillingSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_MISMATCH"],
});

/** Returns the start of a plan and the cost of the change, without changing anything. */
export const previewTenantPlan = defineEndpoint({
  name: "tenants.previewPlan",
  summary: "Preview a change of plan",
  method: "GET",
  path: "/api/tenant/organizations/{id}/billing/plan/preview",
  access: { who: "permission:billing:write", scope: "own" },
  audit: readAudit,
  organizationFrom: "path",
  params: idParams,
  query: changePlanSchema,
  responses: { 200: planPreviewSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_MISMATCH", "CONFLICT"],
});

/**
 * Changes the plan of a tenant. A larger plan, or the same plan with a yearly term, applies at once and is prorated by
 * day. A smaller plan or a shorter term begins when the current term ends. In a trial, every plan applies at once and
 * ends the trial. Errors: 409 PLAN_TOO_SMALL with both numbers when more seats are taken than the plan has,
 * PLAN_OF_SUSPENDED_ORGANIZATION, CONFLICT for an archived tenant and for a plan that is not sold by the year.
 */
export const changeTenantPlan = defineEndpoint({
  name: "tenants.changePlan",
  summary: "Change the plan of a tenant",
  method: "POST",
  path: "/api/tenant/organizations/{id}/billing/plan",
  access: { who: "permission:billing:write", scope: "own" },
  audit: audited("organization.plan_changed"),
  whenReadOnly: "trialOver",
  organizationFrom: "path",
  params: idParams,
  body: changePlanSchema,
  responses: { 200: subscriptionSchema },
  errors: [
    "NOT_FOUND",
    "ORGANIZATION_MISMATCH",
    "CONFLICT",
    "PLAN_OF_SUSPENDED_ORGANIZATION",
    "PLAN_TOO_SMALL",
    "STEP_UP_REQUIRED",
  ],
});

/** Withdraws a planned change of plan. Errors: 409 CONFLICT when none is planned. */
export const keepTenantPlan = defineEndpoint({
  name: "tenants.keepPlan",
  summary: "Withdraw a planned change of plan",
  method: "DELETE",
  path: "/api/tenant/organizations/{id}/billing/plan",
  access: { who: "permission:billing:write", scope: "own" },
  audit: audited("subscription.changed"),
  organizationFrom: "path",
  params: idParams,
  responses: { 200: subscriptionSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_MISMATCH", "CONFLICT", "STEP_UP_REQUIRED"],
});
