import * as z from "zod/mini";
import { uuidSchema } from "../identifiers.ts";
import { sessionSchema } from "../sessions/sessions.schema.ts";
import { timeSchema, userSchema, userSecurityShape } from "../users/users.schema.ts";
import { lineSchema, newPasswordSchema } from "../validation.ts";
import { securityActions } from "./actions.rules.ts";

/** A device the member has used in this organization. */
const deviceSchema = z.strictObject({
  id: uuidSchema,
  label: z.nullable(z.string()),
  shared: z.boolean(),
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  firstSeenAt: timeSchema,
  lastSeenAt: timeSchema,
});

const signInSchema = z.strictObject({
  time: timeSchema,
  outcome: z.enum(["success", "denied", "failed"]),
  address: z.nullable(z.string()),
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
});

/**
 * Authority of an organization over a member's identity; their other organizations and platform role are not
 * disclosed.
 */
export const identityAuthorities = [
  "full",
  "multiple_organizations",
  "platform_role",
  "higher_role",
  "more_permissions",
  "self",
] as const;

export const recoveryCodePurposes = ["password", "second_factor"] as const;

/** A recovery code that is still valid; never the code itself. */
const openRecoveryCodeSchema = z.strictObject({
  purpose: z.enum(recoveryCodePurposes),
  createdAt: timeSchema,
  expiresAt: timeSchema,
  /** Name of the administrator who issued it. */
  createdBy: z.string(),
});

/** The day code that is valid now; never the code itself. */
const openDayCodeSchema = z.strictObject({
  createdAt: timeSchema,
  expiresAt: timeSchema,
  /** Name of the administrator who issued it. */
  createdBy: z.string(),
});

/** An application that acts for the member in this organization. */
const applicationSchema = z.strictObject({
  name: z.string(),
  tokens: z.int(),
  lastUsedAt: z.nullable(timeSchema),
  expiresAt: timeSchema,
});

/** A member with their security details, limited to this organization. */
export const userSecuritySchema = z.strictObject({
  ...userSchema.shape,
  ...userSecurityShape,
  sessions: z.array(sessionSchema),
  devices: z.array(deviceSchema),
  /** The newest ten sign-ins and refusals, newest first. */
  lastLogins: z.array(signInSchema),
  twoFactor: z.strictObject({
    enabled: z.boolean(),
    enabledAt: z.nullable(timeSchema),
    backupCodesRemaining: z.int(),
    passkeys: z.int(),
    required: z.boolean(),
  }),
  /** Reason and author of the block; null without a reason or if the member is not blocked. */
  blockReason: z.nullable(z.string()),
  blockedBy: z.nullable(z.string()),
  recoveryCodes: z.array(openRecoveryCodeSchema),
  dayCode: z.nullable(openDayCodeSchema),
  applications: z.array(applicationSchema),
  /** Whether password, recovery codes and second factor may be changed. */
  identityAuthority: z.enum(identityAuthorities),
  /** Actions that the caller may perform now; any other action would be refused or have no effect. */
  allowedActions: z.array(z.enum(securityActions)),
  /**
   * Names of up to three colleagues who may unlock the member now. Empty if the member is not locked, if the caller may
   * unlock them, or if no member of this organization may.
   */
  unlockableBy: z.array(z.string()),
});
export type UserSecurity = z.output<typeof userSecuritySchema>;

/** Ways in which an administrator verifies the identity of the person who asks for help. */
export const identityChecks = ["in_person", "callback", "other"] as const;

export const unlockUserSchema = z.strictObject({ identityCheck: z.optional(z.enum(identityChecks)) });

export const blockUserSchema = z.strictObject({ reason: z.optional(z.nullable(lineSchema(1, 200))) });

export const resetConnectionsSchema = z.strictObject({ endedSessions: z.int(), revokedTokens: z.int() });

export const setPasswordSchema = z.strictObject({
  newPassword: newPasswordSchema,
  mustChangePassword: z.optional(z.boolean()),
});

/** The effective value, which is always true for another user. */
export const passwordSetSchema = z.strictObject({ mustChangePassword: z.boolean() });

export const createRecoveryCodeSchema = z.strictObject({
  purpose: z.enum(recoveryCodePurposes),
  identityCheck: z.optional(z.enum(identityChecks)),
});

export const createDayCodeSchema = z.strictObject({ identityCheck: z.enum(identityChecks) });

/** Eight letters and digits in two groups, shown once; the user types them. */
export const createdDayCodeSchema = z.strictObject({
  code: z.string(),
  expiresAt: timeSchema,
  /** Identifies the organization in which another browser looks up the username. */
  practiceCode: z.string(),
});

/** Eight digits, shown once; the user types them. */
export const createdRecoveryCodeSchema = z.strictObject({
  code: z.string(),
  purpose: z.enum(recoveryCodePurposes),
  expiresAt: timeSchema,
  /** Identifies the organization in which another browser looks up the username. */
  practiceCode: z.string(),
});
