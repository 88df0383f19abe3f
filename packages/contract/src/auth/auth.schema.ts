import * as z from "zod/mini";
import { uuidSchema } from "../identifiers.ts";
import { downloadPathMaxLength, lastActivityMaxAgeMs } from "../limits.ts";
import { organizationSummarySchema } from "../organizations/organizations.schema.ts";
import { meSchema, timeSchema } from "../users/users.schema.ts";
import { withCode } from "../validation.ts";

const secret = z.string().check(z.minLength(1), z.maxLength(512));

/** Exactly one of `email` and `username`; a name containing @ is sent as `email`. */
export const loginSchema = z
  .strictObject({
    email: z.optional(z.string().check(z.minLength(1), z.maxLength(254))),
    username: z.optional(z.string().check(z.minLength(1), z.maxLength(254))),
    password: secret,
    /** Informational only; no value relaxes a check. */
    mode: z.optional(z.string().check(z.maxLength(40))),
    organizationId: z.optional(z.nullable(uuidSchema)),
    rememberMe: z.optional(z.boolean()),
  })
  .check(
    z.refine(
      (login) => (login.email === undefined) !== (login.username === undefined),
      withCode("required", {}, ["username"]),
    ),
  );

/** The three times from which a client computes the remaining session time; it must not use its own clock. */
export const sessionTimesShape = {
  idleExpiresAt: timeSchema,
  absoluteExpiresAt: timeSchema,
  serverTime: timeSchema,
} as const;

/** Reasons why a session is restricted. */
export const restrictions = ["password_change", "two_factor_setup"] as const;
export type Restriction = (typeof restrictions)[number];

const sessionShape = {
  ...sessionTimesShape,
  sessionId: uuidSchema,
  /** The step that the user must complete before any other call is allowed; null if there is none. */
  restriction: z.nullable(z.enum(restrictions)),
  user: meSchema,
  /** The organization in which the session starts; null for platform accounts. */
  organization: z.nullable(organizationSummarySchema),
} as const;

/** Result of a complete sign-in. */
export const signedInSchema = z.strictObject({
  requires2FA: z.literal(false),
  accessToken: z.string(),
  accessTokenExpiresAt: timeSchema,
  /** The non-secret session handle for browsers, or the rotating refresh token for other clients. */
  refreshToken: z.string(),
  /** Only for browsers: opens the draft that this user left on this device when they locked the screen. */
  draftKey: z.optional(z.string()),
  /** Number of remaining backup codes, after a sign-in with a backup code. */
  backupCodesRemaining: z.optional(z.int()),
  ...sessionShape,
});
export type SignedIn = z.output<typeof signedInSchema>;

/** Result of a sign-in that requires a second step. */
export const secondStepSchema = z.strictObject({
  requires2FA: z.literal(true),
  tempToken: z.string(),
  tempTokenExpiresAt: timeSchema,
  /** The methods available to the user; a recovery code is always accepted. */
  methods: z.array(z.enum(["code", "passkey"])),
});

export type SecondStep = z.output<typeof secondStepSchema>;

export const loginResultSchema = z.discriminatedUnion("requires2FA", [signedInSchema, secondStepSchema]);
export type LoginResult = z.output<typeof loginResultSchema>;

export const refreshSchema = z.strictObject({
  /** Only for non-browser clients. */
  refreshToken: z.optional(secret),
  /** "Sitzung verlängern": resets the idle timeout. */
  extend: z.optional(z.boolean()),
  /** Time since the user's last activity; moves the idle timeout, capped by the server. */
  lastActivityAgoMs: z.optional(z.number().check(z.int(), z.gte(0), z.lte(lastActivityMaxAgeMs))),
});

export const refreshResultSchema = z.strictObject({
  accessToken: z.string(),
  accessTokenExpiresAt: timeSchema,
  refreshToken: z.string(),
  /** Id of the signed-in user. A tab that shows another user reloads at once. */
  userId: uuidSchema,
  sessionId: uuidSchema,
  ...sessionTimesShape,
});
export type RefreshResult = z.output<typeof refreshResultSchema>;

export const checkAuthSchema = z.discriminatedUnion("authenticated", [
  z.strictObject({ authenticated: z.literal(true), ...sessionShape }),
  z.strictObject({ authenticated: z.literal(false), serverTime: timeSchema }),
]);
export type CheckAuth = z.output<typeof checkAuthSchema>;

export const verifySchema = z.strictObject({
  valid: z.literal(true),
  userId: uuidSchema,
  sessionId: uuidSchema,
  ...sessionTimesShape,
});

export type VerifyResult = z.output<typeof verifySchema>;

export const changePasswordSchema = z.strictObject({
  /** Not needed right after a sign-in with a temporary password. */
  currentPassword: z.optional(secret),
  newPassword: z.string().check(z.minLength(1), z.maxLength(512)),
});

export const practiceCodeSchema = z.strictObject({
  code: z.string().check(z.minLength(1), z.maxLength(40)),
});
export const practiceCodeResultSchema = z.strictObject({ organizationId: uuidSchema, name: z.string() });

/** A ticket that works once, before `expiresAt`. */
export const ticketSchema = z.strictObject({ ticket: z.string(), expiresAt: timeSchema });

/** The path of a file with its query, exactly as it will be opened. */
export const downloadTicketBodySchema = z.strictObject({
  path: z.string().check(z.maxLength(downloadPathMaxLength), z.regex(/^\/api\/[!-~]+$/)),
});
