import { audited, defineEndpoint, notAudited } from "../endpoint.ts";
import {
  checkResetSchema,
  confirmResetSchema,
  initiateResetSchema,
  validResetSchema,
  redeemRecoveryCodeSchema,
} from "./password-reset.schema.ts";

/**
 * Requests a password reset link. Known and unknown addresses get the same response in the same time; the mail is
 * created afterwards. Limited to five per hour and mailbox, and thirty per hour and network address.
 */
export const initiateReset = defineEndpoint({
  name: "passwordReset.initiate",
  summary: "Request a password reset by mail",
  method: "POST",
  path: "/api/v1/auth/password-reset/initiate",
  access: { who: "public", scope: "-" },
  audit: audited("auth.password_reset_requested"),
  body: initiateResetSchema,
  responses: { 202: null },
  errors: ["TOO_MANY_REQUESTS", "CROSS_SITE_REQUEST"],
});

/** Returns whether a link is still valid; unknown, used and expired ones are not distinguished. */
export const checkReset = defineEndpoint({
  name: "passwordReset.check",
  summary: "Check a reset link",
  method: "POST",
  path: "/api/v1/auth/password-reset/check",
  access: { who: "public", scope: "-" },
  audit: notAudited("a check that changes nothing; attempts are limited per address"),
  body: checkResetSchema,
  responses: { 200: validResetSchema },
  errors: ["LINK_INVALID", "TOO_MANY_REQUESTS", "CROSS_SITE_REQUEST"],
});

/**
 * Sets the new password. Only the newest link works, once and within 30 minutes. Creates no session, keeps the second
 * factor, and ends all sessions and organization tokens of the user.
 */
export const confirmReset = defineEndpoint({
  name: "passwordReset.confirm",
  summary: "Reset the password with a link",
  method: "POST",
  path: "/api/v1/auth/password-reset/confirm",
  access: { who: "public", scope: "-" },
  audit: audited("user.password_reset"),
  body: confirmResetSchema,
  responses: { 204: null },
  errors: ["LINK_INVALID", "TOO_MANY_REQUESTS", "CROSS_SITE_REQUEST", "OVERLOADED"],
});

/**
 * Sets a new password with a recovery code from the organization, for users without a mailbox. The code can be used
 * once, within 15 minutes, and allows five attempts. An unknown name, a wrong code and an expired code get the same
 * response. Creates no session and keeps the second factor.
 */
export const redeemRecoveryCode = defineEndpoint({
  name: "passwordReset.redeemCode",
  summary: "Reset the password with a recovery code",
  method: "POST",
  path: "/api/v1/auth/password-reset/code",
  access: { who: "public", scope: "-" },
  audit: audited("user.password_reset"),
  body: redeemRecoveryCodeSchema,
  responses: { 204: null },
  errors: ["CODE_INVALID", "TOO_MANY_ATTEMPTS", "CROSS_SITE_REQUEST", "OVERLOADED"],
});
