import { signedInSchema } from "../auth/auth.schema.ts";
import { audited, defineEndpoint, none } from "../endpoint.ts";
import { deskSchema, unlockSchema } from "./desk.schema.ts";

/** Who rests on this device, by its cookie. Without a known cookie: nobody. */
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

/** "Bildschirm sperren": the session rests; its tokens are refused until its person unlocks it. */
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
 * Wakes a resting session of this device with new tokens; whoever else was awake there rests from then on. Its limits
 * stay those of the sign-in. A wrong password is 400 and counts like a failed login on this device.
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
