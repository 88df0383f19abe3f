import * as z from "zod/mini";
import { uuidSchema } from "../identifiers.ts";
import { roleSchema } from "../role-schema.ts";
import { defaultRole } from "../roles.ts";
import { timeSchema, userSchema } from "../users/users.schema.ts";
import { coded, dateSchema, emailSchema, lineSchema, personNameSchema } from "../validation.ts";
import { checklistItems } from "./staff.rules.ts";

/** A short sign for somebody on rows and labels ("Kürzel"), two to six letters or digits. */
export const initialsSchema = z.string().check(
  z.trim(),
  z.minLength(2),
  z.maxLength(6),
  z.refine((value) => /^[\p{L}\p{N}]*$/u.test(value), coded("characters")),
);

/** A physician's number as it is printed; spaces do not count. Its form depends on the country of the practice. */
const physicianNumberSchema = lineSchema(1, 20);

/** Days between which somebody can reasonably work, so that programs and databases agree about them. */
const daySchema = dateSchema.check(
  z.refine((value) => value >= "1970-01-01" && value <= "2199-12-31", coded("date")),
);

/** What has to be known of an external person before she may work here. */
const externalSchema = z.strictObject({
  /** Last day of the access, in the time zone of the practice. */
  validUntil: daySchema,
  confidentialityOn: daySchema,
  /** null says that she has none ("ohne LANR"). */
  physicianNumber: z.nullable(physicianNumberSchema),
});

/** Somebody who joins. The user name is made from her name, the password by the portal. */
export const startJoiningSchema = z.strictObject({
  firstName: personNameSchema,
  lastName: personNameSchema,
  initials: initialsSchema,
  role: z._default(roleSchema, defaultRole),
  siteId: z.optional(z.nullable(uuidSchema)),
  /** First day of work. */
  startsOn: daySchema,
  email: z.optional(z.nullable(emailSchema)),
  /** Absent for people of the practice itself. */
  external: z.optional(z.nullable(externalSchema)),
});

const recordItemSchema = z.strictObject({
  item: z.enum(checklistItems as readonly [string, ...string[]]),
  checkedAt: z.nullable(timeSchema),
  checkedBy: z.nullable(z.string()),
});

/** What a leaving ends, or has ended. */
const endedSchema = z.strictObject({
  sessions: z.number(),
  /** Names of the applications that acted for the person. */
  applications: z.array(z.string()),
  invitations: z.number(),
  /** The second factor goes only where the person works nowhere else. */
  secondFactor: z.boolean(),
});
export type Ended = z.output<typeof endedSchema>;

/** A joining or leaving with its checklist. */
export const staffRecordSchema = z.strictObject({
  id: uuidSchema,
  kind: z.enum(["joining", "leaving"]),
  state: z.enum(["planned", "done", "cancelled"]),
  takesEffectAt: timeSchema,
  /** Due, but nobody would be left to administer the practice. */
  hindered: z.boolean(),
  createdAt: timeSchema,
  createdBy: z.nullable(z.string()),
  doneAt: z.nullable(timeSchema),
  successor: z.nullable(z.strictObject({ userId: uuidSchema, name: z.string() })),
  ended: z.nullable(endedSchema),
  items: z.array(recordItemSchema),
});
export type StaffRecord = z.output<typeof staffRecordSchema>;

/** How somebody belongs to the practice, with the records of her joining and leaving. */
export const employmentSchema = z.strictObject({
  initials: z.nullable(z.string()),
  startsOn: z.nullable(dateSchema),
  site: z.nullable(z.strictObject({ id: uuidSchema, name: z.string() })),
  isExternal: z.boolean(),
  /** Last day of the access, in the time zone of the practice; null: no end. */
  lastDay: z.nullable(dateSchema),
  confidentialityOn: z.nullable(dateSchema),
  physicianNumber: z.nullable(z.string()),
  /** Most days an external person may work from today on. */
  externalAccessDays: z.number(),
  /** Times of this answer are meant in it. */
  timeZone: z.string(),
  today: dateSchema,
  joining: z.nullable(staffRecordSchema),
  /** The planned one, otherwise the newest. */
  leaving: z.nullable(staffRecordSchema),
});
export type Employment = z.output<typeof employmentSchema>;

/** The new person with what is shown once. */
export const startedJoiningSchema = z.strictObject({
  user: userSchema,
  startPassword: z.string(),
  startPasswordExpiresAt: timeSchema,
  employment: employmentSchema,
});
export type StartedJoining = z.output<typeof startedJoiningSchema>;

/** Absent = unchanged. `external`: null makes her one of the practice's own people without an end. */
export const updateEmploymentSchema = z.strictObject({
  initials: z.optional(z.nullable(initialsSchema)),
  startsOn: z.optional(z.nullable(daySchema)),
  siteId: z.optional(z.nullable(uuidSchema)),
  external: z.optional(z.nullable(externalSchema)),
});

/** Local time of the practice, "2026-10-25T18:00". */
const localTimeSchema = z.string().check(
  z.refine((value) => {
    const [day = "", time = ""] = value.split("T");
    return daySchema.safeParse(day).success && /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(time);
  }, coded("dateTime")),
);

export const planLeavingSchema = z.strictObject({
  /** null: at once. */
  at: z.nullable(localTimeSchema),
  /** Who looks after what the person leaves behind. */
  successorId: z.optional(z.nullable(uuidSchema)),
});

export const leavingPreviewSchema = z.strictObject({
  ...endedSchema.shape,
  /** Nobody else could administer the practice. */
  isLastAdministrator: z.boolean(),
  worksElsewhere: z.boolean(),
});
export type LeavingPreview = z.output<typeof leavingPreviewSchema>;

export const tickSchema = z.strictObject({
  recordId: uuidSchema,
  item: z.enum(checklistItems as readonly [string, ...string[]]),
  done: z.boolean(),
});
