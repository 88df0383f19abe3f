import * as z from "zod/mini";
import { audited, defineEndpoint, none } from "../endpoint.ts";
import { uuidSchema } from "../identifiers.ts";
import { linkTokenSchema, userSchema } from "../users/users.schema.ts";
import {
  acceptedInvitationSchema,
  acceptInvitationSchema,
  addedMemberSchema,
  addMemberSchema,
  invitationSchema,
  invitationViewSchema,
  memberRoleSchema,
} from "./members.schema.ts";

const organizationParams = z.strictObject({ id: uuidSchema });
const memberParams = z.strictObject({ id: uuidSchema, userId: uuidSchema });
const writing = { who: "permission:users:write", scope: "own" } as const;
const open = { who: "public", scope: "-" } as const;

/**
 * Adds a pending member and invites them by mail; a member with only a user name is active at once, and the
 * response contains their temporary password. The response does not reveal whether the person has an account
 * elsewhere.
 */
export const addMember = defineEndpoint({
  name: "members.add",
  summary: "Add a member and invite her",
  method: "POST",
  path: "/api/v1/organizations/{id}/members",
  access: writing,
  audit: audited("member.added"),
  practice: "path",
  params: organizationParams,
  body: addMemberSchema,
  responses: { 201: addedMemberSchema },
  errors: [
    "NOT_FOUND",
    "ORGANIZATION_MISMATCH",
    "STEP_UP_REQUIRED",
    "ROLE_NOT_GRANTABLE",
    "USER_LIMIT_REACHED",
    "NOT_UNIQUE",
    "TOO_MANY_ATTEMPTS",
  ],
  replay: "none",
});

/** Removes a member of lower rank, or revokes their invitation. The member keeps their account. */
export const removeMember = defineEndpoint({
  name: "members.remove",
  summary: "Remove a member",
  method: "DELETE",
  path: "/api/v1/organizations/{id}/members/{userId}",
  access: writing,
  audit: audited("member.removed"),
  practice: "path",
  params: memberParams,
  responses: { 204: null },
  errors: [
    "NOT_FOUND",
    "ORGANIZATION_MISMATCH",
    "PRECONDITION_FAILED",
    "OWN_MEMBERSHIP",
    "LAST_ADMINISTRATOR",
  ],
});

/** Changes the role of a member; grants beyond the old role are kept. */
export const setMemberRole = defineEndpoint({
  name: "members.setRole",
  summary: "Change the role of a member",
  method: "PUT",
  path: "/api/v1/organizations/{id}/members/{userId}/role",
  access: writing,
  audit: audited("user.role_changed"),
  practice: "path",
  params: memberParams,
  body: memberRoleSchema,
  responses: { 200: userSchema },
  errors: [
    "NOT_FOUND",
    "ORGANIZATION_MISMATCH",
    "PRECONDITION_FAILED",
    "STEP_UP_REQUIRED",
    "ROLE_NOT_GRANTABLE",
    "OWN_MEMBERSHIP",
    "LAST_ADMINISTRATOR",
  ],
});

/** Resends the invitation of a pending member; the previous link becomes invalid. */
export const resendInvitation = defineEndpoint({
  name: "members.resendInvitation",
  summary: "Send an invitation again",
  method: "POST",
  path: "/api/v1/organizations/{id}/members/{userId}/invitation",
  access: writing,
  audit: audited("member.invitation_resent"),
  practice: "path",
  params: memberParams,
  responses: { 201: invitationSchema },
  errors: [
    "NOT_FOUND",
    "ORGANIZATION_MISMATCH",
    "CONFLICT",
    "OWN_MEMBERSHIP",
    "USER_LIMIT_REACHED",
    "TOO_MANY_ATTEMPTS",
  ],
});

/** Returns what an invitation link is about. A POST, so that the token does not appear in logged URLs. */
export const checkInvitation = defineEndpoint({
  name: "members.checkInvitation",
  summary: "What an invitation is about",
  method: "POST",
  path: "/api/v1/invitations/check",
  access: open,
  audit: none("a read by the owner of the mailbox"),
  body: linkTokenSchema,
  responses: { 200: invitationViewSchema },
  errors: ["LINK_INVALID", "TOO_MANY_REQUESTS"],
});

/** Accepts an invitation, once. Errors: 409 SIGN_IN_TO_ACCEPT if the address belongs to another account. */
export const acceptInvitation = defineEndpoint({
  name: "members.acceptInvitation",
  summary: "Accept an invitation",
  method: "POST",
  path: "/api/v1/invitations/accept",
  access: open,
  audit: audited("member.invitation_accepted"),
  body: acceptInvitationSchema,
  responses: { 200: acceptedInvitationSchema },
  errors: [
    "LINK_INVALID",
    "SIGN_IN_TO_ACCEPT",
    "NOT_UNIQUE",
    "CONFLICT",
    "USER_LIMIT_REACHED",
    "TOO_MANY_REQUESTS",
  ],
});
