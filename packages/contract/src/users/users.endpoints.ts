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

/** The people of the practice of the request; for the platform operator without a practice, of all practices. */
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

/** The people of the practice that the filters find, in the order of their names, as a file. */
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

/** One person in the practice of the request. */
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

/** Makes a person who can sign in at once with her user name and the given password. */
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

/** Changes a person of lower rank; absent = unchanged, null = clear. */
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

/** Deletes a person of lower rank who belongs to this practice alone. It cannot be undone. */
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
  // A repeat is told that it was done: what was deleted cannot be read again.
  replay: "none",
});

/** Sets the role of a person of lower rank and what she is granted beyond it. */
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

/** Asks the owner of a new address to confirm it; until then the old one stays. */
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

/** Withdraws the caller's own change of address before it was confirmed. */
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

/** The mailed link of a new address: it becomes the person's address. Errors: NOT_UNIQUE if it became another's. */
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

/** The link mailed to the old address: the change is withdrawn, or taken back if it has happened. */
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

/** The signed-in person, in the practice of the request. */
export const getMe = defineEndpoint({
  name: "users.getMe",
  summary: "The signed-in person",
  method: "GET",
  path: "/api/v1/users/me",
  access: { who: "session", scope: "self" },
  audit: none("a read of the caller's own data"),
  responses: { 200: meSchema },
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
  errors: ["PRECONDITION_FAILED"],
});

/** What a platform administrator did lately; her visits of practices name the practice. */
export const ownActivitySchema = z.strictObject({
  ...activitySchema.shape,
  organization: z.nullable(z.strictObject({ id: uuidSchema, name: z.string() })),
});
export type OwnActivity = z.output<typeof ownActivitySchema>;

/** The newest entries of the platform's log that the caller herself caused, and her visits of practices. */
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
 * Moves a person from the practice of the request to another one where the caller looks after people as well. Her old
 * membership, its sessions and tokens end with it.
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

/** Takes the newest transfer of a person back: she has her old membership again, as it was. For 24 hours, once. */
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

/** The transfers of a person from and to the practice of the request, newest first. */
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

/** What a person used in the practice of the request. */
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
