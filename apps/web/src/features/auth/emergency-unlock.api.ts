import type { BodyInputOf } from "@praxisportal/contract/endpoint";
import type { redeemEmergencyCode } from "@praxisportal/contract/emergency-code/emergency-code.endpoints";
import { call } from "../../platform/api-client/call.ts";
import { route } from "../../platform/api-client/route.ts";

const redeemRoute = route<typeof redeemEmergencyCode>()(
  "emergencyCode.redeem",
  "POST",
  "/api/v1/auth/emergency-code",
);

/**
 * Unlocks an administrator's account with the emergency code of the organization.
 * @throws ApiError CODE_INVALID, TOO_MANY_ATTEMPTS.
 */
export async function unlockWithCode(body: BodyInputOf<typeof redeemEmergencyCode>): Promise<void> {
  await call(redeemRoute, { body });
}
