import * as auth from "./auth/auth.endpoints.ts";
import type { Endpoint } from "./endpoint.ts";
import * as members from "./members/members.endpoints.ts";
import * as organizations from "./organizations/organizations.endpoints.ts";
import * as setup from "./setup/setup.endpoints.ts";
import * as tenants from "./tenants/tenants.endpoints.ts";
import * as users from "./users/users.endpoints.ts";

/**
 * Every call of the portal. The server refuses to start when one has no handler or a handler has no entry
 * here; the access matrix, the OpenAPI document and the reference page are made from this list.
 */
export const allEndpoints: readonly Endpoint[] = [
  auth,
  users,
  members,
  organizations,
  setup,
  tenants,
].flatMap((feature) => Object.values(feature).filter((value): value is Endpoint => isEndpoint(value)));

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === "object" && value !== null && "path" in value && "access" in value;
}
