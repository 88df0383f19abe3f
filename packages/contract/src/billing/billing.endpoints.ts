import { audited, defineEndpoint, notAudited } from "../endpoint.ts";
import {
  billingExportQuery,
  billingHistoryQuery,
  billingHistorySchema,
  changedQuotaSchema,
  changeQuotaQuery,
  changeQuotaSchema,
  costsSchema,
  getQuotaQuery,
  quotaSchema,
} from "./billing.schema.ts";
import { usageQuery } from "../usage/usage.schema.ts";

const readAudit = notAudited("a read");

/** Returns the limits of the organization and of the caller, with the amounts used, held and left this month. */
export const getQuota = defineEndpoint({
  name: "billing.getQuota",
  summary: "Get the organization's quota",
  method: "GET",
  path: "/api/billing/quota",
  access: { who: "permission:billing:read | permission:ai:read | permission:ai:use", scope: "own" },
  audit: readAudit,
  organizationFrom: "header",
  query: getQuotaQuery,
  responses: { 200: quotaSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_REQUIRED"],
});

/**
 * Changes limits, effective from the next call. With `dryRun=true` it only returns the users who would be affected.
 * Errors: 404 for a user of another organization, 412.
 */
export const changeQuota = defineEndpoint({
  name: "billing.changeQuota",
  summary: "Change the quota",
  method: "PUT",
  path: "/api/billing/quota",
  access: { who: "permission:billing:write", scope: "own" },
  audit: audited("billing.quota_changed"),
  organizationFrom: "header",
  query: changeQuotaQuery,
  body: changeQuotaSchema,
  responses: { 200: changedQuotaSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_REQUIRED", "PRECONDITION_FAILED", "STEP_UP_REQUIRED"],
});

/** Returns the cost of each month, newest first. */
export const getBillingHistory = defineEndpoint({
  name: "billing.history",
  summary: "List costs by month",
  method: "GET",
  path: "/api/billing/history",
  access: { who: "permission:billing:read", scope: "own" },
  audit: readAudit,
  organizationFrom: "header",
  query: billingHistoryQuery,
  responses: { 200: billingHistorySchema },
  errors: ["NOT_FOUND", "ORGANIZATION_REQUIRED"],
});

/** Returns the cost of a period by provider and model. */
export const getCosts = defineEndpoint({
  name: "billing.costs",
  summary: "Get the cost breakdown",
  method: "GET",
  path: "/api/billing/costs",
  access: { who: "permission:billing:read | permission:ai:read", scope: "own" },
  audit: readAudit,
  organizationFrom: "header",
  query: usageQuery,
  responses: { 200: costsSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_REQUIRED"],
});

/** Exports every call of a period with its usage and cost, oldest first, as a file. */
export const exportBilling = defineEndpoint({
  name: "billing.export",
  summary: "Export billing data",
  method: "GET",
  path: "/api/billing/export",
  access: { who: "permission:billing:read", scope: "own" },
  rateLimit: "changes",
  audit: audited("billing.exported"),
  organizationFrom: "header",
  query: billingExportQuery,
  responses: { 200: null },
  file: true,
  errors: ["NOT_FOUND", "ORGANIZATION_REQUIRED"],
});
