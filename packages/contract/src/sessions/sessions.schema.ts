import * as z from "zod/mini";
import { uuidSchema } from "../identifiers.ts";
import { timeSchema } from "../users/users.schema.ts";

/** An open session. */
export const sessionSchema = z.strictObject({
  id: uuidSchema,
  /** Whether this is the session of the request. */
  current: z.boolean(),
  /** "Firefox 140" and "Windows", derived from the user agent; null if unknown. */
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  /** Network address of the sign-in as seen by the server. */
  address: z.nullable(z.string()),
  /** The workstation of the session in the request's organization. */
  workstation: z.nullable(
    z.strictObject({ id: uuidSchema, label: z.nullable(z.string()), shared: z.boolean() }),
  ),
  organizationId: z.nullable(uuidSchema),
  createdAt: timeSchema,
  lastActiveAt: timeSchema,
  absoluteExpiresAt: timeSchema,
  rememberMe: z.boolean(),
  /** Whether the session is locked until the user unlocks it. */
  locked: z.boolean(),
  /** Whether the second factor was proven in this session. */
  secondFactor: z.boolean(),
  /** Whether this is the user's first session on that device and started within the last seven days. */
  newDevice: z.boolean(),
});
export type Session = z.output<typeof sessionSchema>;

export const sessionListSchema = z.strictObject({ sessions: z.array(sessionSchema) });

export const endedSessionsSchema = z.strictObject({ ended: z.int() });
