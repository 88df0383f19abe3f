import * as z from "zod/mini";
import { defineEndpoint, notAudited } from "../endpoint.ts";
import { idParams } from "../identifiers.ts";
import { organizationUsageQuery } from "../organizations/organization-changes.schema.ts";
import {
  personUsageSchema,
  providerKeySchema,
  providerUsageSchema,
  usageHistorySchema,
  usageQuery,
  usageSchema,
} from "./usage.schema.ts";

const readers = { who: "permission:billing:read | permission:ai:read", scope: "own" } as const;
const readAudit = notAudited("a read");

/** Returns the usage of the request's organization by day, provider, model and member. */
export const getUsage = defineEndpoint({
  name: "usage.get",
  summary: "Get the organization's AI usage",
  method: "GET",
  path: "/api/billing/usage",
  access: readers,
  audit: readAudit,
  organizationFrom: "header",
  query: usageQuery,
  responses: { 200: usageSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_REQUIRED"],
});

/** Returns the usage on each day of a range; by default the current calendar month, at most a year. */
export const getUsageHistory = defineEndpoint({
  name: "usage.history",
  summary: "Get AI usage by day",
  method: "GET",
  path: "/api/billing/usage/history",
  access: readers,
  audit: readAudit,
  organizationFrom: "header",
  query: organizationUsageQuery,
  responses: { 200: usageHistorySchema },
  errors: ["NOT_FOUND", "ORGANIZATION_REQUIRED"],
});

/** Returns the usage of one provider. Errors: 404 for a provider that does not exist and was never used. */
export const getProviderUsage = defineEndpoint({
  name: "usage.provider",
  summary: "Get the AI usage of a provider",
  method: "GET",
  path: "/api/billing/usage/provider/{p}",
  access: readers,
  audit: readAudit,
  organizationFrom: "header",
  params: z.strictObject({ p: providerKeySchema }),
  query: usageQuery,
  responses: { 200: providerUsageSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_REQUIRED"],
});

/** Returns one member's usage in the request's organization; members may always read their own. */
export const getPersonUsage = defineEndpoint({
  name: "usage.user",
  summary: "Get the AI usage of a user",
  method: "GET",
  path: "/api/billing/usage/user/{id}",
  access: { who: "self | permission:billing:read | permission:ai:read", scope: "own" },
  audit: readAudit,
  organizationFrom: "header",
  params: idParams,
  query: usageQuery,
  responses: { 200: personUsageSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_REQUIRED"],
});

/** Returns the same as `usage.get` for the organization in the path. */
export const getOrganizationAiUsage = defineEndpoint({
  name: "usage.organization",
  summary: "Get the AI usage of an organization",
  method: "GET",
  path: "/api/billing/usage/organization/{id}",
  access: readers,
  audit: readAudit,
  organizationFrom: "path",
  params: idParams,
  query: usageQuery,
  responses: { 200: usageSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_MISMATCH"],
});
