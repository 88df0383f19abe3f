import * as z from "zod/mini";
import { uuidSchema } from "../identifiers.ts";
import { passkeyProofSchema } from "../passkeys/passkeys.schema.ts";
import { coded } from "../validation.ts";

/** Who is at this device: what the lock screen may show. */
export const deskSchema = z.strictObject({
  /** null: no device is known, or nobody of a practice has released it. */
  workstation: z.nullable(
    z.strictObject({
      label: z.nullable(z.string()),
      shared: z.boolean(),
      autoLockMinutes: z.nullable(z.int()),
    }),
  ),
  /** People whose session rests on this device, the last one first. */
  people: z.array(
    z.strictObject({
      userId: uuidSchema,
      name: z.string(),
      initials: z.string(),
      organizationName: z.nullable(z.string()),
      passkey: z.boolean(),
    }),
  ),
});
export type Desk = z.output<typeof deskSchema>;

/** Wakes the resting session of one person: exactly one of the two proofs. */
export const unlockSchema = z
  .strictObject({
    userId: uuidSchema,
    password: z.optional(z.string().check(z.minLength(1), z.maxLength(512))),
    passkey: z.optional(passkeyProofSchema),
  })
  .check(
    z.refine(
      (body) => (body.password === undefined) !== (body.passkey === undefined),
      coded("required", {}, ["password"]),
    ),
  );
