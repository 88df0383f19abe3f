import * as z from "zod/mini";
import { uuidSchema } from "../identifiers.ts";
import { timeSchema } from "../users/users.schema.ts";
import { nameSchema } from "../validation.ts";

/**
 * What the browser's WebAuthn functions take and give, as JSON (PublicKeyCredential.toJSON and the like). The library
 * on each side knows the fields; here only their size is bounded.
 */
const webAuthnJson = z.record(z.string().check(z.maxLength(64)), z.unknown());

/** A challenge lives five minutes and is used once. */
export const passkeyOptionsSchema = z.strictObject({ challengeId: uuidSchema, options: webAuthnJson });
export type PasskeyOptions = z.output<typeof passkeyOptionsSchema>;

/** The answer of an authenticator to a challenge. */
export const passkeyProofSchema = z.strictObject({ challengeId: uuidSchema, response: webAuthnJson });
export type PasskeyProof = z.output<typeof passkeyProofSchema>;

export const passkeyNameSchema = nameSchema(1, 60);

export const passkeySchema = z.strictObject({
  id: uuidSchema,
  name: z.string(),
  createdAt: timeSchema,
  lastUsedAt: z.nullable(timeSchema),
  /** Kept in step between the person's devices by their maker; false: bound to one device. */
  synced: z.boolean(),
});
export type Passkey = z.output<typeof passkeySchema>;

export const passkeyListSchema = z.strictObject({ passkeys: z.array(passkeySchema) });

export const addPasskeySchema = z.strictObject({ ...passkeyProofSchema.shape, name: passkeyNameSchema });

export const renamePasskeySchema = z.strictObject({ name: passkeyNameSchema });

/** With `tempToken` the passkey is the second step of the sign-in begun with a password. */
export const passkeyLoginOptionsSchema = z.strictObject({
  tempToken: z.optional(z.string().check(z.minLength(1), z.maxLength(512))),
});

export const passkeyLoginSchema = z.strictObject({
  ...passkeyProofSchema.shape,
  tempToken: z.optional(z.string().check(z.minLength(1), z.maxLength(512))),
  organizationId: z.optional(z.nullable(uuidSchema)),
  rememberMe: z.optional(z.boolean()),
});

export const unlockOptionsSchema = z.strictObject({ userId: uuidSchema });
