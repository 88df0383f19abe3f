import * as z from "zod/mini";
import { audited, defineEndpoint, none } from "../endpoint.ts";
import { idParams, uuidSchema } from "../identifiers.ts";
import { userSchema } from "../users/users.schema.ts";
import {
  blockUserSchema,
  createdRescueCodeSchema,
  createRescueCodeSchema,
  passwordSetSchema,
  resetConnectionsSchema,
  setPasswordSchema,
  unlockUserSchema,
  userSecuritySchema,
} from "./user-security.schema.ts";

const administrators = { who: "role:super_admin|org_admin|practice_admin", scope: "own" } as const;

/** A person with her sessions, devices, lock state, failed attempts and last sign-ins in this practice. */
export const getUserSecurity = defineEndpoint({
  name: "userSecurity.get",
  summary: "A person with sessions, devices and sign-ins",
  method: "GET",
  path: "/api/v1/users/enhanced/{id}",
  access: administrators,
  audit: none("an ordinary read of the own practice"),
  practice: "header",
  params: idParams,
  responses: { 200: userSecuritySchema },
  errors: ["NOT_FOUND"],
});

/** Ends one session of a person in this practice. */
export const endUserSession = defineEndpoint({
  name: "userSecurity.endSession",
  summary: "End one session of a person",
  method: "DELETE",
  path: "/api/v1/users/enhanced/{id}/sessions/{sessionId}",
  access: { who: "self | role:super_admin|org_admin|practice_admin", scope: "own" },
  audit: audited("auth.session_ended"),
  practice: "header",
  params: z.strictObject({ id: uuidSchema, sessionId: uuidSchema }),
  responses: { 204: null },
  errors: ["NOT_FOUND", "OWN_MEMBERSHIP"],
});

/** Takes back the lock that failed sign-ins have set, on her name and on the devices she knows. */
/**
 * Forgets the failed sign-ins of a person. 409 PERSON_IN_SEVERAL_PRACTICES for a practice while the person belongs to
 * another one as well: its counters protect that one too. A mailed reset link and the platform still help.
 */
export const unlockUser = defineEndpoint({
  name: "userSecurity.unlock",
  summary: "Unlock a person",
  method: "POST",
  path: "/api/v1/users/manage/{id}/unlock",
  access: administrators,
  audit: audited("user.unlocked"),
  practice: "header",
  params: idParams,
  body: z.optional(unlockUserSchema),
  responses: { 200: userSchema },
  errors: ["NOT_FOUND", "OWN_MEMBERSHIP", "PERSON_IN_SEVERAL_PRACTICES"],
});

/**
 * Blocks a person in this practice; she is out of it on her next request, and her sockets close. 409 CONFLICT for
 * somebody who is only invited.
 */
export const blockUser = defineEndpoint({
  name: "userSecurity.block",
  summary: "Block a person",
  method: "POST",
  path: "/api/v1/users/manage/{id}/block",
  access: administrators,
  audit: audited("user.blocked"),
  practice: "header",
  params: idParams,
  body: z.optional(blockUserSchema),
  responses: { 200: userSchema },
  errors: ["NOT_FOUND", "OWN_MEMBERSHIP", "LAST_ADMINISTRATOR", "CONFLICT"],
});

export const unblockUser = defineEndpoint({
  name: "userSecurity.unblock",
  summary: "Take a block back",
  method: "POST",
  path: "/api/v1/users/manage/{id}/unblock",
  access: administrators,
  audit: audited("user.unblocked"),
  practice: "header",
  params: idParams,
  responses: { 200: userSchema },
  errors: ["NOT_FOUND", "OWN_MEMBERSHIP"],
});

/** Ends all sessions and organization tokens of a person in this practice. */
export const resetConnections = defineEndpoint({
  name: "userSecurity.resetConnections",
  summary: "End all sessions of a person",
  method: "POST",
  path: "/api/v1/users/manage/{id}/reset-connections",
  access: administrators,
  audit: audited("user.connections_reset"),
  practice: "header",
  params: idParams,
  responses: { 200: resetConnectionsSchema },
  errors: ["NOT_FOUND", "OWN_MEMBERSHIP"],
});

/**
 * Sets another person's password. She must change it at her next sign-in whatever the request says; her sessions end,
 * her second factor stays, she is told by mail.
 */
export const setUserPassword = defineEndpoint({
  name: "userSecurity.setPassword",
  summary: "Set a person's password",
  method: "POST",
  path: "/api/v1/users/manage/{id}/change-password",
  access: administrators,
  audit: audited("user.password_set"),
  practice: "header",
  params: idParams,
  body: setPasswordSchema,
  responses: { 200: passwordSetSchema },
  errors: [
    "NOT_FOUND",
    "OWN_MEMBERSHIP",
    "PERSON_IN_SEVERAL_PRACTICES",
    "PERSON_HOLDS_MORE",
    "STEP_UP_REQUIRED",
    "CONFLICT",
    "BUSY",
  ],
});

/** A one-time code for somebody who lost her password or her phone: 15 minutes, once, the newest only. */
export const createRescueCode = defineEndpoint({
  name: "userSecurity.createRescueCode",
  summary: "One-time code for a person",
  method: "POST",
  path: "/api/v1/users/manage/{id}/rescue-code",
  access: administrators,
  audit: audited("user.rescue_code_created"),
  practice: "header",
  params: idParams,
  body: createRescueCodeSchema,
  responses: { 201: createdRescueCodeSchema },
  errors: [
    "NOT_FOUND",
    "OWN_MEMBERSHIP",
    "PERSON_IN_SEVERAL_PRACTICES",
    "PERSON_HOLDS_MORE",
    "STEP_UP_REQUIRED",
    "TWO_FACTOR_OFF",
    "CONFLICT",
    "BUSY",
  ],
  replay: "none",
});

/** Switches a person's second factor off: app, backup codes and passkeys; her sessions end, she is told. */
export const resetUserTwoFactor = defineEndpoint({
  name: "userSecurity.resetTwoFactor",
  summary: "Reset a person's second factor",
  method: "POST",
  path: "/api/v1/users/manage/{id}/reset-2fa",
  access: administrators,
  audit: audited("user.two_factor_reset"),
  practice: "header",
  params: idParams,
  responses: { 200: userSchema },
  errors: [
    "NOT_FOUND",
    "OWN_MEMBERSHIP",
    "PERSON_IN_SEVERAL_PRACTICES",
    "PERSON_HOLDS_MORE",
    "STEP_UP_REQUIRED",
    "TWO_FACTOR_OFF",
  ],
});

/** Mails a person the link to set a new password; works for somebody in several practices too. */
export const mailResetLink = defineEndpoint({
  name: "userSecurity.mailResetLink",
  summary: "Mail a person a reset link",
  method: "POST",
  path: "/api/v1/users/manage/{id}/reset-link",
  access: administrators,
  audit: audited("auth.password_reset_requested"),
  practice: "header",
  params: idParams,
  responses: { 202: null },
  errors: ["NOT_FOUND", "OWN_MEMBERSHIP", "CONFLICT", "TOO_MANY_REQUESTS"],
});
