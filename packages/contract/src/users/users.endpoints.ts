import * as z from "zod/mini";
import { audited, defineEndpoint, none } from "../endpoint.ts";
import { uuidSchema } from "../identifiers.ts";
import { activitySchema } from "../organizations/organizations.schema.ts";
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
const writing = { who: "permission:users:write", scope: "own" } as const;

/**
 * Lists the members of the request's organization; without an organization, the platform operator gets those
 * of all.
 */
export const listUsers = defineEndpoint({
  name: "users.list",
  summary: "People of the practice",
  method: "GET",
  path: "/api/v1/users",
  access: { who: "permission:users:read", scope: "own" },
  audit: none("a read"),
  query: userListQuery,
  responses: { 200: userPageSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_REQUIRED"],
});

/** Exports the matching members of the organization, ordered by name, as a file. */
export const exportUsers = defineEndpoint({
  name: "users.export",
  summary: "People of the practice as a file",
  method: "GET",
  path: "/api/v1/users/export",
  access: { who: "permission:users:read", scope: "own" },
  perPerson: "changes",
  audit: audited("user.exported"),
  practice: "header",
  query: userExportQuery,
  responses: { 200: null },
  file: true,
  errors: ["NOT_FOUND", "ORGANIZATION_REQUIRED"],
});

/** Returns one member of the request's organization. */
export const getUser = defineEndpoint({
  name: "users.get",
  summary: "One person of the practice",
  method: "GET",
  path: "/api/v1/users/{id}",
  access: { who: "permission:users:read", scope: "own" },
  audit: none("a read"),
  practice: "header",
  params: userParams,
  responses: { 200: userSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_REQUIRED"],
});

/** Creates a member who can sign in at once with their user name and the given password. */
export const createUser = defineEndpoint({
  name: "users.create",
  summary: "Create a person with a password",
  method: "POST",
  path: "/api/v1/users",
  access: writing,
  audit: audited("user.created"),
  practice: "header",
  body: createUserSchema,
  responses: { 201: userSchema },
  errors: [
    "NOT_FOUND",
    "ORGANIZATION_REQUIRED",
    "STEP_UP_REQUIRED",
    "ROLE_NOT_GRANTABLE",
    "USER_LIMIT_REACHED",
    "NOT_UNIQUE",
    "TOO_MANY_ATTEMPTS",
  ],
  replay: "resource",
});

/** Changes a member of lower rank; absent = unchanged, null = clear. */
export const updateUser = defineEndpoint({
  name: "users.update",
  summary: "Change a person of the practice",
  method: "PUT",
  path: "/api/v1/users/{id}",
  access: writing,
  audit: audited("user.updated"),
  practice: "header",
  params: userParams,
  body: updateUserSchema,
  responses: { 200: userSchema },
  errors: [
    "NOT_FOUND",
    "ORGANIZATION_REQUIRED",
    "PRECONDITION_FAILED",
    "STEP_UP_REQUIRED",
    "PERSON_IN_SEVERAL_PRACTICES",
    "PERSON_HOLDS_MORE",
    "OWN_MEMBERSHIP",
    "LAST_ADMINISTRATOR",
    "USER_LIMIT_REACHED",
    "NOT_UNIQUE",
    "CONFLICT",
    "TOO_MANY_ATTEMPTS",
  ],
  replay: "resource",
});

/** Deletes a user of lower rank who belongs only to this organization. Cannot be undone. */
export const deleteUser = defineEndpoint({
  name: "users.delete",
  summary: "Delete a person",
  method: "DELETE",
  path: "/api/v1/users/{id}",
  access: writing,
  audit: audited("user.deleted"),
  practice: "header",
  params: userParams,
  responses: { 204: null },
  errors: [
    "NOT_FOUND",
    "ORGANIZATION_REQUIRED",
    "PRECONDITION_FAILED",
    "PERSON_IN_SEVERAL_PRACTICES",
    "PERSON_HOLDS_MORE",
    "STEP_UP_REQUIRED",
    "OWN_MEMBERSHIP",
    "LAST_ADMINISTRATOR",
  ],
  // A repetition gets 409 ALREADY_PROCESSED: what was deleted cannot be read again.
  replay: "none",
});

/** Sets the role and the additional permissions of a member of lower rank. */
export const setUserRole = defineEndpoint({
  name: "users.setRole",
  summary: "Set role and additional permissions of a person",
  method: "PUT",
  path: "/api/v1/users/{id}/role",
  access: writing,
  audit: audited("user.role_changed"),
  practice: "header",
  params: userParams,
  body: setRoleSchema,
  responses: { 200: userSchema },
  errors: [
    "NOT_FOUND",
    "ORGANIZATION_REQUIRED",
    "PRECONDITION_FAILED",
    "STEP_UP_REQUIRED",
    "ROLE_NOT_GRANTABLE",
    "OWN_MEMBERSHIP",
    "LAST_ADMINISTRATOR",
  ],
});

/** Sends a confirmation link to a new address; until it is confirmed, the old one stays. */
export const changeEmail = defineEndpoint({
  name: "users.changeEmail",
  summary: "Change the own e-mail address",
  method: "POST",
  path: "/api/v1/users/me/email",
  access: { who: "session", scope: "self" },
  perPerson: "changes",
  audit: audited("user.email_change_requested"),
  body: changeEmailSchema,
  responses: { 202: meSchema },
  errors: ["PASSWORD_INCORRECT", "STEP_UP_REQUIRED", "TOO_MANY_ATTEMPTS"],
});

/** Withdraws the caller's own change of address before it is confirmed. */
export const withdrawEmail = defineEndpoint({
  name: "users.withdrawEmail",
  summary: "Withdraw the own change of address",
  method: "DELETE",
  path: "/api/v1/users/me/email",
  access: { who: "session", scope: "self" },
  perPerson: "changes",
  audit: audited("user.email_change_withdrawn"),
  responses: { 200: meSchema },
  errors: [],
});

const emailLinkResult = z.strictObject({ email: z.nullable(z.string()) });

/** Confirms a new address with the mailed link. Errors: NOT_UNIQUE if another user has it by now. */
export const confirmEmail = defineEndpoint({
  name: "users.confirmEmail",
  summary: "Confirm a new e-mail address",
  method: "POST",
  path: "/api/v1/users/email/confirm",
  access: { who: "public", scope: "-" },
  audit: audited("user.email_changed"),
  body: linkTokenSchema,
  responses: { 200: emailLinkResult },
  errors: ["LINK_INVALID", "NOT_UNIQUE", "TOO_MANY_REQUESTS"],
});

/** Withdraws or reverts a change of address with the link mailed to the old address. */
export const cancelEmail = defineEndpoint({
  name: "users.cancelEmail",
  summary: "Withdraw a change of address from the old address",
  method: "POST",
  path: "/api/v1/users/email/cancel",
  access: { who: "public", scope: "-" },
  audit: audited("user.email_change_withdrawn"),
  body: linkTokenSchema,
  responses: { 200: emailLinkResult },
  errors: ["LINK_INVALID", "TOO_MANY_REQUESTS"],
});

/** Returns the signed-in user in the request's organization. */
export const getMe = defineEndpoint({
  name: "users.getMe",
  summary: "The signed-in person",
  method: "GET",
  path: "/api/v1/users/me",
  access: { who: "session", scope: "self" },
  audit: none("a read of the caller's own data"),
  responses: { 200: meSchema },
  tokenScope: "profile",
  errors: [],
});

/** Changes the caller's own names, phone and settings; absent = unchanged, null = clear. */
export const updateMe = defineEndpoint({
  name: "users.updateMe",
  summary: "Change the own profile",
  method: "PUT",
  path: "/api/v1/users/me",
  access: { who: "session", scope: "self" },
  perPerson: "changes",
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
  summary: "Own recent activity on the platform",
  method: "GET",
  path: "/api/v1/users/me/activity",
  access: { who: "role:super_admin", scope: "platform" },
  audit: none("a read of the caller's own entries"),
  responses: { 200: z.strictObject({ data: z.array(ownActivitySchema) }) },
  errors: [],
});

const lookingAfter = { who: "role:super_admin|org_admin|practice_admin", scope: "own" } as const;

/**
 * Moves a member from the request's organization to another one in which the caller manages members as well.
 * The old membership ends with its sessions and tokens.
 */
export const transferUser = defineEndpoint({
  name: "users.transfer",
  summary: "Move a person to another practice",
  method: "PUT",
  path: "/api/v1/users/{id}/transfer",
  access: lookingAfter,
  audit: audited("user.transferred"),
  practice: "header",
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
    "OWN_MEMBERSHIP",
    "LAST_ADMINISTRATOR",
    "USER_LIMIT_REACHED",
    "NOT_UNIQUE",
    "CONFLICT",
  ],
});

/** Undoes a member's newest transfer and restores the old membership as it was. Once, within 24 hours. */
export const undoTransfer = defineEndpoint({
  name: "users.undoTransfer",
  summary: "Undo the transfer of a person",
  method: "POST",
  path: "/api/v1/users/{id}/transfer/undo",
  access: lookingAfter,
  audit: audited("user.transfer_undone"),
  practice: "header",
  params: userParams,
  responses: { 200: transferredSchema },
  errors: [
    "NOT_FOUND",
    "ORGANIZATION_REQUIRED",
    "STEP_UP_REQUIRED",
    "TRANSFER_NOT_UNDOABLE",
    "ROLE_NOT_GRANTABLE",
    "OWN_MEMBERSHIP",
    "LAST_ADMINISTRATOR",
    "USER_LIMIT_REACHED",
    "NOT_UNIQUE",
    "CONFLICT",
  ],
});

/** Lists a member's transfers from and to the request's organization, newest first. */
export const getOrganizationHistory = defineEndpoint({
  name: "users.organizationHistory",
  summary: "Transfers of a person",
  method: "GET",
  path: "/api/v1/users/{id}/organization-history",
  access: { who: "self | permission:users:read", scope: "own" },
  audit: none("a read"),
  practice: "header",
  params: userParams,
  responses: { 200: transferHistorySchema },
  errors: ["NOT_FOUND", "ORGANIZATION_REQUIRED"],
});

/** Returns a member's usage in the request's organization. */
export const getUserUsage = defineEndpoint({
  name: "users.usage",
  summary: "Usage of a person",
  method: "GET",
  path: "/api/v1/users/{id}/usage",
  access: { who: "self | permission:usage:read", scope: "own" },
  audit: none("a read"),
  practice: "header",
  params: userParams,
  query: userUsageQuery,
  responses: { 200: userUsageSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_REQUIRED"],
});
