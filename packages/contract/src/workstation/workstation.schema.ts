import * as z from "zod/mini";
import { uuidSchema } from "../identifiers.ts";
import { passkeyProofSchema } from "../passkeys/passkeys.schema.ts";
import { withCode } from "../validation.ts";

/** What the lock screen may show about this device. */
export const currentWorkstationSchema = z.strictObject({
  /** null: the device is unknown or not released as a workstation by any organization. */
  workstation: z.nullable(
    z.strictObject({
      label: z.nullable(z.string()),
      shared: z.boolean(),
      autoLockMinutes: z.nullable(z.int()),
    }),
  ),
  /** Users with a locked session on this device, most recent first. */
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
export type CurrentWorkstation = z.output<typeof currentWorkstationSchema>;

/** Unlocks one user's session: exactly one of the two proofs. */
export const unlockSessionSchema = z
  .strictObject({
    userId: uuidSchema,
    password: z.optional(z.string().check(z.minLength(1), z.maxLength(512))),
    passkey: z.optional(passkeyProofSchema),
  })
  .check(
    z.refine(
      (body) => (body.password === undefined) !== (body.passkey === undefined),
      withCode("required", {}, ["password"]),
    ),
  );
