import * as z from "zod/mini";
import { uuidSchema } from "../identifiers.ts";
import { timeSchema } from "../users/users.schema.ts";

/** An open session: where somebody is signed in. */
export const sessionSchema = z.strictObject({
  id: uuidSchema,
  /** The session of this request. */
  current: z.boolean(),
  /** "Firefox 140" and "Windows", read from the user agent; null when it tells nothing known. */
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  /** Network address of the sign-in, as our own server saw it. */
  address: z.nullable(z.string()),
  /** Name of the workstation in the practice of this request. */
  workstation: z.nullable(
    z.strictObject({ id: uuidSchema, label: z.nullable(z.string()), shared: z.boolean() }),
  ),
  organizationId: z.nullable(uuidSchema),
  createdAt: timeSchema,
  lastActiveAt: timeSchema,
  absoluteExpiresAt: timeSchema,
  rememberMe: z.boolean(),
  /** The screen is locked; the session rests until its person unlocks it. */
  locked: z.boolean(),
  /** The second factor was proven in it. */
  secondFactor: z.boolean(),
  /** The first session of this person on that device, in the last seven days. */
  newDevice: z.boolean(),
});
export type Session = z.output<typeof sessionSchema>;

export const sessionListSchema = z.strictObject({ sessions: z.array(sessionSchema) });

export const endedSessionsSchema = z.strictObject({ ended: z.int() });
