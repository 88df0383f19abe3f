import { signedInSchema } from "../auth/auth.schema.ts";
import { audited, defineEndpoint, notAudited } from "../endpoint.ts";
import { idParams } from "../identifiers.ts";
import {
  addPasskeySchema,
  newPasskeyOptionsSchema,
  passkeyListSchema,
  passkeyLoginOptionsSchema,
  passkeyLoginSchema,
  passkeyOptionsSchema,
  passkeySchema,
  renamePasskeySchema,
  unlockOptionsSchema,
} from "./passkeys.schema.ts";

/** Lists the caller's own passkeys, newest first. */
export const listPasskeys = defineEndpoint({
  name: "passkeys.list",
  summary: "List your passkeys",
  method: "GET",
  path: "/api/v1/auth/passkeys",
  access: { who: "session", scope: "self" },
  audit: notAudited("a read of the caller's own state"),
  responses: { 200: passkeyListSchema },
  errors: [],
});

/** Starts the registration of a passkey. Requires a discoverable credential with user verification. */
export const passkeyOptions = defineEndpoint({
  name: "passkeys.options",
  summary: "Start registering a passkey",
  method: "POST",
  path: "/api/v1/auth/passkeys/options",
  access: { who: "session", scope: "self" },
  rateLimit: "tickets",
  audit: notAudited("a challenge that opens nothing"),
  responses: { 200: newPasskeyOptionsSchema },
  errors: ["STEP_UP_REQUIRED"],
  allowsRestricted: "two_factor_setup",
  whenReadOnly: "always",
});

/**
 * Stores a passkey whose authenticator has responded to the challenge. If the session must set up a second factor, this
 * completes the setup.
 */
export const addPasskey = defineEndpoint({
  name: "passkeys.add",
  summary: "Register a passkey",
  method: "POST",
  path: "/api/v1/auth/passkeys",
  access: { who: "session", scope: "self" },
  rateLimit: "changes",
  audit: audited("user.passkey_added"),
  body: addPasskeySchema,
  responses: { 201: passkeySchema },
  errors: ["PASSKEY_INVALID", "STEP_UP_REQUIRED", "ALREADY_EXISTS"],
  allowsRestricted: "two_factor_setup",
  whenReadOnly: "always",
});

export const renamePasskey = defineEndpoint({
  name: "passkeys.rename",
  summary: "Rename a passkey",
  method: "PUT",
  path: "/api/v1/auth/passkeys/{id}",
  access: { who: "session", scope: "self" },
  rateLimit: "changes",
  audit: audited("user.passkey_renamed"),
  params: idParams,
  body: renamePasskeySchema,
  responses: { 200: passkeySchema },
  errors: ["NOT_FOUND"],
  whenReadOnly: "always",
});

/**
 * Removes a passkey and ends the user's other sessions. Refused if it is their only second factor and one is required.
 */
export const removePasskey = defineEndpoint({
  name: "passkeys.remove",
  summary: "Remove a passkey",
  method: "DELETE",
  path: "/api/v1/auth/passkeys/{id}",
  access: { who: "session", scope: "self" },
  rateLimit: "changes",
  audit: audited("user.passkey_removed"),
  params: idParams,
  responses: { 204: null },
  errors: ["NOT_FOUND", "STEP_UP_REQUIRED", "TWO_FACTOR_REQUIRED"],
  whenReadOnly: "always",
});

/** Starts a step-up with one of the caller's passkeys. */
export const stepUpOptions = defineEndpoint({
  name: "passkeys.stepUpOptions",
  summary: "Start a step-up with a passkey",
  method: "POST",
  path: "/api/v1/auth/step-up/options",
  access: { who: "session", scope: "self" },
  rateLimit: "tickets",
  audit: notAudited("a challenge that opens nothing"),
  responses: { 200: passkeyOptionsSchema },
  errors: ["NOT_FOUND"],
  allowsRestricted: "two_factor_setup",
  whenReadOnly: "always",
});

/** Starts a sign-in with a passkey. Without a first step, the response is the same for every caller. */
export const passkeyLoginOptions = defineEndpoint({
  name: "passkeys.loginOptions",
  summary: "Start a sign-in with a passkey",
  method: "POST",
  path: "/api/v1/auth/passkey-login/options",
  access: { who: "public", scope: "-" },
  audit: notAudited("a challenge that opens nothing"),
  body: passkeyLoginOptionsSchema,
  responses: { 200: passkeyOptionsSchema },
  errors: ["SECOND_STEP_EXPIRED", "TOO_MANY_REQUESTS", "CROSS_SITE_REQUEST"],
});

/** Signs in with a user-verifying passkey: as both factors, or as the second step of a sign-in. */
export const passkeyLogin = defineEndpoint({
  name: "passkeys.login",
  summary: "Sign in with a passkey",
  method: "POST",
  path: "/api/v1/auth/passkey-login",
  access: { who: "public", scope: "-" },
  audit: audited("auth.login"),
  body: passkeyLoginSchema,
  responses: { 200: signedInSchema },
  errors: [
    "PASSKEY_INVALID",
    "SECOND_STEP_EXPIRED",
    "INVALID_CREDENTIALS",
    "TOO_MANY_ATTEMPTS",
    "ACCOUNT_BLOCKED",
    "ACCOUNT_DISABLED",
    "ACCOUNT_NOT_VERIFIED",
    "ORGANIZATION_SUSPENDED",
    "DEMO_LOCAL_ONLY",
    "CROSS_SITE_REQUEST",
  ],
});

/** Starts unlocking a user's session on this device with one of their passkeys. */
export const unlockOptions = defineEndpoint({
  name: "passkeys.unlockOptions",
  summary: "Start unlocking with a passkey",
  method: "POST",
  path: "/api/v1/auth/unlock/options",
  access: { who: "public", scope: "self" },
  audit: notAudited("a challenge that opens nothing"),
  body: unlockOptionsSchema,
  responses: { 200: passkeyOptionsSchema },
  errors: ["NOT_FOUND", "CROSS_SITE_REQUEST", "TOO_MANY_REQUESTS"],
});
