import type { BodyInputOf } from "@praxisportal/contract/endpoint";
import type * as endpoints from "@praxisportal/contract/organizations/organizations.endpoints";
import type { Organization } from "@praxisportal/contract/organizations/organizations.schema";
import type * as tenants from "@praxisportal/contract/tenants/tenants.endpoints";
import { call } from "../../platform/api-client/call.ts";
import { route } from "../../platform/api-client/route.ts";

const path = "/api/v1/organizations/{id}";
const createRoute = route<typeof endpoints.createOrganization>()(
  "organizations.create",
  "POST",
  "/api/v1/organizations",
);
const updateRoute = route<typeof endpoints.updateOrganization>()("organizations.update", "PUT", path);
const removeRoute = route<typeof endpoints.removeOrganization>()("organizations.remove", "DELETE", path);
const restoreRoute = route<typeof endpoints.restoreOrganization>()(
  "organizations.restore",
  "POST",
  `${path}/restore`,
);
const suspendRoute = route<typeof tenants.suspendTenant>()(
  "tenants.suspend",
  "POST",
  "/api/tenant/organizations/{id}/suspend",
);
const reactivateRoute = route<typeof tenants.reactivateTenant>()(
  "tenants.reactivate",
  "POST",
  "/api/tenant/organizations/{id}/reactivate",
);

/** The organization that a request changes, with the version that was read. */
export type OrganizationVersion = { readonly id: string; readonly version: number };

/** Returns the call options for an organization, which the operator need not have selected in this tab. */
const inOrganization = (id: string) => ({ params: { id }, headers: { "X-Organization-Id": id } });

/** @throws ApiError. */
export function createOrganization(
  body: BodyInputOf<typeof endpoints.createOrganization>,
  idempotencyKey: string,
) {
  return call(createRoute, { body, idempotencyKey });
}

/**
 * @throws ApiError PRECONDITION_FAILED if the organization has changed since it was read, CONFLICT, STEP_UP_REQUIRED.
 */
export function updateOrganization(
  { id, version }: OrganizationVersion,
  body: BodyInputOf<typeof endpoints.updateOrganization>,
): Promise<Organization> {
  return call(updateRoute, { ...inOrganization(id), body, ifMatch: version });
}

/** Deletes an organization. `name` is the typed confirmation. @throws ApiError. */
export async function removeOrganization({ id, version }: OrganizationVersion, name: string): Promise<void> {
  await call(removeRoute, { ...inOrganization(id), body: { name }, ifMatch: version });
}

/** @throws ApiError CONFLICT when the restore period has ended. */
export async function restoreOrganization(id: string): Promise<void> {
  await call(restoreRoute, inOrganization(id));
}

/** @throws ApiError. */
export async function suspendOrganization(id: string, reason: string): Promise<void> {
  await call(suspendRoute, { ...inOrganization(id), body: { reason } });
}

/** @throws ApiError. */
export async function reactivateOrganization(id: string): Promise<void> {
  await call(reactivateRoute, inOrganization(id));
}
