import type * as emergencyCode from "@praxisportal/contract/emergency-code/emergency-code.endpoints";
import type {
  CreatedEmergencyCode,
  EmergencyCode,
} from "@praxisportal/contract/emergency-code/emergency-code.schema";
import { queryOptions } from "@tanstack/react-query";
import { organizationKeys } from "../../entities/organization/organization-keys.ts";
import { call } from "../../platform/api-client/call.ts";
import { inOrganization } from "../../platform/api-client/in-organization.ts";
import { route } from "../../platform/api-client/route.ts";

export type { CreatedEmergencyCode, EmergencyCode };

const path = "/api/tenant/organizations/{id}/emergency-code";
const statusRoute = route<typeof emergencyCode.getEmergencyCode>()("emergencyCode.get", "GET", path);
const createRoute = route<typeof emergencyCode.createEmergencyCode>()("emergencyCode.create", "POST", path);
const withdrawRoute = route<typeof emergencyCode.withdrawEmergencyCode>()(
  "emergencyCode.withdraw",
  "DELETE",
  path,
);

/** Returns the query for the state of an organization's emergency code, with the people who created and used it. */
export function emergencyCodeQuery(organizationId: string) {
  return queryOptions({
    queryKey: organizationKeys.emergencyCode(organizationId),
    queryFn: ({ signal }) => call(statusRoute, { ...inOrganization(organizationId), signal }),
  });
}

/** Creates a code, which replaces any earlier code. No other call returns it. */
export function createEmergencyCode(organizationId: string): Promise<CreatedEmergencyCode> {
  return call(createRoute, inOrganization(organizationId));
}

export async function withdrawEmergencyCode(organizationId: string): Promise<void> {
  await call(withdrawRoute, inOrganization(organizationId));
}
