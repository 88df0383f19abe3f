import * as z from "zod/mini";
import { audited, defineEndpoint, notAudited } from "../endpoint.ts";
import { idParams, uuidSchema } from "../identifiers.ts";
import { userSchema } from "../users/users.schema.ts";
import {
  blockUserSchema,
  createdDayCodeSchema,
  createdRecoveryCodeSchema,
  createDayCodeSchema,
  createRecoveryCodeSchema,
  passwordSetSchema,
  resetConnectionsSchema,
  setPasswordSchema,
  unlockUserSchema,
  userSecuritySchema,
} from "./user-security.schema.ts";

const administrators = { who: "role:super_admin|org_admin|practice_admin", scope: "own" } as const;

/**
 * Returns a member with their sessions, devices, lock state, failed attempts and last sign-ins in this organization.
 */
export const getUserSecurity = defineEndpoint({
  name: "userSecurity.get",
  summary: "Get a user with sessions, devices and sign-ins",
  method: "GET",
  path: "/api/v1/users/enhanced/{id}",
  access: administrators,
  audit: notAudited("an ordinary read of the caller's organization"),
  organizationFrom: "header",
  params: idParams,
  responses: { 200: userSecuritySchema },
  errors: ["NOT_FOUND"],
});

/** Ends one of a member's sessions in this organization. */
export const endUserSession = defineEndpoint({
  name: "userSecurity.endSession",
  summary: "End a session of a user",
  method: "DELETE",
  path: "/api/v1/users/enhanced/{id}/sessions/{sessionId}",
  access: { who: "self | role:super_admin|org_admin|practice_admin", scope: "own" },
  audit: audited("auth.session_ended"),
  organizationFrom: "header",
  params: z.strictObject({ id: uuidSchema, sessionId: uuidSchema }),
  responses: { 204: null },
  errors: ["NOT_FOUND", "CANNOT_MODIFY_SELF"],
});

/** Removes the lock caused by failed sign-ins, for the member's login name and their known devices. */
export const unlockUser = defineEndpoint({
  name: "userSecurity.unlockAccount",
  summary: "Unlock an account",
  method: "POST",
  path: "/api/v1/users/manage/{id}/unlock",
  access: administrators,
  audit: audited("user.unlocked"),
  organizationFrom: "header",
  params: idParams,
  body: z.optional(unlockUserSchema),
  responses: { 200: userSchema },
  errors: [
    "NOT_FOUND",
    "CANNOT_MODIFY_SELF",
    "PERSON_IN_MULTIPLE_ORGANIZATIONS",
    "TARGET_HAS_MORE_PERMISSIONS",
  ],
});

/**
 * Blocks a member in this organization, effective from their next request; their sockets are closed. 409
 * CONFLICT for an invited member.
 */
export const blockUser = defineEndpoint({
  name: "userSecurity.block",
  summary: "Block a user",
  method: "POST",
  path: "/api/v1/users/manage/{id}/block",
  access: administrators,
  audit: audited("user.blocked"),
  organizationFrom: "header",
  params: idParams,
  body: z.optional(blockUserSchema),
  responses: { 200: userSchema },
  errors: ["NOT_FOUND", "CANNOT_MODIFY_SELF", "LAST_ADMINISTRATOR", "CONFLICT"],
});

export const unblockUser = defineEndpoint({
  name: "userSecurity.unblock",
  summary: "Unblock a user",
  method: "POST",
  path: "/api/v1/users/manage/{id}/unblock",
  access: administrators,
  audit: audited("user.unblocked"),
  organizationFrom: "header",
  params: idParams,
  responses: { 200: userSchema },
  errors: ["NOT_FOUND", "CANNOT_MODIFY_SELF"],
});

/** Ends all sessions and organization tokens of a member in this organization. */
export const resetConnections = defineEndpoint({
  name: "userSecurity.resetConnections",
  summary: "End all sessions of a user",
  method: "POST",
  path: "/api/v1/users/manage/{id}/reset-connections",
  access: administrators,
  audit: audited("user.connections_reset"),
  organizationFrom: "header",
  params: idParams,
  responses: { 200: resetConnectionsSchema },
  errors: ["NOT_FOUND", "CANNOT_MODIFY_SELF"],
});

/**
 * Sets another user's password. They must change it at their next sign-in regardless of the request; their
 * sessions end, their second factor is kept, and they are notified by mail.
 */
export const setUserPassword = defineEndpoint({
  name: "userSecurity.setPassword",
  summary: "Set a user's password",
  method: "POST",
  path: "/api/v1/users/manage/{id}/change-password",
  access: administrators,
  audit: audited("user.password_set"),
  organizationFrom: "header",
  params: idParams,
  body: setPasswordSchema,
  responses: { 200: passwordSetSchema },
  errors: [
    "NOT_FOUND",
    "CANNOT_MODIFY_SELF",
    "PERSON_IN_MULTIPLE_ORGANIZATIONS",
    "TARGET_HAS_MORE_PERMISSIONS",
    "STEP_UP_REQUIRED",
    "CONFLICT",
    "OVERLOADED",
  ],
});

/**
 * Issues a recovery code for a user who lost their password or phone. It can be used once, within 15 minutes; only the
 * newest code works.
 */
export const createRecoveryCode = defineEndpoint({
  name: "userSecurity.createRecoveryCode",
  summary: "Create a recovery code for a user",
  method: "POST",
  path: "/api/v1/users/manage/{id}/recovery-code",
  access: administrators,
  audit: audited("user.recovery_code_created"),
  organizationFrom: "header",
  params: idParams,
  body: createRecoveryCodeSchema,
  responses: { 201: createdRecoveryCodeSchema },
  errors: [
    "NOT_FOUND",
    "CANNOT_MODIFY_SELF",
    "PERSON_IN_MULTIPLE_ORGANIZATIONS",
    "TARGET_HAS_MORE_PERMISSIONS",
    "STEP_UP_REQUIRED",
    "TWO_FACTOR_NOT_ENABLED",
    "CONFLICT",
    "OVERLOADED",
  ],
  replay: "none",
});

/**
 * Issues a day code for a user who does not have their phone with them, in place of an earlier one. Until the end of
 * the organization's day, at most twelve hours, it is accepted only for the second step of a sign-in; the second factor
 * is kept. 409 CONFLICT for a user who cannot sign in or must change their password first.
 */
export const createDayCode = defineEndpoint({
  name: "userSecurity.createDayCode",
  summary: "Create a day code for a user",
  method: "POST",
  path: "/api/v1/users/manage/{id}/day-code",
  access: administrators,
  audit: audited("user.day_code_created"),
  organizationFrom: "header",
  params: idParams,
  body: createDayCodeSchema,
  responses: { 201: createdDayCodeSchema },
  errors: [
    "NOT_FOUND",
    "CANNOT_MODIFY_SELF",
    "PERSON_IN_MULTIPLE_ORGANIZATIONS",
    "TARGET_HAS_MORE_PERMISSIONS",
    "STEP_UP_REQUIRED",
    "TWO_FACTOR_NOT_ENABLED",
    "CONFLICT",
    "OVERLOADED",
  ],
  replay: "none",
});

/** Ends the day code of a user at once, and the sessions that began with it. Idempotent. */
export const endDayCode = defineEndpoint({
  name: "userSecurity.endDayCode",
  summary: "End the day code of a user",
  method: "DELETE",
  path: "/api/v1/users/manage/{id}/day-code",
  access: administrators,
  audit: audited("user.day_code_ended"),
  organizationFrom: "header",
  params: idParams,
  responses: { 204: null },
  errors: ["NOT_FOUND", "CANNOT_MODIFY_SELF"],
});

/** Disables a user's second factor: app, backup codes and passkeys. Their sessions end and they are notified. */
export const resetUserTwoFactor = defineEndpoint({
  name: "userSecurity.resetTwoFactor",
  summary: "Reset a user's second factor",
  method: "POST",
  path: "/api/v1/users/manage/{id}/reset-2fa",
  access: administrators,
  audit: audited("user.two_factor_reset"),
  organizationFrom: "header",
  params: idParams,
  responses: { 200: userSchema },
  errors: [
    "NOT_FOUND",
    "CANNOT_MODIFY_SELF",
    "PERSON_IN_MULTIPLE_ORGANIZATIONS",
    "TARGET_HAS_MORE_PERMISSIONS",
    "STEP_UP_REQUIRED",
    "TWO_FACTOR_NOT_ENABLED",
  ],
});

/** Mails a password reset link to a user; also works for users in several organizations. */
export const mailResetLink = defineEndpoint({
  name: "userSecurity.sendResetLink",
  summary: "Send a user a reset link",
  method: "POST",
  path: "/api/v1/users/manage/{id}/reset-link",
  access: administrators,
  audit: audited("auth.password_reset_requested"),
  organizationFrom: "header",
  params: idParams,
  responses: { 202: null },
  errors: ["NOT_FOUND", "CANNOT_MODIFY_SELF", "CONFLICT", "TOO_MANY_REQUESTS"],
});
