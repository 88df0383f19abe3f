import * as z from "zod/mini";
import { defineEndpoint, none } from "../endpoint.ts";
import { uuidSchema } from "../identifiers.ts";
import { userListQuery, userPageSchema } from "../users/users.schema.ts";
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
