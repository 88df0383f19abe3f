import { signedInSchema } from "../auth/auth.schema.ts";
import { audited, defineEndpoint, notAudited } from "../endpoint.ts";
import {
  backupCodesSchema,
  disableTwoFactorSchema,
  enableTwoFactorSchema,
  stepUpSchema,
  steppedUpSchema,
  twoFactorSetupSchema,
  twoFactorStatusSchema,
  verifyTwoFactorSchema,
} from "./two-factor.schema.ts";

/** Returns the state of the caller's second factor. */
export const getTwoFactor = defineEndpoint({
  name: "twoFactor.get",
  summary: "Get the status of your second factor",
  method: "GET",
  path: "/api/v1/auth/2fa",
  access: { who: "session", scope: "self" },
  audit: notAudited("a read of the caller's own state"),
  responses: { 200: twoFactorStatusSchema },
  errors: [],
  allowsRestricted: "two_factor_setup",
});

/**
 * Returns a secret for an authenticator app, which takes effect only with `enable`. A session that repeats the call
 * within ten minutes gets the same secret. Never returns a secret that is in use.
 */
export const setupTwoFactor = defineEndpoint({
  name: "twoFactor.setup",
  summary: "Create a secret for an authenticator app",
  method: "GET",
  path: "/api/v1/auth/2fa/setup",
  access: { who: "session", scope: "self" },
  rateLimit: "changes",
  audit: notAudited("the secret has no effect until it is enabled"),
  responses: { 200: twoFactorSetupSchema },
  errors: ["TWO_FACTOR_NOT_OFFERED", "TWO_FACTOR_ALREADY_ENABLED", "STEP_UP_REQUIRED"],
  allowsRestricted: "two_factor_setup",
});

/** Enables the second factor with a code of the pending secret; returns ten backup codes, once. */
export const enableTwoFactor = defineEndpoint({
  name: "twoFactor.enable",
  summary: "Enable the second factor",
  method: "POST",
  path: "/api/v1/auth/2fa/enable",
  access: { who: "session", scope: "self" },
  rateLimit: "changes",
  audit: audited("user.two_factor_enabled"),
  body: enableTwoFactorSchema,
  responses: { 200: backupCodesSchema },
  errors: [
    "CODE_INVALID",
    "SETUP_EXPIRED",
    "TWO_FACTOR_NOT_OFFERED",
    "TWO_FACTOR_ALREADY_ENABLED",
    "TOO_MANY_ATTEMPTS",
  ],
  allowsRestricted: "two_factor_setup",
  whenReadOnly: "always",
});

/** Disables the second factor and deletes its backup codes. */
export const disableTwoFactor = defineEndpoint({
  name: "twoFactor.disable",
  summary: "Disable the second factor",
  method: "POST",
  path: "/api/v1/auth/2fa/disable",
  access: { who: "session", scope: "self" },
  rateLimit: "changes",
  audit: audited("user.two_factor_disabled"),
  body: disableTwoFactorSchema,
  responses: { 204: null },
  errors: [
    "PASSWORD_INCORRECT",
    "CODE_INVALID",
    "STEP_UP_REQUIRED",
    "TWO_FACTOR_REQUIRED",
    "TWO_FACTOR_NOT_ENABLED",
    "TOO_MANY_ATTEMPTS",
    "OVERLOADED",
  ],
  whenReadOnly: "always",
});

/** Issues ten new backup codes and invalidates the old ones. */
export const renewBackupCodes = defineEndpoint({
  name: "twoFactor.renewBackupCodes",
  summary: "Renew the backup codes",
  method: "POST",
  path: "/api/v1/auth/2fa/backup-codes",
  access: { who: "session", scope: "self" },
  rateLimit: "changes",
  audit: audited("user.backup_codes_renewed"),
  responses: { 200: backupCodesSchema },
  errors: ["STEP_UP_REQUIRED", "TWO_FACTOR_NOT_ENABLED"],
  whenReadOnly: "always",
});

/**
 * Completes the second step of a sign-in. The token of the first step is valid for five minutes and five attempts,
 * works once and is accepted by no other call; wrong codes count per account. A recovery code from the organization in
 * `backupCode` removes the old second factor, and the session may only set up a new one. A day code does not change the
 * factor; its session ends with the code and needs the factor for sensitive actions.
 */
export const verifyTwoFactor = defineEndpoint({
  name: "twoFactor.verify",
  summary: "Complete a sign-in with the second factor",
  method: "POST",
  path: "/api/v1/auth/verify-2fa",
  access: { who: "public", scope: "-" },
  audit: audited("auth.login"),
  body: verifyTwoFactorSchema,
  responses: { 200: signedInSchema },
  errors: [
    "CODE_INVALID",
    "SECOND_STEP_EXPIRED",
    "TOO_MANY_ATTEMPTS",
    "ACCOUNT_LOCKED",
    "ACCOUNT_BLOCKED",
    "ACCOUNT_DISABLED",
    "ORGANIZATION_SUSPENDED",
    "CROSS_SITE_REQUEST",
    "OVERLOADED",
  ],
});

/**
 * Performs a step-up; sensitive actions are then allowed for ten minutes. A user whose sign-in requires a
 * second factor must use that factor: a password alone yields SECOND_FACTOR_REQUIRED.
 */
export const stepUp = defineEndpoint({
  name: "twoFactor.stepUp",
  summary: "Perform a step-up",
  method: "POST",
  path: "/api/v1/auth/step-up",
  access: { who: "session", scope: "self" },
  rateLimit: "changes",
  audit: audited("auth.step_up"),
  body: stepUpSchema,
  responses: { 200: steppedUpSchema },
  errors: [
    "PASSWORD_INCORRECT",
    "SECOND_FACTOR_REQUIRED",
    "CODE_INVALID",
    "PASSKEY_INVALID",
    "TOO_MANY_ATTEMPTS",
    "OVERLOADED",
  ],
  allowsRestricted: "two_factor_setup",
  whenReadOnly: "always",
});
