import * as z from "zod/mini";
import { audited, defineEndpoint, notAudited } from "../endpoint.ts";
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
const writers = { who: "permission:users:write", scope: "own" } as const;
const publicAccess = { who: "public", scope: "-" } as const;

/**
 * Adds a pending member and invites them by mail; a member with only a username is active at once, and the response
 * contains their temporary password. The response does not reveal whether the person has an account elsewhere.
 */
export const addMember = defineEndpoint({
  name: "members.add",
  summary: "Add and invite a member",
  method: "POST",
  path: "/api/v1/organizations/{id}/members",
  access: writers,
  audit: audited("member.added"),
  organizationFrom: "path",
  params: organizationParams,
  body: addMemberSchema,
  responses: { 201: addedMemberSchema },
  errors: [
    "NOT_FOUND",
    "ORGANIZATION_MISMATCH",
    "STEP_UP_REQUIRED",
    "ROLE_NOT_GRANTABLE",
    "USER_LIMIT_REACHED",
    "ALREADY_EXISTS",
    "TOO_MANY_ATTEMPTS",
  ],
  replay: "resource",
});

/** Removes a member of lower rank, or revokes their invitation. The member keeps their account. */
export const removeMember = defineEndpoint({
  name: "members.remove",
  summary: "Remove a member",
  method: "DELETE",
  path: "/api/v1/organizations/{id}/members/{userId}",
  access: writers,
  audit: audited("member.removed"),
  organizationFrom: "path",
  params: memberParams,
  responses: { 204: null },
  errors: [
    "NOT_FOUND",
    "ORGANIZATION_MISMATCH",
    "PRECONDITION_FAILED",
    "CANNOT_MODIFY_SELF",
    "LAST_ADMINISTRATOR",
  ],
});

/** Changes the role of a member; grants beyond the old role are kept. */
export const setMemberRole = defineEndpoint({
  name: "members.setRole",
  summary: "Change the role of a member",
  method: "PUT",
  path: "/api/v1/organizations/{id}/members/{userId}/role",
  access: writers,
  audit: audited("user.role_changed"),
  organizationFrom: "path",
  params: memberParams,
  body: memberRoleSchema,
  responses: { 200: userSchema },
  errors: [
    "NOT_FOUND",
    "ORGANIZATION_MISMATCH",
    "PRECONDITION_FAILED",
    "STEP_UP_REQUIRED",
    "ROLE_NOT_GRANTABLE",
    "CANNOT_MODIFY_SELF",
    "LAST_ADMINISTRATOR",
  ],
});

/** Resends the invitation of a pending member; the previous link becomes invalid. */
export const resendInvitation = defineEndpoint({
  name: "members.resendInvitation",
  summary: "Resend an invitation",
  method: "POST",
  path: "/api/v1/organizations/{id}/members/{userId}/invitation",
  access: writers,
  audit: audited("member.invitation_resent"),
  organizationFrom: "path",
  params: memberParams,
  responses: { 201: invitationSchema },
  errors: [
    "NOT_FOUND",
    "ORGANIZATION_MISMATCH",
    "CONFLICT",
    "CANNOT_MODIFY_SELF",
    "USER_LIMIT_REACHED",
    "TOO_MANY_ATTEMPTS",
  ],
});

/** Returns the details of an invitation link. It is a POST, so that the token does not appear in logged URLs. */
export const checkInvitation = defineEndpoint({
  name: "members.checkInvitation",
  summary: "Check an invitation",
  method: "POST",
  path: "/api/v1/invitations/check",
  access: publicAccess,
  audit: notAudited("a read by the owner of the mailbox"),
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
  access: publicAccess,
  audit: audited("member.invitation_accepted"),
  body: acceptInvitationSchema,
  responses: { 200: acceptedInvitationSchema },
  errors: [
    "LINK_INVALID",
    "SIGN_IN_TO_ACCEPT",
    "ALREADY_EXISTS",
    "CONFLICT",
    "USER_LIMIT_REACHED",
    "TOO_MANY_REQUESTS",
  ],
});
