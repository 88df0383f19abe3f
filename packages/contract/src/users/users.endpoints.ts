import * as z from "zod/mini";
import { audited, defineEndpoint, notAudited } from "../endpoint.ts";
import { idParams, uuidSchema } from "../identifiers.ts";
import { activitySchema } from "../organizations/organizations.schema.ts";
import { directoryPageSchema, directoryQuery } from "./directory.schema.ts";
import {
  transferHistorySchema,
  transferredSchema,
  transferSchema,
  userUsageQuery,
  userUsageSchema,
} from "./transfer.schema.ts";
import {
  changeEmailSchema,
  createUserSchema,
  linkTokenSchema,
  meSchema,
  setRoleSchema,
  updateMeSchema,
  updateUserSchema,
  userExportQuery,
  userListQuery,
  userPageSchema,
  userSchema,
} from "./users.schema.ts";

const userParams = z.strictObject({ id: uuidSchema });
const writers = { who: "permission:users:write", scope: "own" } as const;

/**
 * Lists the members of the request's organization. Without an organization, the platform operator gets the members of
 * all organizations.
 */
export const listUsers = defineEndpoint({
  name: "users.list",
  summary: "List users",
  method: "GET",
  path: "/api/v1/users",
  access: { who: "permission:users:read", scope: "own" },
  audit: notAudited("a read"),
  query: userListQuery,
  responses: { 200: userPageSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_REQUIRED"],
});

/** Lists the active members of an organization by name, with their contact details. */
export const listDirectory = defineEndpoint({
  name: "users.directory",
  summary: "List the directory of an organization",
  method: "GET",
  path: "/api/v1/organizations/{id}/directory",
  access: { who: "permission:users:read", scope: "own" },
  audit: notAudited("a read"),
  organizationFrom: "path",
  params: idParams,
  query: directoryQuery,
  responses: { 200: directoryPageSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_MISMATCH"],
});

/** Exports the matching members of the organization, ordered by name, as a file. */
export const exportUsers = defineEndpoint({
  name: "users.export",
  summary: "Export users",
  method: "GET",
  path: "/api/v1/users/export",
  access: { who: "permission:users:read", scope: "own" },
  rateLimit: "changes",
  audit: audited("user.exported"),
  organizationFrom: "header",
  query: userExportQuery,
  responses: { 200: null },
  file: true,
  errors: ["NOT_FOUND", "ORGANIZATION_REQUIRED"],
});

/** Returns one member of the request's organization. */
export const getUser = defineEndpoint({
  name: "users.get",
  summary: "Get a user",
  method: "GET",
  path: "/api/v1/users/{id}",
  access: { who: "permission:users:read", scope: "own" },
  audit: notAudited("a read"),
  organizationFrom: "header",
  params: userParams,
  responses: { 200: userSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_REQUIRED"],
});

/** Creates a member who can sign in at once with their username and the given password. */
export const createUser = defineEndpoint({
  name: "users.create",
  summary: "Create a user with a password",
  method: "POST",
  path: "/api/v1/users",
  access: writers,
  audit: audited("user.created"),
  organizationFrom: "header",
  body: createUserSchema,
  responses: { 201: userSchema },
  errors: [
    "NOT_FOUND",
    "ORGANIZATION_REQUIRED",
    "STEP_UP_REQUIRED",
    "ROLE_NOT_GRANTABLE",
    "USER_LIMIT_REACHED",
    "ALREADY_EXISTS",
    "TOO_MANY_ATTEMPTS",
  ],
  replay: "resource",
});

/** Changes a member of lower rank. Absent fields stay unchanged, and null clears a field. */
export const updateUser = defineEndpoint({
  name: "users.update",
  summary: "Update a user",
  method: "PUT",
  path: "/api/v1/users/{id}",
  access: writers,
  audit: audited("user.updated"),
  organizationFrom: "header",
  params: userParams,
  body: updateUserSchema,
  responses: { 200: userSchema },
  errors: [
    "NOT_FOUND",
    "ORGANIZATION_REQUIRED",
    "PRECONDITION_FAILED",
    "STEP_UP_REQUIRED",
    "PERSON_IN_MULTIPLE_ORGANIZATIONS",
    "TARGET_HAS_MORE_PERMISSIONS",
    "CANNOT_MODIFY_SELF",
    "LAST_ADMINISTRATOR",
    "USER_LIMIT_REACHED",
    "ALREADY_EXISTS",
    "CONFLICT",
    "TOO_MANY_ATTEMPTS",
  ],
  replay: "resource",
});

/** Deletes a user of lower rank who belongs only to this organization. Cannot be undone. */
export const deleteUser = defineEndpoint({
  name: "users.delete",
  summary: "Delete a user",
  method: "DELETE",
  path: "/api/v1/users/{id}",
  access: writers,
  audit: audited("user.deleted"),
  organizationFrom: "header",
  params: userParams,
  responses: { 204: null },
  errors: [
    "NOT_FOUND",
    "ORGANIZATION_REQUIRED",
    "PRECONDITION_FAILED",
    "PERSON_IN_MULTIPLE_ORGANIZATIONS",
    "TARGET_HAS_MORE_PERMISSIONS",
    "STEP_UP_REQUIRED",
    "CANNOT_MODIFY_SELF",
    "LAST_ADMINISTRATOR",
  ],
  // A repetition gets 409 ALREADY_PROCESSED, because a deleted user cannot be read again.
  replay: "none",
});

/** Sets the role and the additional permissions of a member of lower rank. */
export const setUserRole = defineEndpoint({
  name: "users.setRole",
  summary: "Set role and permissions of a user",
  method: "PUT",
  path: "/api/v1/users/{id}/role",
  access: writers,
  audit: audited("user.role_changed"),
  organizationFrom: "header",
  params: userParams,
  body: setRoleSchema,
  responses: { 200: userSchema },
  errors: [
    "NOT_FOUND",
    "ORGANIZATION_REQUIRED",
    "PRECONDITION_FAILED",
    "STEP_UP_REQUIRED",
    "ROLE_NOT_GRANTABLE",
    "CANNOT_MODIFY_SELF",
    "LAST_ADMINISTRATOR",
  ],
});

/** Sends a confirmation link to a new address. The old address stays until the new one is confirmed. */
export const changeEmail = defineEndpoint({
  name: "users.changeEmail",
  summary: "Change your e-mail address",
  method: "POST",
  path: "/api/v1/users/me/email",
  access: { who: "session", scope: "self" },
  rateLimit: "changes",
  audit: audited("user.email_change_requested"),
  body: changeEmailSchema,
  responses: { 202: meSchema },
  errors: ["PASSWORD_INCORRECT", "STEP_UP_REQUIRED", "TOO_MANY_ATTEMPTS"],
});

/** Withdraws the caller's own change of address before it is confirmed. */
export const withdrawEmail = defineEndpoint({
  name: "users.cancelEmailChange",
  summary: "Cancel your e-mail change",
  method: "DELETE",
  path: "/api/v1/users/me/email",
  access: { who: "session", scope: "self" },
  rateLimit: "changes",
  audit: audited("user.email_change_withdrawn"),
  responses: { 200: meSchema },
  errors: [],
});

/** The user's address that a link confirms or restores, or after it was used. */
export const linkedEmailSchema = z.strictObject({ email: z.nullable(z.string()) });

/** Returns the address that a mailed link confirms or restores, so that the page can show it before the click. */
export const checkEmailLink = defineEndpoint({
  name: "users.checkEmailLink",
  summary: "Check the link of an e-mail change",
  method: "POST",
  path: "/api/v1/users/email/check",
  access: { who: "public", scope: "-" },
  audit: notAudited("a check that changes nothing; attempts are limited per address"),
  body: linkTokenSchema,
  responses: { 200: linkedEmailSchema },
  errors: ["LINK_INVALID", "TOO_MANY_REQUESTS"],
});

/**
 * Confirms a new address with the mailed link. Errors: ALREADY_EXISTS if another user has confirmed it in the meantime.
 */
export const confirmEmail = defineEndpoint({
  name: "users.confirmEmailChange",
  summary: "Confirm an e-mail change",
  method: "POST",
  path: "/api/v1/users/email/confirm",
  access: { who: "public", scope: "-" },
  audit: audited("user.email_changed"),
  body: linkTokenSchema,
  responses: { 200: linkedEmailSchema },
  errors: ["LINK_INVALID", "ALREADY_EXISTS", "TOO_MANY_REQUESTS"],
});

/** Withdraws or reverts a change of address with the link mailed to the old address. */
export const cancelEmail = defineEndpoint({
  name: "users.rejectEmailChange",
  summary: "Reject an e-mail change from the old address",
  method: "POST",
  path: "/api/v1/users/email/cancel",
  access: { who: "public", scope: "-" },
  audit: audited("user.email_change_withdrawn"),
  body: linkTokenSchema,
  responses: { 200: linkedEmailSchema },
  errors: ["LINK_INVALID", "TOO_MANY_REQUESTS"],
});

/** Returns the signed-in user in the request's organization. */
export const getMe = defineEndpoint({
  name: "users.getMe",
  summary: "Get your profile",
  method: "GET",
  path: "/api/v1/users/me",
  access: { who: "session", scope: "self" },
  audit: notAudited("a read of the caller's own data"),
  responses: { 200: meSchema },
  tokenScope: "profile",
  errors: [],
});

/**
 * Changes the caller's own names, phone and settings. Absent fields stay unchanged, and null clears a field.
 * Errors: 412 with the current `version` if `If-Match` names another version.
 */
export const updateMe = defineEndpoint({
  name: "users.updateMe",
  summary: "Update your profile",
  method: "PUT",
  path: "/api/v1/users/me",
  access: { who: "session", scope: "self" },
  rateLimit: "changes",
  audit: audited("user.profile_updated"),
  body: updateMeSchema,
  responses: { 200: meSchema },
  tokenScope: "profile",
  errors: ["PRECONDITION_FAILED"],
});

/** A platform administrator's recent activity; visits name the organization. */
export const ownActivitySchema = z.strictObject({
  ...activitySchema.shape,
  organization: z.nullable(z.strictObject({ id: uuidSchema, name: z.string() })),
});
export type OwnActivity = z.output<typeof ownActivitySchema>;

/** Lists the newest entries of the platform's log caused by the caller, including visits to organizations. */
export const listOwnActivity = defineEndpoint({
  name: "users.ownActivity",
  summary: "List your recent activity on the platform",
  method: "GET",
  path: "/api/v1/users/me/activity",
  access: { who: "role:super_admin", scope: "platform" },
  audit: notAudited("a read of the caller's own entries"),
  responses: { 200: z.strictObject({ data: z.array(ownActivitySchema) }) },
  errors: [],
});

const administrators = { who: "role:super_admin|org_admin|practice_admin", scope: "own" } as const;

/**
 * Moves a member from the request's organization to another organization where the caller also manages members. The old
 * membership ends with its sessions and tokens.
 */
export const transferUser = defineEndpoint({
  name: "users.transfer",
  summary: "Transfer a user to another organization",
  method: "PUT",
  path: "/api/v1/users/{id}/transfer",
  access: administrators,
  audit: audited("user.transferred"),
  organizationFrom: "header",
  params: userParams,
  body: transferSchema,
  responses: { 200: transferredSchema },
  errors: [
    "NOT_FOUND",
    "ORGANIZATION_REQUIRED",
    "PRECONDITION_FAILED",
    "STEP_UP_REQUIRED",
    "NOT_SOURCE_MEMBER",
    "ROLE_NOT_GRANTABLE",
    "CANNOT_MODIFY_SELF",
    "LAST_ADMINISTRATOR",
    "USER_LIMIT_REACHED",
    "ALREADY_EXISTS",
    "CONFLICT",
  ],
});

/** Undoes a member's newest transfer and restores the old membership. Possible once, within 24 hours. */
export const undoTransfer = defineEndpoint({
  name: "users.undoTransfer",
  summary: "Undo a transfer",
  method: "POST",
  path: "/api/v1/users/{id}/transfer/undo",
  access: administrators,
  audit: audited("user.transfer_undone"),
  organizationFrom: "header",
  params: userParams,
  responses: { 200: transferredSchema },
  errors: [
    "NOT_FOUND",
    "ORGANIZATION_REQUIRED",
    "STEP_UP_REQUIRED",
    "TRANSFER_NOT_UNDOABLE",
    "ROLE_NOT_GRANTABLE",
    "CANNOT_MODIFY_SELF",
    "LAST_ADMINISTRATOR",
    "USER_LIMIT_REACHED",
    "ALREADY_EXISTS",
    "CONFLICT",
  ],
});

/** Lists a member's transfers from and to the request's organization, newest first. */
export const getOrganizationHistory = defineEndpoint({
  name: "users.organizationHistory",
  summary: "List the transfers of a user",
  method: "GET",
  path: "/api/v1/users/{id}/organization-history",
  access: { who: "self | permission:users:read", scope: "own" },
  audit: notAudited("a read"),
  organizationFrom: "header",
  params: userParams,
  responses: { 200: transferHistorySchema },
  errors: ["NOT_FOUND", "ORGANIZATION_REQUIRED"],
});

/** Returns a member's usage in the request's organization. */
export const getUserUsage = defineEndpoint({
  name: "users.usage",
  summary: "Get the usage of a user",
  method: "GET",
  path: "/api/v1/users/{id}/usage",
  access: { who: "self | permission:usage:read", scope: "own" },
  audit: notAudited("a read"),
  organizationFrom: "header",
  params: userParams,
  query: userUsageQuery,
  responses: { 200: userUsageSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_REQUIRED"],
});
