import type * as endpoints from "@praxisportal/contract/departments/departments.endpoints";
import type { Department } from "@praxisportal/contract/departments/departments.schema";
import { queryOptions } from "@tanstack/react-query";
import { organizationKeys } from "../../entities/organization/organization-keys.ts";
import { call } from "../../platform/api-client/call.ts";
import { route } from "../../platform/api-client/route.ts";

export type { Department };

const path = "/api/v1/organizations/{id}/departments";
const departmentPath = `${path}/{departmentId}` as const;
const listRoute = route<typeof endpoints.listDepartments>()("departments.list", "GET", path);
const createRoute = route<typeof endpoints.createDepartment>()("departments.create", "POST", path);
const renameRoute = route<typeof endpoints.renameDepartment>()("departments.rename", "PUT", departmentPath);
const mergeRoute = route<typeof endpoints.mergeDepartment>()(
  "departments.merge",
  "POST",
  `${departmentPath}/merge`,
);
const removeRoute = route<typeof endpoints.removeDepartment>()(
  "departments.remove",
  "DELETE",
  departmentPath,
);

/** Returns the query for the departments of an organization by name, and the number of members without one. */
export function departmentsQuery(organizationId: string) {
  return queryOptions({
    queryKey: organizationKeys.departments(organizationId),
    queryFn: ({ signal }) => call(listRoute, { params: { id: organizationId }, signal }),
  });
}

/** @throws ApiError ALREADY_EXISTS when the name is taken. */
export async function createDepartment(
  organizationId: string,
  name: string,
  idempotencyKey: string,
): Promise<void> {
  await call(createRoute, { params: { id: organizationId }, body: { name }, idempotencyKey });
}

/** Renames a department for all its members. @throws ApiError ALREADY_EXISTS when the name is taken. */
export async function renameDepartment(organizationId: string, id: string, name: string): Promise<void> {
  await call(renameRoute, { params: { id: organizationId, departmentId: id }, body: { name } });
}

/** Moves all members to department `into` and deletes the old one. @throws ApiError. */
export async function mergeDepartment(organizationId: string, id: string, into: string): Promise<void> {
  await call(mergeRoute, { params: { id: organizationId, departmentId: id }, body: { into } });
}

/** Deletes a department. Its members stay in the organization. @throws ApiError. */
export async function removeDepartment(organizationId: string, id: string): Promise<void> {
  await call(removeRoute, { params: { id: organizationId, departmentId: id } });
}
