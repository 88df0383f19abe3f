import * as z from "zod/mini";
import { audited, defineEndpoint, notAudited } from "../endpoint.ts";
import { uuidSchema } from "../identifiers.ts";
import { logoTypes } from "./organization-logo.rules.ts";
import { userListQuery, userPageSchema, userStatisticsQuery } from "../users/users.schema.ts";
import {
  createOrganizationSchema,
  createdOrganizationSchema,
  licensesSchema,
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
  organizationStatisticsQuery,
  organizationStatisticsSchema,
  userStatisticsSchema,
} from "./organizations.schema.ts";

const organizationParams = z.strictObject({ id: uuidSchema });
const readAudit = notAudited("a read");
const operators = { who: "role:super_admin", scope: "platform" } as const;
const managers = { who: "role:super_admin|org_admin", scope: "own" } as const;

/** Lists the organizations that the caller may see: their own, or all for the platform operator. */
export const listOrganizations = defineEndpoint({
  name: "organizations.list",
  summary: "List organizations",
  method: "GET",
  path: "/api/v1/organizations",
  access: { who: "permission:organizations:read", scope: "own" },
  audit: readAudit,
  query: organizationListQuery,
  responses: { 200: organizationPageSchema },
  errors: [],
});

/** Returns one organization. */
export const getOrganization = defineEndpoint({
  name: "organizations.get",
  summary: "Get an organization",
  method: "GET",
  path: "/api/v1/organizations/{id}",
  access: { who: "permission:organizations:read", scope: "own" },
  audit: readAudit,
  organizationFrom: "path",
  params: organizationParams,
  responses: { 200: organizationSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_MISMATCH"],
});

/** Lists the members of an organization, searched, filtered, sorted and paged. */
export const listOrganizationUsers = defineEndpoint({
  name: "organizations.listUsers",
  summary: "List the users of an organization",
  method: "GET",
  path: "/api/v1/organizations/{id}/users",
  access: { who: "permission:users:read", scope: "own" },
  audit: readAudit,
  organizationFrom: "path",
  params: organizationParams,
  query: userListQuery,
  responses: { 200: userPageSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_MISMATCH"],
});

/** Returns the figures of an organization for its dashboard. */
export const getOrganizationStatistics = defineEndpoint({
  name: "organizations.statistics",
  summary: "Get the statistics of an organization",
  method: "GET",
  path: "/api/v1/organizations/{id}/statistics",
  access: { who: "permission:organizations:read", scope: "own" },
  audit: readAudit,
  organizationFrom: "path",
  params: organizationParams,
  query: organizationStatisticsQuery,
  responses: { 200: organizationStatisticsSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_MISMATCH"],
});

/** Returns counts of an organization's members, or only of members that match the filters of the list. */
export const getUserStatistics = defineEndpoint({
  name: "organizations.userStatistics",
  summary: "Get the user statistics of an organization",
  method: "GET",
  path: "/api/v1/organizations/{id}/user-statistics",
  access: { who: "permission:users:read", scope: "own" },
  audit: readAudit,
  organizationFrom: "path",
  params: organizationParams,
  query: userStatisticsQuery,
  responses: { 200: userStatisticsSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_MISMATCH"],
});

/**
 * Lists the changes to the members of an organization, newest first. Derived from the audit log, at most 100 entries.
 */
export const listOperations = defineEndpoint({
  name: "organizations.listOperations",
  summary: "List the operation history of an organization",
  method: "GET",
  path: "/api/v1/organizations/{id}/operations",
  access: { who: "permission:users:write", scope: "own" },
  audit: readAudit,
  organizationFrom: "path",
  params: organizationParams,
  query: operationListQuery,
  responses: { 200: operationPageSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_MISMATCH"],
});

/** Creates an organization that starts with a trial, with its first administrator if one is given. */
export const createOrganization = defineEndpoint({
  name: "organizations.create",
  summary: "Create an organization",
  method: "POST",
  path: "/api/v1/organizations",
  access: operators,
  audit: audited("organization.created"),
  body: createOrganizationSchema,
  responses: { 201: createdOrganizationSchema },
  errors: ["STEP_UP_REQUIRED", "TOO_MANY_ATTEMPTS"],
  replay: "resource",
});

/**
 * Changes an organization and its settings. Changes to security settings or to fields that only the platform may set
 * require a step-up. Errors: 409 CONFLICT for a state that cannot follow the current one.
 */
export const updateOrganization = defineEndpoint({
  name: "organizations.update",
  summary: "Update an organization",
  method: "PUT",
  path: "/api/v1/organizations/{id}",
  access: managers,
  audit: audited("organization.updated"),
  organizationFrom: "path",
  params: organizationParams,
  body: updateOrganizationSchema,
  responses: { 200: organizationSchema },
  errors: [
    "NOT_FOUND",
    "ORGANIZATION_MISMATCH",
    "PRECONDITION_FAILED",
    "CONFLICT",
    "PLAN_OF_SUSPENDED_ORGANIZATION",
    "PLAN_TOO_SMALL",
    "STEP_UP_REQUIRED",
  ],
});

/**
 * Returns the uploaded logo, without its metadata. Its `ETag` may be sent as `If-None-Match`. `v` only keeps
 * caches from using an earlier logo. Errors: 404 when no logo is stored.
 */
export const getLogo = defineEndpoint({
  name: "organizations.getLogo",
  summary: "Get the logo of an organization",
  method: "GET",
  path: "/api/v1/organizations/{id}/logo",
  access: { who: "permission:organizations:read", scope: "own" },
  audit: readAudit,
  organizationFrom: "path",
  params: organizationParams,
  query: z.strictObject({ v: z.optional(z.string().check(z.maxLength(64))) }),
  responses: { 200: null, 304: null },
  file: true,
  fileTypes: logoTypes,
  errors: ["NOT_FOUND", "ORGANIZATION_MISMATCH"],
});

/**
 * Stores a logo in place of the current one: a PNG, JPEG or WebP image of at most 512000 bytes and 2048 × 2048 pixels,
 * without animation. Metadata, such as the location of a photo, is removed. Errors: 400 for any other file, 413 if it
 * is too large, 409 STORAGE_LIMIT_REACHED with `current` and `max` in bytes.
 */
export const storeLogo = defineEndpoint({
  name: "organizations.storeLogo",
  summary: "Store the logo of an organization",
  method: "PUT",
  path: "/api/v1/organizations/{id}/logo",
  access: managers,
  audit: audited("organization.updated"),
  organizationFrom: "path",
  params: organizationParams,
  upload: "logo",
  body: z.strictObject({}),
  responses: { 200: organizationSchema },
  errors: [
    "NOT_FOUND",
    "ORGANIZATION_MISMATCH",
    "STORAGE_LIMIT_REACHED",
    "UPLOAD_MALFORMED",
    "UPLOAD_TIMEOUT",
    "TOO_MANY_UPLOADS",
    "FILE_MUST_BE_LAST",
  ],
});

/** Removes the logo or the address of an external logo. Without a logo nothing happens. */
export const removeLogo = defineEndpoint({
  name: "organizations.removeLogo",
  summary: "Remove the logo of an organization",
  method: "DELETE",
  path: "/api/v1/organizations/{id}/logo",
  access: managers,
  audit: audited("organization.updated"),
  organizationFrom: "path",
  params: organizationParams,
  responses: { 204: null },
  errors: ["NOT_FOUND", "ORGANIZATION_MISMATCH"],
});

/** Deletes an organization: its members lose access at once; the platform can restore it for 30 days. */
export const removeOrganization = defineEndpoint({
  name: "organizations.remove",
  summary: "Delete an organization",
  method: "DELETE",
  path: "/api/v1/organizations/{id}",
  access: managers,
  audit: audited("organization.deleted"),
  organizationFrom: "path",
  params: organizationParams,
  query: z.partial(removeOrganizationSchema),
  body: z.partial(removeOrganizationSchema),
  responses: { 204: null },
  errors: ["NOT_FOUND", "ORGANIZATION_MISMATCH", "PRECONDITION_FAILED", "CONFLICT", "STEP_UP_REQUIRED"],
});

/** Restores a deleted organization to its former state. Errors: 409 CONFLICT after 30 days. */
export const restoreOrganization = defineEndpoint({
  name: "organizations.restore",
  summary: "Restore a deleted organization",
  method: "POST",
  path: "/api/v1/organizations/{id}/restore",
  access: operators,
  audit: audited("organization.restored"),
  organizationFrom: "path",
  params: organizationParams,
  responses: { 200: organizationSchema },
  findsDeleted: true,
  errors: ["NOT_FOUND", "ORGANIZATION_MISMATCH", "CONFLICT", "ORGANIZATION_ERASED", "STEP_UP_REQUIRED"],
});

/** Returns the AI usage of an organization by day. */
export const getOrganizationUsage = defineEndpoint({
  name: "organizations.usage",
  summary: "Get the daily usage of an organization",
  method: "GET",
  path: "/api/v1/organizations/{id}/usage",
  access: { who: "permission:usage:read", scope: "own" },
  audit: readAudit,
  organizationFrom: "path",
  params: organizationParams,
  query: organizationUsageQuery,
  responses: { 200: organizationUsageSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_MISMATCH"],
});

/** Returns how many seats an organization has and how many are taken. */
export const getLicenses = defineEndpoint({
  name: "organizations.licences",
  summary: "Get the licenses of an organization",
  method: "GET",
  path: "/api/v1/organizations/{id}/licences",
  access: { who: "permission:organizations:read", scope: "own" },
  audit: readAudit,
  organizationFrom: "path",
  params: organizationParams,
  responses: { 200: licensesSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_MISMATCH"],
});

/** Lists the people who take the seats of an organization, by name. */
export const listSeatHolders = defineEndpoint({
  name: "organizations.listSeatHolders",
  summary: "List the seat holders of an organization",
  method: "GET",
  path: "/api/v1/organizations/{id}/licences/holders",
  access: { who: "permission:users:read", scope: "own" },
  audit: readAudit,
  organizationFrom: "path",
  params: organizationParams,
  query: seatHolderQuery,
  responses: { 200: seatHolderPageSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_MISMATCH"],
});
