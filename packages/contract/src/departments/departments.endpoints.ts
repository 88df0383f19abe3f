import * as z from "zod/mini";
import { audited, defineEndpoint, notAudited } from "../endpoint.ts";
import { idParams, uuidSchema } from "../identifiers.ts";
import {
  departmentListSchema,
  departmentSchema,
  mergeDepartmentSchema,
  nameDepartmentSchema,
} from "./departments.schema.ts";

const departmentParams = z.strictObject({ id: uuidSchema, departmentId: uuidSchema });
const managers = { who: "role:super_admin|org_admin", scope: "own" } as const;

/** Lists the departments of an organization by name. */
export const listDepartments = defineEndpoint({
  name: "departments.list",
  summary: "List departments",
  method: "GET",
  path: "/api/v1/organizations/{id}/departments",
  access: { who: "permission:organizations:read", scope: "own" },
  audit: notAudited("a read"),
  organizationFrom: "path",
  params: idParams,
  responses: { 200: departmentListSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_MISMATCH"],
});

/** Creates a department. A department is also created when a member is assigned to a new name. */
export const createDepartment = defineEndpoint({
  name: "departments.create",
  summary: "Create a department",
  method: "POST",
  path: "/api/v1/organizations/{id}/departments",
  access: managers,
  audit: audited("department.created"),
  organizationFrom: "path",
  params: idParams,
  body: nameDepartmentSchema,
  responses: { 201: departmentSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_MISMATCH", "ALREADY_EXISTS", "CONFLICT"],
  replay: "resource",
});

/** Renames a department for all its members. Errors: 409 ALREADY_EXISTS if the name is taken; merge them instead. */
export const renameDepartment = defineEndpoint({
  name: "departments.rename",
  summary: "Rename a department",
  method: "PUT",
  path: "/api/v1/organizations/{id}/departments/{departmentId}",
  access: managers,
  audit: audited("department.renamed"),
  organizationFrom: "path",
  params: departmentParams,
  body: nameDepartmentSchema,
  responses: { 200: departmentSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_MISMATCH", "ALREADY_EXISTS"],
});

/** Moves the members of a department to another department, deletes the first and returns the other. */
export const mergeDepartment = defineEndpoint({
  name: "departments.merge",
  summary: "Merge a department into another",
  method: "POST",
  path: "/api/v1/organizations/{id}/departments/{departmentId}/merge",
  access: managers,
  audit: audited("department.merged"),
  organizationFrom: "path",
  params: departmentParams,
  body: mergeDepartmentSchema,
  responses: { 200: departmentSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_MISMATCH", "CONFLICT"],
});

/** Deletes a department; its members stay, without a department. */
export const removeDepartment = defineEndpoint({
  name: "departments.remove",
  summary: "Delete a department",
  method: "DELETE",
  path: "/api/v1/organizations/{id}/departments/{departmentId}",
  access: managers,
  audit: audited("department.deleted"),
  organizationFrom: "path",
  params: departmentParams,
  responses: { 204: null },
  errors: ["NOT_FOUND", "ORGANIZATION_MISMATCH"],
});
