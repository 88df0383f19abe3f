import { signedInSchema } from "../auth/auth.schema.ts";
import { audited, defineEndpoint, notAudited } from "../endpoint.ts";
import { currentWorkstationSchema, unlockSessionSchema } from "./workstation.schema.ts";

/**
 * Returns who has a locked session on this device, identified by its cookie. Empty without a known cookie.
 */
export const getCurrentWorkstation = defineEndpoint({
  name: "workstation.get",
  summary: "List locked sessions on this workstation",
  method: "GET",
  path: "/api/v1/auth/workstation",
  access: { who: "public", scope: "self" },
  audit: notAudited("a read of this device's own state"),
  responses: { 200: currentWorkstationSchema },
  errors: [],
});

/** "Bildschirm sperren": locks the session; its tokens are refused until the user unlocks it. */
export const lockSession = defineEndpoint({
  name: "workstation.lockSession",
  summary: "Lock the session",
  method: "POST",
  path: "/api/v1/auth/lock",
  access: { who: "session", scope: "self" },
  rateLimit: "changes",
  audit: audited("auth.session_locked"),
  responses: { 204: null },
  errors: [],
  whenReadOnly: "always",
});

/**
 * Unlocks a session of this device with new tokens and locks any other unlocked one. The session keeps the
 * limits of its sign-in. A wrong password is 400 and counts as a failed login on this device.
 */
export const unlockSession = defineEndpoint({
  name: "workstation.unlockSession",
  summary: "Unlock a session or switch users",
  method: "POST",
  path: "/api/v1/auth/unlock",
  access: { who: "public", scope: "self" },
  audit: audited("auth.session_unlocked"),
  body: unlockSessionSchema,
  responses: { 200: signedInSchema },
  errors: [
    "PASSWORD_INCORRECT",
    "PASSKEY_INVALID",
    "NOT_FOUND",
    "TOO_MANY_ATTEMPTS",
    "ACCOUNT_LOCKED",
    "ACCOUNT_BLOCKED",
    "ACCOUNT_DISABLED",
    "ORGANIZATION_SUSPENDED",
    "CROSS_SITE_REQUEST",
    "OVERLOADED",
  ],
});
