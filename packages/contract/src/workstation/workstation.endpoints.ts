import { signedInSchema } from "../auth/auth.schema.ts";
import { audited, defineEndpoint, notAudited } from "../endpoint.ts";
import {
  alarmParams,
  alarmSchema,
  alarmStateSchema,
  currentWorkstationSchema,
  lockedSessionSchema,
  ownPinSchema,
  pinSignInSchema,
  raisedAlarmSchema,
  setPinSchema,
  unlockSessionSchema,
} from "./workstation.schema.ts";

/**
 * Returns the users who have a locked session on this device, which its cookie identifies. Without a known cookie, the
 * list is empty.
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

/**
 * "Bildschirm sperren": locks the session; its tokens are refused until the user unlocks it. The browser encrypts the
 * user's draft with the returned key, which it receives again when they sign in on this device.
 */
export const lockSession = defineEndpoint({
  name: "workstation.lockSession",
  summary: "Lock the session",
  method: "POST",
  path: "/api/v1/auth/lock",
  access: { who: "session", scope: "self" },
  rateLimit: "changes",
  audit: audited("auth.session_locked"),
  responses: { 200: lockedSessionSchema },
  errors: [],
  whenReadOnly: "always",
});

/**
 * Unlocks a session of this device with new tokens and locks any other unlocked session. The session keeps the time
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

/** Returns whether the caller has a PIN for this workstation, or why they cannot set one. */
export const getOwnPin = defineEndpoint({
  name: "workstation.getOwnPin",
  summary: "Get the state of your PIN",
  method: "GET",
  path: "/api/v1/auth/pin",
  access: { who: "session", scope: "self" },
  audit: notAudited("a read of the caller's own state"),
  responses: { 200: ownPinSchema },
  errors: [],
});

/**
 * Sets the caller's PIN for this workstation, which must be shared in their organization. It works for 12 hours after
 * each full sign-in there. Needs a step-up; administrators have no PIN.
 */
export const setPin = defineEndpoint({
  name: "workstation.setPin",
  summary: "Set your PIN",
  method: "PUT",
  path: "/api/v1/auth/pin",
  access: { who: "session", scope: "self" },
  rateLimit: "changes",
  audit: audited("user.pin_set"),
  body: setPinSchema,
  responses: { 200: ownPinSchema },
  errors: [
    "STEP_UP_REQUIRED",
    "PIN_NOT_FOR_ADMINISTRATORS",
    "PIN_NEEDS_SHARED_WORKSTATION",
    "PIN_NEEDS_FULL_SIGN_IN",
    "OVERLOADED",
  ],
});

/** Removes the caller's PINs on all workstations. */
export const removePin = defineEndpoint({
  name: "workstation.removePin",
  summary: "Remove your PINs",
  method: "DELETE",
  path: "/api/v1/auth/pin",
  access: { who: "session", scope: "self" },
  rateLimit: "changes",
  audit: audited("user.pin_removed"),
  responses: { 204: null },
  errors: [],
});

/**
 * Switches to another user of a shared workstation with their PIN, by unlocking their session there or starting a new
 * one. An unknown user, a missing PIN and a wrong PIN get the same response in the same time. An expired PIN is
 * reported only if it is correct. A session begun with a PIN reaches only the organization of the PIN and needs a
 * password or passkey for every step-up.
 */
export const signInWithPin = defineEndpoint({
  name: "workstation.signInWithPin",
  summary: "Switch users with a PIN",
  method: "POST",
  path: "/api/v1/auth/workstation/pin",
  access: { who: "public", scope: "self" },
  audit: audited("auth.session_unlocked"),
  body: pinSignInSchema,
  responses: { 200: signedInSchema },
  errors: ["PIN_INCORRECT", "PIN_EXPIRED", "PIN_LOCKED", "NOT_FOUND", "CROSS_SITE_REQUEST", "OVERLOADED"],
});

/**
 * "Ich bin gesperrt": alerts the users who may unlock others in the organizations that share this workstation, at most
 * three times an hour per device. The response is always 202. With its id, the page can wait for the unlock.
 */
export const raiseAlarm = defineEndpoint({
  name: "workstation.raiseAlarm",
  summary: "Call for help from the lock screen",
  method: "POST",
  path: "/api/v1/auth/workstation/alarm",
  access: { who: "public", scope: "self" },
  audit: audited("workstation.alarm_raised"),
  body: alarmSchema,
  responses: { 202: raisedAlarmSchema },
  errors: ["CROSS_SITE_REQUEST"],
});

/**
 * Returns whether the user who called for help has been unlocked. The result is also false for an alarm that is
 * unknown, has expired, belongs to another device or named no locked user.
 */
export const getAlarm = defineEndpoint({
  name: "workstation.getAlarm",
  summary: "Show whether a locked-out user has been unlocked",
  method: "GET",
  path: "/api/v1/auth/workstation/alarm/{alarmId}",
  access: { who: "public", scope: "self" },
  audit: notAudited("a read of this device's own alarm"),
  params: alarmParams,
  responses: { 200: alarmStateSchema },
  errors: [],
});
