import * as z from "zod/mini";
import { uuidSchema } from "../identifiers.ts";
import { pageOf, pageQuery } from "../pagination.ts";
import { timeSchema } from "../users/users.schema.ts";
import { nameSchema } from "../validation.ts";

/** Minutes of inactivity after which the screen locks itself. */
export const autoLockMinutesSchema = z.int().check(z.minimum(1), z.maximum(15));

/** A browser in which members of the organization have signed in. */
export const workstationSchema = z.strictObject({
  /** Id of the device. */
  id: uuidSchema,
  label: z.nullable(z.string()),
  /** "Gemeinsamer Arbeitsplatz", released by an administrator: several users, one screen. */
  shared: z.boolean(),
  autoLockMinutes: z.nullable(autoLockMinutesSchema),
  releasedBy: z.nullable(z.strictObject({ id: z.nullable(uuidSchema), name: z.nullable(z.string()) })),
  releasedAt: z.nullable(timeSchema),
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  /** Number of members of this organization who have signed in there in the last 90 days. */
  people: z.int(),
  /** The member who was last active there. All readers of this list may see the sign-ins of others. */
  lastUser: z.nullable(z.strictObject({ id: uuidSchema, name: z.string() })),
  /** Names of the sites where they work. */
  sites: z.array(z.string()),
  openSessions: z.int(),
  firstSeenAt: timeSchema,
  lastSeenAt: timeSchema,
  /** Whether this is the device of the request. */
  current: z.boolean(),
  version: z.int(),
});
export type Workstation = z.output<typeof workstationSchema>;

export const workstationPageSchema = pageOf(workstationSchema);

export const workstationKinds = ["shared", "personal"] as const;

export const workstationSortFields = [
  "name",
  "kind",
  "people",
  "openSessions",
  "lastSeenAt",
  "firstSeenAt",
] as const;

export const workstationListQuery = z.strictObject({
  ...pageQuery.shape,
  /** Words of the label, the browser, the system, the sites or the last user; all must occur. */
  search: z.optional(z.string().check(z.maxLength(100))),
  kind: z.optional(z.enum(workstationKinds)),
  /** A workstation without a label is sorted by its browser and system. */
  sortBy: z._default(z.enum(workstationSortFields), "lastSeenAt"),
  sortOrder: z._default(z.enum(["asc", "desc"]), "desc"),
});
export type WorkstationListQuery = z.output<typeof workstationListQuery>;

export const updateWorkstationSchema = z.strictObject({
  /** The label of a shared workstation is required and unique, so that it can be distinguished from others. */
  label: z.optional(z.nullable(nameSchema(1, 60))),
  shared: z.optional(z.boolean()),
  /** Five minutes by default when a workstation becomes shared. */
  autoLockMinutes: z.optional(z.nullable(autoLockMinutesSchema)),
});
