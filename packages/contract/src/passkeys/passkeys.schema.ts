import * as z from "zod/mini";
import { uuidSchema } from "../identifiers.ts";
import { timeSchema } from "../users/users.schema.ts";
import { nameSchema } from "../validation.ts";

/**
 * Input and output of the browser's WebAuthn functions as JSON (PublicKeyCredential.toJSON and similar). The
 * libraries on both sides validate the fields; here only their size is limited.
 */
const webAuthnJson = z.record(z.string().check(z.maxLength(64)), z.unknown());

/** A single-use challenge, valid for five minutes. */
export const passkeyOptionsSchema = z.strictObject({ challengeId: uuidSchema, options: webAuthnJson });
export type PasskeyOptions = z.output<typeof passkeyOptionsSchema>;

/**
 * The challenge of a new passkey, and the browser and system of the caller's device, which can be used in its
 * name.
 */
export const newPasskeyOptionsSchema = z.strictObject({
  ...passkeyOptionsSchema.shape,
  /** "Firefox 140" and "Windows", derived from the user agent; null if unknown. */
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
});
export type NewPasskeyOptions = z.output<typeof newPasskeyOptionsSchema>;

/** An authenticator's response to a challenge. */
export const passkeyProofSchema = z.strictObject({ challengeId: uuidSchema, response: webAuthnJson });
export type PasskeyProof = z.output<typeof passkeyProofSchema>;

export const passkeyNameSchema = nameSchema(1, 60);

export const passkeySchema = z.strictObject({
  id: uuidSchema,
  name: z.string(),
  createdAt: timeSchema,
  lastUsedAt: z.nullable(timeSchema),
  /** Whether the vendor synchronizes it between the user's devices; otherwise it is bound to one device. */
  synced: z.boolean(),
});
export type Passkey = z.output<typeof passkeySchema>;

export const passkeyListSchema = z.strictObject({ passkeys: z.array(passkeySchema) });

export const addPasskeySchema = z.strictObject({ ...passkeyProofSchema.shape, name: passkeyNameSchema });

export const renamePasskeySchema = z.strictObject({ name: passkeyNameSchema });

/** With `tempToken` the passkey is the second step of a sign-in that began with a password. */
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
