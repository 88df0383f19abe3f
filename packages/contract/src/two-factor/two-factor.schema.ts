import * as z from "zod/mini";
import { passkeyProofSchema } from "../passkeys/passkeys.schema.ts";
import { timeSchema } from "../users/users.schema.ts";
import { coded } from "../validation.ts";

/** Six ASCII digits of an authenticator app. Anything else is refused before it counts as a guess. */
export const totpCodeSchema = z.string().check(z.refine((value) => /^[0-9]{6}$/.test(value), coded("match")));

/**
 * A backup code as it was printed, or a one-time code of the practice. Spaces, hyphens and small letters are accepted.
 */
export const backupCodeSchema = z.string().check(z.minLength(8), z.maxLength(32));

const password = z.string().check(z.minLength(1), z.maxLength(512));

/** Which people of a practice need a second factor. */
export const twoFactorPolicies = ["optional", "required_admins", "required_all"] as const;
export type TwoFactorPolicy = (typeof twoFactorPolicies)[number];

/** State of the caller's second factor. */
export const twoFactorStatusSchema = z.strictObject({
  enabled: z.boolean(),
  enabledAt: z.nullable(timeSchema),
  backupCodesRemaining: z.int(),
  /** A practice of hers or the platform demands it: it cannot be switched off. */
  required: z.boolean(),
});
export type TwoFactorStatus = z.output<typeof twoFactorStatusSchema>;

/** A secret that waits for its first code; the same one for ten minutes of the session. */
export const twoFactorSetupSchema = z.strictObject({
  /** Base32, for typing by hand. */
  secret: z.string(),
  /** `otpauth://totp/…`, the content of the QR code; the picture is drawn by the page. */
  otpauthUrl: z.string(),
  expiresAt: timeSchema,
});
export type TwoFactorSetup = z.output<typeof twoFactorSetupSchema>;

export const enableTwoFactorSchema = z.strictObject({ totpCode: totpCodeSchema });

/** Ten codes, shown once. */
export const backupCodesSchema = z.strictObject({ backupCodes: z.array(z.string()) });

/** A code is needed when the second factor was not proven in this session within ten minutes. */
export const disableTwoFactorSchema = z
  .strictObject({
    password,
    totpCode: z.optional(totpCodeSchema),
    backupCode: z.optional(backupCodeSchema),
  })
  .check(
    z.refine(
      (body) => body.totpCode === undefined || body.backupCode === undefined,
      coded("match", {}, ["backupCode"]),
    ),
  );

/** The second step of a sign-in: exactly one of the two codes. */
export const verifyTwoFactorSchema = z
  .strictObject({
    tempToken: z.string().check(z.minLength(1), z.maxLength(512)),
    totpCode: z.optional(totpCodeSchema),
    backupCode: z.optional(backupCodeSchema),
  })
  .check(
    z.refine(
      (body) => (body.totpCode === undefined) !== (body.backupCode === undefined),
      coded("required", {}, ["totpCode"]),
    ),
  );

/** A fresh proof of identity: exactly one of the four. */
export const stepUpSchema = z
  .strictObject({
    password: z.optional(password),
    totpCode: z.optional(totpCodeSchema),
    backupCode: z.optional(backupCodeSchema),
    passkey: z.optional(passkeyProofSchema),
  })
  .check(
    z.refine(
      (body) => Object.values(body).filter((proof) => proof !== undefined).length === 1,
      coded("required", {}, ["password"]),
    ),
  );

/** Until when risky actions are open. */
export const steppedUpSchema = z.strictObject({ authenticatedAt: timeSchema, validUntil: timeSchema });
