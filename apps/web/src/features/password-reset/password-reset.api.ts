import type { BodyInputOf } from "@praxisportal/contract/endpoint";
import type {
  checkReset,
  confirmReset,
  initiateReset,
  redeemRecoveryCode,
} from "@praxisportal/contract/password-reset/password-reset.endpoints";
import { call } from "../../platform/api-client/call.ts";
import { route } from "../../platform/api-client/route.ts";

// Types only. The schemas are loaded when a form is first submitted.
const initiateRoute = route<typeof initiateReset>()(
  "passwordReset.initiate",
  "POST",
  "/api/v1/auth/password-reset/initiate",
);
const checkRoute = route<typeof checkReset>()(
  "passwordReset.check",
  "POST",
  "/api/v1/auth/password-reset/check",
);
const confirmRoute = route<typeof confirmReset>()(
  "passwordReset.confirm",
  "POST",
  "/api/v1/auth/password-reset/confirm",
);
const redeemRoute = route<typeof redeemRecoveryCode>()(
  "passwordReset.redeemCode",
  "POST",
  "/api/v1/auth/password-reset/code",
);

/**
 * Requests a reset link by email. The response is the same for every address.
 * @throws ApiError TOO_MANY_REQUESTS and others.
 */
export async function requestResetLink(email: string): Promise<void> {
  await call(initiateRoute, { body: { email } });
}

/** Returns when a link expires. @throws ApiError LINK_INVALID. */
export async function fetchResetLink(token: string): Promise<string> {
  return (await call(checkRoute, { body: { token } })).expiresAt;
}

/**
 * Sets a new password with a link. A link can be used once.
 * @throws ApiError LINK_INVALID, VALIDATION_FAILED and others.
 */
export async function confirmNewPassword(token: string, newPassword: string): Promise<void> {
  await call(confirmRoute, { body: { token, newPassword } });
}

/**
 * Sets a new password with a one-time code from the organization.
 * @throws ApiError CODE_INVALID, TOO_MANY_ATTEMPTS.
 */
export async function redeemCode(body: BodyInputOf<typeof redeemRecoveryCode>): Promise<void> {
  await call(redeemRoute, { body });
}
