import * as z from "zod/mini";
import { uuidSchema } from "../identifiers.ts";
import { sessionSchema } from "../sessions/sessions.schema.ts";
import { timeSchema, userSchema } from "../users/users.schema.ts";
import { lineSchema, newPasswordSchema } from "../validation.ts";
import { securityActions } from "./user-security.rules.ts";

/** A device this person has used in this practice. */
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

/** Why a practice may not act on the person's identity: her other practices and the platform are not named. */
export const identityAuthorities = [
  "full",
  "several_practices",
  "platform_role",
  "higher_role",
  "more_permissions",
  "self",
] as const;

export const rescuePurposes = ["password", "second_factor"] as const;

/** A one-time code that still opens something; never the code itself. */
const openRescueCodeSchema = z.strictObject({
  purpose: z.enum(rescuePurposes),
  createdAt: timeSchema,
  expiresAt: timeSchema,
  /** Name of who made it. */
  createdBy: z.string(),
});

/** Another application that works in her name in this practice. */
const applicationSchema = z.strictObject({
  name: z.string(),
  tokens: z.int(),
  lastUsedAt: z.nullable(timeSchema),
  expiresAt: timeSchema,
});

/** A person with what security asks about her, of this practice only. */
export const userSecuritySchema = z.strictObject({
  ...userSchema.shape,
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
  /** Why she is blocked and the name of who did it; null when it was not said, or nobody did. */
  blockReason: z.nullable(z.string()),
  blockedBy: z.nullable(z.string()),
  rescueCodes: z.array(openRescueCodeSchema),
  applications: z.array(applicationSchema),
  /** Whether password, one-time code and second factor may be acted on. */
  identityAuthority: z.enum(identityAuthorities),
  /** What the caller may do about her now; everything else would be refused or change nothing. */
  allowedActions: z.array(z.enum(securityActions)),
});
export type UserSecurity = z.output<typeof userSecuritySchema>;

/** How the administrator made sure who asked. */
export const identityChecks = ["in_person", "callback", "other"] as const;

export const unlockUserSchema = z.strictObject({ identityCheck: z.optional(z.enum(identityChecks)) });

export const blockUserSchema = z.strictObject({ reason: z.optional(z.nullable(lineSchema(1, 200))) });

export const resetConnectionsSchema = z.strictObject({ endedSessions: z.int(), revokedTokens: z.int() });

export const setPasswordSchema = z.strictObject({
  newPassword: newPasswordSchema,
  mustChangePassword: z.optional(z.boolean()),
});

/** The value in force: always true for another person. */
export const passwordSetSchema = z.strictObject({ mustChangePassword: z.boolean() });

export const createRescueCodeSchema = z.strictObject({
  purpose: z.enum(rescuePurposes),
  identityCheck: z.optional(z.enum(identityChecks)),
});

/** Eight digits, shown once; the person types them herself. */
export const createdRescueCodeSchema = z.strictObject({
  code: z.string(),
  purpose: z.enum(rescuePurposes),
  expiresAt: timeSchema,
  /** Tells another browser in which practice a user name is looked up. */
  practiceCode: z.string(),
});
