import * as z from "zod/mini";
import { audited, defineEndpoint, none } from "../endpoint.ts";
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
const peopleManagers = { who: "permission:users:write", scope: "own" } as const;

/** Lists the sites of an organization by name. */
export const listSites = defineEndpoint({
  name: "sites.list",
  summary: "Sites of a practice",
  method: "GET",
  path: "/api/v1/organizations/{id}/sites",
  access: { who: "permission:organizations:read", scope: "own" },
  audit: none("a read"),
  practice: "path",
  params: idParams,
  responses: { 200: siteListSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_MISMATCH"],
});

/** Creates a site. Errors: 409 NOT_UNIQUE for a name or number of another site of the organization. */
export const createSite = defineEndpoint({
  name: "sites.create",
  summary: "Create a site",
  method: "POST",
  path: "/api/v1/organizations/{id}/sites",
  access: managers,
  audit: audited("site.created"),
  practice: "path",
  params: idParams,
  body: createSiteSchema,
  responses: { 201: siteSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_MISMATCH", "NOT_UNIQUE", "CONFLICT"],
});

/** Changes a site. */
export const updateSite = defineEndpoint({
  name: "sites.update",
  summary: "Change a site",
  method: "PUT",
  path: "/api/v1/organizations/{id}/sites/{siteId}",
  access: managers,
  audit: audited("site.updated"),
  practice: "path",
  params: siteParams,
  body: updateSiteSchema,
  responses: { 200: siteSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_MISMATCH", "PRECONDITION_FAILED", "NOT_UNIQUE"],
});

/** Deletes a site; its members stay, without a site. */
export const removeSite = defineEndpoint({
  name: "sites.remove",
  summary: "Delete a site",
  method: "DELETE",
  path: "/api/v1/organizations/{id}/sites/{siteId}",
  access: managers,
  audit: audited("site.deleted"),
  practice: "path",
  params: siteParams,
  responses: { 204: null },
  errors: ["NOT_FOUND", "ORGANIZATION_MISMATCH", "PRECONDITION_FAILED"],
});

/** Lists the members assigned to a site. */
export const listSiteMembers = defineEndpoint({
  name: "sites.listMembers",
  summary: "People of a site",
  method: "GET",
  path: "/api/v1/organizations/{id}/sites/{siteId}/members",
  access: { who: "permission:users:read", scope: "own" },
  audit: none("a read"),
  practice: "path",
  params: siteParams,
  responses: { 200: siteMemberListSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_MISMATCH"],
});

/**
 * Assigns members to a site, all of them or none. Returns who is assigned now. Errors: 404 if one is not a
 * member.
 */
export const assignSite = defineEndpoint({
  name: "sites.assign",
  summary: "Assign people to a site",
  method: "POST",
  path: "/api/v1/organizations/{id}/sites/{siteId}/members",
  access: peopleManagers,
  audit: audited("user.site_changed"),
  practice: "path",
  params: siteParams,
  body: assignSiteSchema,
  responses: { 200: siteMemberListSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_MISMATCH"],
});

/** Removes a member from a site. */
export const unassignSite = defineEndpoint({
  name: "sites.unassign",
  summary: "Take somebody off a site",
  method: "DELETE",
  path: "/api/v1/organizations/{id}/sites/{siteId}/members/{userId}",
  access: peopleManagers,
  audit: audited("user.site_changed"),
  practice: "path",
  params: z.strictObject({ ...siteParams.shape, userId: uuidSchema }),
  responses: { 204: null },
  errors: ["NOT_FOUND", "ORGANIZATION_MISMATCH"],
});
