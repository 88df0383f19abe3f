import { audited, defineEndpoint, notAudited } from "../endpoint.ts";
import { idParams } from "../identifiers.ts";
import {
  createdEmergencyCodeSchema,
  emergencyCodeSchema,
  redeemEmergencyCodeSchema,
} from "./emergency-code.schema.ts";

const path = "/api/tenant/organizations/{id}/emergency-code";
// The operator is excluded, because the caller who creates a code knows it.
const access = { who: "role:org_admin", scope: "own" } as const;

/** Returns whether an organization has an emergency code, who created it, and who used it. */
export const getEmergencyCode = defineEndpoint({
  name: "emergencyCode.get",
  summary: "Get the state of the emergency code",
  method: "GET",
  path,
  access,
  audit: notAudited("a read"),
  organizationFrom: "path",
  params: idParams,
  responses: { 200: emergencyCodeSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_MISMATCH"],
});

/** Creates a code, replacing any earlier one. It is returned only here. The other org_admins are notified. */
export const createEmergencyCode = defineEndpoint({
  name: "emergencyCode.create",
  summary: "Create an emergency code",
  method: "POST",
  path,
  access,
  rateLimit: "changes",
  audit: audited("organization.emergency_code_created"),
  organizationFrom: "path",
  params: idParams,
  responses: { 201: createdEmergencyCodeSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_MISMATCH", "STEP_UP_REQUIRED", "OVERLOADED"],
  replay: "none",
});

/** Withdraws the code, used or not. Idempotent. */
export const withdrawEmergencyCode = defineEndpoint({
  name: "emergencyCode.withdraw",
  summary: "Withdraw the emergency code",
  method: "DELETE",
  path,
  access,
  audit: audited("organization.emergency_code_withdrawn"),
  organizationFrom: "path",
  params: idParams,
  responses: { 204: null },
  errors: ["NOT_FOUND", "ORGANIZATION_MISMATCH", "STEP_UP_REQUIRED"],
});

/**
 * Unlocks an org_admin who is locked after failed sign-ins; the code can be used once. It does not sign them in, and
 * password and second factor are still required. All org_admins are alerted, even about failed attempts. An unknown
 * name, a wrong code, another organization's code and an account that is not locked get the same response.
 */
export const redeemEmergencyCode = defineEndpoint({
  name: "emergencyCode.redeem",
  summary: "Unlock an administrator with the emergency code",
  method: "POST",
  path: "/api/v1/auth/emergency-code",
  access: { who: "public", scope: "-" },
  audit: audited("organization.emergency_code_used"),
  body: redeemEmergencyCodeSchema,
  responses: { 204: null },
  errors: ["CODE_INVALID", "TOO_MANY_ATTEMPTS", "CROSS_SITE_REQUEST", "OVERLOADED"],
});
