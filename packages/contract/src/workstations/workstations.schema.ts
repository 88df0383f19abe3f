import * as z from "zod/mini";
import { uuidSchema } from "../identifiers.ts";
import { timeSchema } from "../users/users.schema.ts";
import { nameSchema } from "../validation.ts";

/** Minutes without activity after which a screen locks itself. */
export const autoLockMinutesSchema = z.int().check(z.minimum(1), z.maximum(15));

/** A browser in which people of the practice have signed in. */
export const workstationSchema = z.strictObject({
  /** The device behind it. */
  id: uuidSchema,
  label: z.nullable(z.string()),
  /** "Gemeinsamer Arbeitsplatz", released by an administrator: several people, one screen. */
  shared: z.boolean(),
  autoLockMinutes: z.nullable(autoLockMinutesSchema),
  releasedBy: z.nullable(z.strictObject({ id: z.nullable(uuidSchema), name: z.nullable(z.string()) })),
  releasedAt: z.nullable(timeSchema),
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  /** People of this practice who have signed in there in the last 90 days. */
  people: z.int(),
  openSessions: z.int(),
  firstSeenAt: timeSchema,
  lastSeenAt: timeSchema,
  /** The device of this request. */
  current: z.boolean(),
  version: z.int(),
});
export type Workstation = z.output<typeof workstationSchema>;

export const workstationListSchema = z.strictObject({ data: z.array(workstationSchema) });

export const updateWorkstationSchema = z.strictObject({
  label: z.optional(z.nullable(nameSchema(1, 60))),
  shared: z.optional(z.boolean()),
  /** Five minutes when a workstation becomes shared and nothing is given. */
  autoLockMinutes: z.optional(z.nullable(autoLockMinutesSchema)),
});
