import { signedInSchema } from "../auth/auth.schema.ts";
import { audited, defineEndpoint, none } from "../endpoint.ts";
import { deskSchema, unlockSchema } from "./desk.schema.ts";

/**
 * Returns who has a locked session on this device, identified by its cookie. Empty without a known cookie.
 */
export const getDesk = defineEndpoint({
  name: "desk.get",
  summary: "People at this device",
  method: "GET",
  path: "/api/v1/auth/desk",
  access: { who: "public", scope: "self" },
  audit: none("a read of this device's own state"),
  responses: { 200: deskSchema },
  errors: [],
});

/** "Bildschirm sperren": locks the session; its tokens are refused until the user unlocks it. */
export const lockDesk = defineEndpoint({
  name: "desk.lock",
  summary: "Lock the screen",
  method: "POST",
  path: "/api/v1/auth/lock",
  access: { who: "session", scope: "self" },
  perPerson: "changes",
  audit: audited("auth.locked"),
  responses: { 204: null },
  errors: [],
});

/**
 * Unlocks a session of this device with new tokens and locks any other unlocked one. The session keeps the
 * limits of its sign-in. A wrong password is 400 and counts as a failed login on this device.
 */
export const unlockDesk = defineEndpoint({
  name: "desk.unlock",
  summary: "Unlock, or switch to another person",
  method: "POST",
  path: "/api/v1/auth/unlock",
  access: { who: "public", scope: "self" },
  audit: audited("auth.unlocked"),
  body: unlockSchema,
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
    "BUSY",
  ],
});
