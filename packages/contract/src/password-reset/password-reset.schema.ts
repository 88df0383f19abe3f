import * as z from "zod/mini";
import { uuidSchema } from "../identifiers.ts";
import { timeSchema } from "../users/users.schema.ts";
import { emailSchema, newPasswordSchema } from "../validation.ts";

export const initiateResetSchema = z.strictObject({ email: emailSchema });

const token = z.string().check(z.minLength(1), z.maxLength(512));

export const checkResetSchema = z.strictObject({ token });

/** An open link; says nothing of whose it is. */
export const openResetSchema = z.strictObject({ valid: z.literal(true), expiresAt: timeSchema });

export const confirmResetSchema = z.strictObject({ token, newPassword: newPasswordSchema });

/** Eight digits given by an administrator of the practice; spaces are accepted. */
export const rescueCodeSchema = z.string().check(z.minLength(8), z.maxLength(16));

/** Exactly as at the login: a user name is looked up in the practice, an address everywhere. */
export const redeemRescueSchema = z.strictObject({
  name: z.string().check(z.minLength(1), z.maxLength(254)),
  organizationId: z.optional(z.nullable(uuidSchema)),
  code: rescueCodeSchema,
  newPassword: newPasswordSchema,
});
