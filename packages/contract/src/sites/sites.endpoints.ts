import * as z from "zod/mini";
import { audited, defineEndpoint, notAudited } from "../endpoint.ts";
import { idParams, uuidSchema } from "../identifiers.ts";
import {
  assignSiteSchema,
  createSiteSchema,
  siteListSchema,
  siteMemberListSchema,
  siteSchema,
  updateSiteSchema,
} from "./sites.schema.ts";

const siteParams = z.strictObject({ id: uuidSchema, siteId: uuidSchema });
const managers = { who: "role:super_admin|org_admin", scope: "own" } as const;
const userManagers = { who: "permission:users:write", scope: "own" } as const;

/** Lists the sites of an organization by name. */
export const listSites = defineEndpoint({
  name: "sites.list",
  summary: "List sites",
  method: "GET",
  path: "/api/v1/organizations/{id}/sites",
  access: { who: "permission:organizations:read", scope: "own" },
  audit: notAudited("a read"),
  organizationFrom: "path",
  params: idParams,
  responses: { 200: siteListSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_MISMATCH"],
});

/** Creates a site. Errors: 409 ALREADY_EXISTS for a name or number of another site of the organization. */
export const createSite = defineEndpoint({
  name: "sites.create",
  summary: "Create a site",
  method: "POST",
  path: "/api/v1/organizations/{id}/sites",
  access: managers,
  audit: audited("site.created"),
  organizationFrom: "path",
  params: idParams,
  body: createSiteSchema,
  responses: { 201: siteSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_MISMATCH", "ALREADY_EXISTS", "CONFLICT"],
  replay: "resource",
});

/** Changes a site. */
export const updateSite = defineEndpoint({
  name: "sites.update",
  summary: "Change a site",
  method: "PUT",
  path: "/api/v1/organizations/{id}/sites/{siteId}",
  access: managers,
  audit: audited("site.updated"),
  organizationFrom: "path",
  params: siteParams,
  body: updateSiteSchema,
  responses: { 200: siteSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_MISMATCH", "PRECONDITION_FAILED", "ALREADY_EXISTS"],
});

/** Deletes a site; its members stay, without a site. */
export const removeSite = defineEndpoint({
  name: "sites.remove",
  summary: "Delete a site",
  method: "DELETE",
  path: "/api/v1/organizations/{id}/sites/{siteId}",
  access: managers,
  audit: audited("site.deleted"),
  organizationFrom: "path",
  params: siteParams,
  responses: { 204: null },
  errors: ["NOT_FOUND", "ORGANIZATION_MISMATCH", "PRECONDITION_FAILED"],
});

/** Lists the members assigned to a site. */
export const listSiteMembers = defineEndpoint({
  name: "sites.listMembers",
  summary: "List the members of a site",
  method: "GET",
  path: "/api/v1/organizations/{id}/sites/{siteId}/members",
  access: { who: "permission:users:read", scope: "own" },
  audit: notAudited("a read"),
  organizationFrom: "path",
  params: siteParams,
  responses: { 200: siteMemberListSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_MISMATCH"],
});

/**
 * Assigns members to a site and returns all members of the site. Errors: 404 if one of the people is not a member; then
 * no one is assigned.
 */
export const assignSite = defineEndpoint({
  name: "sites.assign",
  summary: "Assign people to a site",
  method: "POST",
  path: "/api/v1/organizations/{id}/sites/{siteId}/members",
  access: userManagers,
  audit: audited("user.site_changed"),
  organizationFrom: "path",
  params: siteParams,
  body: assignSiteSchema,
  responses: { 200: siteMemberListSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_MISMATCH"],
});

/** Removes a member from a site. */
export const unassignSite = defineEndpoint({
  name: "sites.unassign",
  summary: "Unassign a member from a site",
  method: "DELETE",
  path: "/api/v1/organizations/{id}/sites/{siteId}/members/{userId}",
  access: userManagers,
  audit: audited("user.site_changed"),
  organizationFrom: "path",
  params: z.strictObject({ ...siteParams.shape, userId: uuidSchema }),
  responses: { 204: null },
  errors: ["NOT_FOUND", "ORGANIZATION_MISMATCH"],
});
