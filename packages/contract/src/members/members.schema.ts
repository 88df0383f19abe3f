import * as z from "zod/mini";
import { uuidSchema } from "../identifiers.ts";
import { roleSchema } from "../role-schema.ts";
import { defaultRole } from "../roles.ts";
import {
  departmentNameSchema,
  jobTitleSchema,
  timeSchema,
  userSchema,
  validUntilSchema,
} from "../users/users.schema.ts";
import {
  withCode,
  emailSchema,
  mailSafeLineSchema,
  newPasswordSchema,
  personNameSchema,
  usernameSchema,
} from "../validation.ts";

/**
 * A new member: with an e-mail address, which receives an invitation, or with a username for people without one. The
 * default role is viewer.
 */
export const addMemberSchema = z
  .strictObject({
    email: z.optional(emailSchema),
    username: z.optional(usernameSchema),
    firstName: z.optional(personNameSchema),
    lastName: z.optional(personNameSchema),
    role: z._default(roleSchema, defaultRole),
    department: z.optional(z.nullable(departmentNameSchema)),
    jobTitle: z.optional(z.nullable(jobTitleSchema)),
    validUntil: z.optional(z.nullable(validUntilSchema)),
    /** Personal message in the invitation mail. */
    message: z.optional(mailSafeLineSchema(0, 500)),
  })
  .check(
    z.refine(
      (value) => value.email !== undefined || value.username !== undefined,
      withCode("required", {}, ["email"]),
    ),
  );

/** A pending invitation. */
export const invitationSchema = z.strictObject({
  /** Null until the mail has been sent. */
  sentAt: z.nullable(timeSchema),
  expiresAt: timeSchema,
});

/**
 * The added member. `temporaryPassword` is set only for members without an e-mail address, and only in the first
 * response; a repeated call does not return it.
 */
export const addedMemberSchema = z.strictObject({
  ...userSchema.shape,
  invitation: z.nullable(invitationSchema),
  temporaryPassword: z.nullable(z.string()),
});
export type AddedMember = z.output<typeof addedMemberSchema>;

export const memberRoleSchema = z.strictObject({ role: roleSchema });

/** Details of an invitation that the owner of the mailbox sees before they respond. */
export const invitationViewSchema = z.strictObject({
  organizationName: z.string(),
  invitedBy: z.nullable(z.string()),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  username: z.nullable(z.string()),
  message: z.nullable(z.string()),
  expiresAt: timeSchema,
  /**
   * Action required from the invited person to accept. `password`: choose a password. `confirm`: the member already has
   * access, and only has to confirm the address. `sign-in`: the address belongs to an account whose owner must sign in
   * first. The owner of an account without any membership cannot sign in, so they set a new password here.
   */
  answer: z.enum(["password", "confirm", "sign-in"]),
});
export type InvitationView = z.output<typeof invitationViewSchema>;

/** Acceptance of an invitation; `username` only if the invitation has none. */
export const acceptInvitationSchema = z.strictObject({
  token: z.string().check(z.maxLength(200)),
  password: z.optional(newPasswordSchema),
  username: z.optional(usernameSchema),
});

/** The organization of the accepted invitation; the login page is prefilled with it. */
export const acceptedInvitationSchema = z.strictObject({
  organizationId: uuidSchema,
  organizationName: z.string(),
  username: z.nullable(z.string()),
  email: z.string(),
});
