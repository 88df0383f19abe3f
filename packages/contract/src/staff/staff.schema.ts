import * as z from "zod/mini";
import { uuidSchema } from "../identifiers.ts";
import { webhooksMax } from "../limits.ts";
import { pageOf, pageQuery } from "../pagination.ts";
import { roleNameSchema, roleSchema } from "../role-schema.ts";
import { defaultRole } from "../roles.ts";
import { departmentNameSchema, jobTitleSchema, timeSchema, userSchema } from "../users/users.schema.ts";
import { withCode, dateSchema, emailSchema, lineSchema, personNameSchema } from "../validation.ts";
import { checklistItems, staffStages, templateKeys } from "./staff.rules.ts";

/** A member's initials ("Kürzel"), two to six letters or digits. */
export const initialsSchema = z.string().check(
  z.trim(),
  z.minLength(2),
  z.maxLength(6),
  z.refine((value) => /^[\p{L}\p{N}]*$/u.test(value), withCode("characters")),
);

/** A physician number as printed; spaces are ignored. Its format depends on the organization's country. */
const physicianNumberSchema = lineSchema(1, 20);

/** An employment date in a plausible range that all programs and databases support. */
const daySchema = dateSchema.check(
  z.refine((value) => value >= "1970-01-01" && value <= "2199-12-31", withCode("date")),
);

/** Required details of an external member. */
const externalSchema = z.strictObject({
  /** Last day of access, in the organization's time zone. */
  validUntil: daySchema,
  confidentialityOn: daySchema,
  /** Null for a person without a physician number ("ohne LANR"). */
  physicianNumber: z.nullable(physicianNumberSchema),
});

/** A new member. The username is derived from their name; the portal generates the password. */
export const startOnboardingSchema = z.strictObject({
  firstName: personNameSchema,
  lastName: personNameSchema,
  initials: initialsSchema,
  jobTitle: z.optional(z.nullable(jobTitleSchema)),
  role: z._default(roleSchema, defaultRole),
  /** Permissions in addition to those of the role. */
  permissions: z._default(z.array(z.string()), []),
  siteId: z.optional(z.nullable(uuidSchema)),
  department: z.optional(z.nullable(departmentNameSchema)),
  /** The template whose checklist is used; by default the standard checklist. */
  template: z.optional(z.nullable(z.enum(templateKeys))),
  /** First day of work. */
  startsOn: daySchema,
  email: z.optional(z.nullable(emailSchema)),
  /** Absent for internal members. */
  external: z.optional(z.nullable(externalSchema)),
});

/** Key of a standard item or of an item of the organization. */
const itemKeySchema = z
  .string()
  .check(z.refine((value) => /^[A-Za-z0-9]{1,40}$/.test(value), withCode("characters")));

/** An item of a template. `label` is the organization's own text, or null for a standard item. */
const templateItemSchema = z
  .strictObject({ item: itemKeySchema, label: z.nullable(lineSchema(1, 120)) })
  .check(
    z.refine(
      ({ item, label }) => label !== null || (checklistItems as readonly string[]).includes(item),
      withCode("invalidChoice"),
    ),
  );

/** Values that a new member gets from a template. */
const templateShape = {
  key: z.enum(templateKeys),
  role: roleSchema,
  department: z.nullable(departmentNameSchema),
  siteId: z.nullable(uuidSchema),
  items: z.array(templateItemSchema).check(z.minLength(1), z.maxLength(20)),
};

/** A template of an onboarding as the organization uses it. */
export const onboardingTemplateSchema = z.strictObject({
  ...templateShape,
  role: roleNameSchema,
  department: z.nullable(z.string()),
  /** Whether the organization changed it. */
  isChanged: z.boolean(),
});
export type OnboardingTemplate = z.output<typeof onboardingTemplateSchema>;
export const onboardingTemplateListSchema = z.strictObject({ data: z.array(onboardingTemplateSchema) });

export const setOnboardingTemplateSchema = z.strictObject({
  ...templateShape,
  items: templateShape.items.check(
    z.refine((items) => new Set(items.map(({ item }) => item)).size === items.length, withCode("unique")),
  ),
});

const checklistItemSchema = z.strictObject({
  item: itemKeySchema,
  /** The organization's own text; null for a standard item. */
  label: z.nullable(z.string()),
  checkedAt: z.nullable(timeSchema),
  checkedBy: z.nullable(z.string()),
});

/**
 * Options for a webhook of a member who leaves: another member takes it over, it is disabled, or it keeps running
 * without an owner.
 */
export const webhookChoices = ["handOver", "disable", "keep"] as const;

const webhookChoiceSchema = z.strictObject({
  webhookId: uuidSchema,
  choice: z.enum(webhookChoices),
  /** The member who takes the webhook over; null for the successor. Used for `handOver` only. */
  ownerId: z.nullable(uuidSchema),
});
export type WebhookChoice = z.output<typeof webhookChoiceSchema>;

/** Access that an offboarding ends regardless of the choices. */
const offboardingEndsShape = {
  sessions: z.number(),
  /** Names of the applications that acted for the member. */
  applications: z.array(z.string()),
  invitations: z.number(),
  /** The second factor is removed only if the member belongs to no other organization. */
  secondFactor: z.boolean(),
};

/** Access that an offboarding has ended, and webhooks that it has handed over. */
const offboardingEffectsSchema = z.strictObject({
  ...offboardingEndsShape,
  /**
   * Names of the webhooks that other members took over, that were disabled, and that keep running without an
   * owner.
   */
  handedOverWebhooks: z.array(z.string()),
  disabledWebhooks: z.array(z.string()),
  keptWebhooks: z.array(z.string()),
});
export type OffboardingEffects = z.output<typeof offboardingEffectsSchema>;

/** An onboarding or offboarding with its checklist. */
export const staffRecordSchema = z.strictObject({
  id: uuidSchema,
  kind: z.enum(["onboarding", "offboarding"]),
  state: z.enum(["planned", "done", "cancelled"]),
  takesEffectAt: timeSchema,
  /** Whether it is due, but blocked because the organization would be left without an administrator. */
  blocked: z.boolean(),
  createdAt: timeSchema,
  createdBy: z.nullable(z.string()),
  doneAt: z.nullable(timeSchema),
  successor: z.nullable(z.strictObject({ userId: uuidSchema, name: z.string() })),
  /** The choice for each webhook of the member; empty if they owned none. */
  webhooks: z.array(webhookChoiceSchema),
  ended: z.nullable(offboardingEffectsSchema),
  items: z.array(checklistItemSchema),
});
export type StaffRecord = z.output<typeof staffRecordSchema>;

/** A member's employment with their onboarding and offboarding records. */
export const employmentSchema = z.strictObject({
  initials: z.nullable(z.string()),
  startsOn: z.nullable(dateSchema),
  site: z.nullable(z.strictObject({ id: uuidSchema, name: z.string() })),
  isExternal: z.boolean(),
  /** Last day of access, in the organization's time zone; null if there is no end. */
  lastDay: z.nullable(dateSchema),
  confidentialityOn: z.nullable(dateSchema),
  physicianNumber: z.nullable(z.string()),
  /** Maximum number of days of access for an external member, from today. */
  externalAccessDays: z.number(),
  /** Time zone of the times in this response. */
  timeZone: z.string(),
  today: dateSchema,
  onboarding: z.nullable(staffRecordSchema),
  /** The planned offboarding, or else the newest. */
  offboarding: z.nullable(staffRecordSchema),
});
export type Employment = z.output<typeof employmentSchema>;

/** The new member. The temporary password is returned only once, and is null when a call is repeated with its key. */
export const startedOnboardingSchema = z.strictObject({
  user: userSchema,
  temporaryPassword: z.nullable(z.string()),
  temporaryPasswordExpiresAt: z.nullable(timeSchema),
  employment: employmentSchema,
  /** Whether the personal AI limit is zero, as for locums, until an administrator changes it. */
  startsWithoutAi: z.boolean(),
});
export type StartedOnboarding = z.output<typeof startedOnboardingSchema>;

/** Absent fields stay unchanged. `external` is null to make the person an internal member without an end date. */
export const updateEmploymentSchema = z.strictObject({
  initials: z.optional(z.nullable(initialsSchema)),
  startsOn: z.optional(z.nullable(daySchema)),
  siteId: z.optional(z.nullable(uuidSchema)),
  external: z.optional(z.nullable(externalSchema)),
});

/** Local time of the organization, "2026-10-25T18:00". */
const localTimeSchema = z.string().check(
  z.refine((value) => {
    const [day = "", time = ""] = value.split("T");
    return daySchema.safeParse(day).success && /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(time);
  }, withCode("dateTime")),
);

export const planOffboardingSchema = z.strictObject({
  /** Null to carry it out at once. */
  at: z.nullable(localTimeSchema),
  /** The member who takes over the responsibilities. */
  successorId: z.optional(z.nullable(uuidSchema)),
  /**
   * Must contain every webhook of the member; other webhooks are ignored. `handOver` needs a new owner who may manage
   * webhooks.
   */
  webhooks: z.optional(z.array(webhookChoiceSchema).check(z.maxLength(webhooksMax))),
});

export const offboardingPreviewSchema = z.strictObject({
  ...offboardingEndsShape,
  /** The webhooks that the member owns. */
  webhooks: z.array(z.strictObject({ id: uuidSchema, name: z.string() })),
  /** Whether the organization would be left without an administrator. */
  isLastAdministrator: z.boolean(),
  hasOtherMemberships: z.boolean(),
});
export type OffboardingPreview = z.output<typeof offboardingPreviewSchema>;

export const setChecklistItemSchema = z.strictObject({
  recordId: uuidSchema,
  item: itemKeySchema,
  done: z.boolean(),
});

export const staffBoardQuery = z.strictObject({ ...pageQuery.shape, stage: z.optional(z.enum(staffStages)) });
export type StaffBoardQuery = z.output<typeof staffBoardQuery>;

/** An onboarding or offboarding that is planned or has open items. */
export const staffBoardEntrySchema = z.strictObject({
  id: uuidSchema,
  kind: z.enum(["onboarding", "offboarding"]),
  stage: z.enum(staffStages),
  user: z.strictObject({
    id: uuidSchema,
    firstName: z.string(),
    lastName: z.string(),
    role: roleNameSchema,
    department: z.nullable(z.string()),
    isExternal: z.boolean(),
  }),
  takesEffectAt: timeSchema,
  /** Its calendar day in the organization's time zone. */
  day: dateSchema,
  /** Days until that day; negative when it has passed. */
  daysLeft: z.number(),
  doneItems: z.number(),
  totalItems: z.number(),
  /** The first open item; null if all are checked. */
  nextItem: z.nullable(z.strictObject({ item: itemKeySchema, label: z.nullable(z.string()) })),
  /** The member who started it; null if they have left. */
  ownerName: z.nullable(z.string()),
  /** Whether it is due, but blocked because the organization would be left without an administrator. */
  blocked: z.boolean(),
});
export type StaffBoardEntry = z.output<typeof staffBoardEntrySchema>;

/** A page of the board, overdue entries first, then by day. `counts` cover the entire board. */
export const staffBoardSchema = z.strictObject({
  ...pageOf(staffBoardEntrySchema).shape,
  counts: z.strictObject({ overdue: z.number(), running: z.number(), planned: z.number() }),
});
export type StaffBoard = z.output<typeof staffBoardSchema>;
