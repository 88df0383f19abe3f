import * as z from "zod/mini";
import { twoFactorCodeDigits } from "../limits.ts";
import { passkeyProofSchema } from "../passkeys/passkeys.schema.ts";
import { timeSchema } from "../users/users.schema.ts";
import { withCode } from "../validation.ts";

const pattern = new RegExp(`^[0-9]{${twoFactorCodeDigits}}$`);

/** Six ASCII digits of an authenticator app. Anything else is rejected before it counts as an attempt. */
export const totpCodeSchema = z
  .string()
  .check(
    z.refine((value) => pattern.test(value), withCode("twoFactorCode", { digits: twoFactorCodeDigits })),
  );

/**
 * A backup code as printed, or a recovery code from the organization. Spaces, hyphens and lower case are
 * accepted.
 */
export const backupCodeSchema = z.string().check(z.minLength(8), z.maxLength(32));

/** A day code as printed. Spaces, hyphens and lower case are accepted. */
export const dayCodeSchema = z.string().check(z.minLength(8), z.maxLength(16));

const password = z.string().check(z.minLength(1), z.maxLength(512));

/** Policies that determine which members of an organization need a second factor. */
export const twoFactorPolicies = ["optional", "required_admins", "required_all"] as const;
export type TwoFactorPolicy = (typeof twoFactorPolicies)[number];

/** State of the caller's second factor. */
export const twoFactorStatusSchema = z.strictObject({
  enabled: z.boolean(),
  enabledAt: z.nullable(timeSchema),
  backupCodesRemaining: z.int(),
  /** True if one of the user's organizations or the platform requires it, so that it cannot be disabled. */
  required: z.boolean(),
});
export type TwoFactorStatus = z.output<typeof twoFactorStatusSchema>;

/** A secret that waits for its first code. A session gets the same secret for ten minutes. */
export const twoFactorSetupSchema = z.strictObject({
  /** Base32, for manual entry. */
  secret: z.string(),
  /** `otpauth://totp/…`, the content of the QR code, which the page draws. */
  otpauthUrl: z.string(),
  expiresAt: timeSchema,
});
export type TwoFactorSetup = z.output<typeof twoFactorSetupSchema>;

export const enableTwoFactorSchema = z.strictObject({ totpCode: totpCodeSchema });

/** Ten codes, shown once. */
export const backupCodesSchema = z.strictObject({ backupCodes: z.array(z.string()) });

/** A code is required if the second factor was not proven in this session within the last ten minutes. */
export const disableTwoFactorSchema = z
  .strictObject({
    password,
    totpCode: z.optional(totpCodeSchema),
    backupCode: z.optional(backupCodeSchema),
  })
  .check(
    z.refine(
      (body) => body.totpCode === undefined || body.backupCode === undefined,
      withCode("match", {}, ["backupCode"]),
    ),
  );

/** The second step of a sign-in: exactly one of the three codes. */
export const verifyTwoFactorSchema = z
  .strictObject({
    tempToken: z.string().check(z.minLength(1), z.maxLength(512)),
    totpCode: z.optional(totpCodeSchema),
    backupCode: z.optional(backupCodeSchema),
    dayCode: z.optional(dayCodeSchema),
  })
  .check(
    z.refine(
      (body) =>
        [body.totpCode, body.backupCode, body.dayCode].filter((code) => code !== undefined).length === 1,
      withCode("required", {}, ["totpCode"]),
    ),
  );

/** A step-up: exactly one of the four proofs. */
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
      withCode("required", {}, ["password"]),
    ),
  );

/** Time until which sensitive actions are allowed. */
export const steppedUpSchema = z.strictObject({ authenticatedAt: timeSchema, validUntil: timeSchema });
