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
 * Adds somebody as a pending member and invites her by mail; by user name alone she is active at once and the
 * answer carries her start password. Somebody known elsewhere is added and answered like anybody new.
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

/** Removes somebody of lower rank from the practice, or revokes her invitation. Her account stays hers. */
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

/** Changes the role of a member; what was granted beyond the old role stays. */
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

/** Sends the invitation of a pending member again; the link sent before ends. */
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

/** What the link of an invitation means. A POST, so that no token stands in an address that is logged. */
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

/** Accepts an invitation, once. Errors: 409 SIGN_IN_TO_ACCEPT when the address belongs to another account. */
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
