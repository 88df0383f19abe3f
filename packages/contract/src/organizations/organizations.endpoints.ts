import * as z from "zod/mini";
import { audited, defineEndpoint, none } from "../endpoint.ts";
import { uuidSchema } from "../identifiers.ts";
import { userListQuery, userPageSchema } from "../users/users.schema.ts";
import {
  createOrganizationSchema,
  createdOrganizationSchema,
  licencesSchema,
  seatHolderPageSchema,
  seatHolderQuery,
  organizationUsageQuery,
  organizationUsageSchema,
  removeOrganizationSchema,
  updateOrganizationSchema,
} from "./organization-changes.schema.ts";
import {
  operationListQuery,
  operationPageSchema,
  organizationListQuery,
  organizationPageSchema,
  organizationSchema,
  organizationStatisticsSchema,
  userStatisticsSchema,
} from "./organizations.schema.ts";

const organizationParams = z.strictObject({ id: uuidSchema });
const read = none("a read");
const operators = { who: "role:super_admin", scope: "platform" } as const;
const managers = { who: "role:super_admin|org_admin", scope: "own" } as const;

/** The practices the caller may know of: her own, or all for the platform operator. */
export const listOrganizations = defineEndpoint({
  name: "organizations.list",
  summary: "Practices the caller may know of",
  method: "GET",
  path: "/api/v1/organizations",
  access: { who: "permission:organizations:read", scope: "own" },
  audit: read,
  query: organizationListQuery,
  responses: { 200: organizationPageSchema },
  errors: [],
});

/** One practice. */
export const getOrganization = defineEndpoint({
  name: "organizations.get",
  summary: "One practice",
  method: "GET",
  path: "/api/v1/organizations/{id}",
  access: { who: "permission:organizations:read", scope: "own" },
  audit: read,
  practice: "path",
  params: organizationParams,
  responses: { 200: organizationSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_MISMATCH"],
});

/** The people of a practice, searched, filtered, sorted and paged. */
export const listOrganizationUsers = defineEndpoint({
  name: "organizations.listUsers",
  summary: "People of a practice",
  method: "GET",
  path: "/api/v1/organizations/{id}/users",
  access: { who: "permission:users:read", scope: "own" },
  audit: read,
  practice: "path",
  params: organizationParams,
  query: userListQuery,
  responses: { 200: userPageSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_MISMATCH"],
});

/** Figures of a practice for its dashboard. */
export const getOrganizationStatistics = defineEndpoint({
  name: "organizations.statistics",
  summary: "Figures of a practice",
  method: "GET",
  path: "/api/v1/organizations/{id}/statistics",
  access: { who: "permission:organizations:read", scope: "own" },
  audit: read,
  practice: "path",
  params: organizationParams,
  responses: { 200: organizationStatisticsSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_MISMATCH"],
});

/** People of a practice, counted. */
export const getUserStatistics = defineEndpoint({
  name: "organizations.userStatistics",
  summary: "People of a practice, counted",
  method: "GET",
  path: "/api/v1/organizations/{id}/user-statistics",
  access: { who: "permission:users:read", scope: "own" },
  audit: read,
  practice: "path",
  params: organizationParams,
  responses: { 200: userStatisticsSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_MISMATCH"],
});

/** What happened to the people of a practice, newest first. Derives from the audit log, at most 100 entries. */
export const listOperations = defineEndpoint({
  name: "organizations.listOperations",
  summary: "Operation history of a practice",
  method: "GET",
  path: "/api/v1/organizations/{id}/operations",
  access: { who: "permission:users:write", scope: "own" },
  audit: read,
  practice: "path",
  params: organizationParams,
  query: operationListQuery,
  responses: { 200: operationPageSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_MISMATCH"],
});

/** Makes a practice in its trial, with its first administrator if one is named. */
export const createOrganization = defineEndpoint({
  name: "organizations.create",
  summary: "Create a practice",
  method: "POST",
  path: "/api/v1/organizations",
  access: operators,
  audit: audited("organization.created"),
  body: createOrganizationSchema,
  responses: { 201: createdOrganizationSchema },
  errors: ["STEP_UP_REQUIRED", "TOO_MANY_ATTEMPTS"],
  replay: "none",
});

/**
 * Changes a practice and its settings. What concerns security or the platform needs a fresh proof of identity.
 * Errors: 409 CONFLICT for a state that the present one does not lead to.
 */
export const updateOrganization = defineEndpoint({
  name: "organizations.update",
  summary: "Change a practice",
  method: "PUT",
  path: "/api/v1/organizations/{id}",
  access: managers,
  audit: audited("organization.updated"),
  practice: "path",
  params: organizationParams,
  body: updateOrganizationSchema,
  responses: { 200: organizationSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_MISMATCH", "PRECONDITION_FAILED", "CONFLICT", "STEP_UP_REQUIRED"],
});

/** Deletes a practice: its people are out at once; for 30 days the platform can bring it back. */
export const removeOrganization = defineEndpoint({
  name: "organizations.remove",
  summary: "Delete a practice",
  method: "DELETE",
  path: "/api/v1/organizations/{id}",
  access: managers,
  audit: audited("organization.deleted"),
  practice: "path",
  params: organizationParams,
  query: z.partial(removeOrganizationSchema),
  body: z.partial(removeOrganizationSchema),
  responses: { 204: null },
  errors: ["NOT_FOUND", "ORGANIZATION_MISMATCH", "PRECONDITION_FAILED", "CONFLICT", "STEP_UP_REQUIRED"],
});

/** Brings a deleted practice back to the state it was in. Errors: 409 CONFLICT when 30 days are over. */
export const restoreOrganization = defineEndpoint({
  name: "organizations.restore",
  summary: "Bring a deleted practice back",
  method: "POST",
  path: "/api/v1/organizations/{id}/restore",
  access: operators,
  audit: audited("organization.restored"),
  practice: "path",
  params: organizationParams,
  responses: { 200: organizationSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_MISMATCH", "CONFLICT", "ORGANIZATION_ERASED", "STEP_UP_REQUIRED"],
});

/** Use of the AI in a practice by day. */
export const getOrganizationUsage = defineEndpoint({
  name: "organizations.usage",
  summary: "Use of a practice by day",
  method: "GET",
  path: "/api/v1/organizations/{id}/usage",
  access: { who: "permission:usage:read", scope: "own" },
  audit: read,
  practice: "path",
  params: organizationParams,
  query: organizationUsageQuery,
  responses: { 200: organizationUsageSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_MISMATCH"],
});

/** Licences of a practice as seats. */
export const getLicences = defineEndpoint({
  name: "organizations.licences",
  summary: "Licences of a practice as seats",
  method: "GET",
  path: "/api/v1/organizations/{id}/licences",
  access: { who: "permission:organizations:read", scope: "own" },
  audit: read,
  practice: "path",
  params: organizationParams,
  responses: { 200: licencesSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_MISMATCH"],
});

/** Who takes the seats of a practice, by name. */
export const listSeatHolders = defineEndpoint({
  name: "organizations.listSeatHolders",
  summary: "Who takes the seats of a practice",
  method: "GET",
  path: "/api/v1/organizations/{id}/licences/holders",
  access: { who: "permission:users:read", scope: "own" },
  audit: read,
  practice: "path",
  params: organizationParams,
  query: seatHolderQuery,
  responses: { 200: seatHolderPageSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_MISMATCH"],
});
