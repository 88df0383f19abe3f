import * as z from "zod/mini";
import { uuidSchema } from "../identifiers.ts";
import { timeSchema } from "../users/users.schema.ts";

/** States of a code. `none`: never created, or withdrawn. `open`: can be used. `used`: cannot be used again. */
export const emergencyCodeStates = ["none", "open", "used"] as const;

/** The state of an organization's emergency code, without the code. */
export const emergencyCodeSchema = z.strictObject({
  state: z.enum(emergencyCodeStates),
  /** The first four characters, which identify the printed sheet; null without a code. */
  label: z.nullable(z.string()),
  createdAt: z.nullable(timeSchema),
  /** Name of the administrator who created it; null without a code, or if the account was erased. */
  createdBy: z.nullable(z.string()),
  usedAt: z.nullable(timeSchema),
  /** Name of the administrator who was unlocked with it. */
  usedBy: z.nullable(z.string()),
});
export type EmergencyCode = z.output<typeof emergencyCodeSchema>;

/** A new code. It is returned only here. */
export const createdEmergencyCodeSchema = z.strictObject({
  /** Four groups of four characters, such as `K7QX-9M2P-WHTC-4RBN`. */
  code: z.string(),
  /** The practice code, which the user enters at sign-in in an unknown browser. */
  practiceCode: z.string(),
  emergencyCode: emergencyCodeSchema,
});
export type CreatedEmergencyCode = z.output<typeof createdEmergencyCodeSchema>;

/** As at sign-in: a username is looked up in the organization, an address everywhere. */
export const redeemEmergencyCodeSchema = z.strictObject({
  name: z.string().check(z.minLength(1), z.maxLength(254)),
  organizationId: z.optional(z.nullable(uuidSchema)),
  /** Spaces, hyphens and case do not matter. */
  code: z.string().check(z.minLength(1), z.maxLength(64)),
});
