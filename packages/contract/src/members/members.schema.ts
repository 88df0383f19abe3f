import * as z from "zod/mini";
import { uuidSchema } from "../identifiers.ts";
import { roleSchema } from "../role-schema.ts";
import { defaultRole } from "../roles.ts";
import { departmentSchema, timeSchema, userSchema, validUntilSchema } from "../users/users.schema.ts";
import {
  coded,
  emailSchema,
  mailedLineSchema,
  newPasswordSchema,
  personNameSchema,
  usernameSchema,
} from "../validation.ts";

/**
 * Somebody to be added to a practice: by her address, to which an invitation is sent, or, for people without one,
 * by a user name. The role is viewer if absent.
 */
export const addMemberSchema = z
  .strictObject({
    email: z.optional(emailSchema),
    username: z.optional(usernameSchema),
    firstName: z.optional(personNameSchema),
    lastName: z.optional(personNameSchema),
    role: z._default(roleSchema, defaultRole),
    department: z.optional(z.nullable(departmentSchema)),
    validUntil: z.optional(z.nullable(validUntilSchema)),
    /** Personal words in the invitation mail. */
    message: z.optional(mailedLineSchema(0, 500)),
  })
  .check(
    z.refine(
      (value) => value.email !== undefined || value.username !== undefined,
      coded("required", {}, ["email"]),
    ),
  );

/** An invitation that waits for its answer. */
export const invitationSchema = z.strictObject({
  /** null until the mail has left. */
  sentAt: z.nullable(timeSchema),
  expiresAt: timeSchema,
});

/** The added person; `startPassword` is there once, for people without an address, and never again. */
export const addedMemberSchema = z.strictObject({
  ...userSchema.shape,
  invitation: z.nullable(invitationSchema),
  startPassword: z.nullable(z.string()),
});
export type AddedMember = z.output<typeof addedMemberSchema>;

export const memberRoleSchema = z.strictObject({ role: roleSchema });

/** What the owner of an invited mailbox is told before she answers. */
export const invitationViewSchema = z.strictObject({
  practiceName: z.string(),
  invitedBy: z.nullable(z.string()),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  username: z.nullable(z.string()),
  message: z.nullable(z.string()),
  expiresAt: timeSchema,
  /**
   * What accepting takes: `password` = she chooses one; `confirm` = her access works already and only the address is
   * confirmed; `sign-in` = the address belongs to an account, whose owner signs in first. An account that nothing lets
   * its owner sign in to, because she left her last practice, gets its new password here.
   */
  answer: z.enum(["password", "confirm", "sign-in"]),
});
export type InvitationView = z.output<typeof invitationViewSchema>;

/** Accepting; `username` only where the invitation names none. */
export const acceptInvitationSchema = z.strictObject({
  token: z.string().check(z.maxLength(200)),
  password: z.optional(newPasswordSchema),
  username: z.optional(usernameSchema),
});

/** Where an accepted invitation leads; the login page starts with it. */
export const acceptedInvitationSchema = z.strictObject({
  organizationId: uuidSchema,
  practiceName: z.string(),
  username: z.nullable(z.string()),
  email: z.string(),
});
