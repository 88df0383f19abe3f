import * as z from "zod/mini";
import { uuidSchema } from "../identifiers.ts";
import { timeSchema } from "../users/users.schema.ts";
import { emailSchema, newPasswordSchema } from "../validation.ts";

export const initiateResetSchema = z.strictObject({ email: emailSchema });

const token = z.string().check(z.minLength(1), z.maxLength(512));

export const checkResetSchema = z.strictObject({ token });

/** A valid link; does not reveal its owner. */
export const validResetSchema = z.strictObject({ valid: z.literal(true), expiresAt: timeSchema });

export const confirmResetSchema = z.strictObject({ token, newPassword: newPasswordSchema });

/** Eight digits issued by an administrator of the organization; spaces are accepted. */
export const recoveryCodeSchema = z.string().check(z.minLength(8), z.maxLength(16));

/** As in the login: a username is looked up in the organization, an address everywhere. */
export const redeemRecoveryCodeSchema = z.strictObject({
  name: z.string().check(z.minLength(1), z.maxLength(254)),
  organizationId: z.optional(z.nullable(uuidSchema)),
  code: recoveryCodeSchema,
  newPassword: newPasswordSchema,
});
