import * as z from "zod/mini";
import { uuidSchema } from "../identifiers.ts";
import { usageRangeMaxMs } from "../limits.ts";
import { cursorSchema, historyOf, pageLimitSchema } from "../pagination.ts";
import { roleNameSchema } from "../role-schema.ts";
import { addedMemberSchema } from "../members/members.schema.ts";
import {
  coded,
  dateSchema,
  emailSchema,
  lineSchema,
  personNameSchema,
  textSchema,
  urlSchema,
  usernameSchema,
} from "../validation.ts";
import {
  billingSettingsSchema,
  changeSettingsSchema,
  generalSettingsSchema,
  organizationNameSchema,
} from "./organization-settings.schema.ts";
import { countries } from "../sites/site-number.rules.ts";
import { timeSchema } from "../users/users.schema.ts";
import { organizationSchema, organizationTypes, plans } from "./organizations.schema.ts";

/** The first administrator of a practice: invited by mail, or without an address given a start password. */
const firstAdministratorSchema = z
  .strictObject({
    email: z.optional(emailSchema),
    username: z.optional(usernameSchema),
    firstName: z.optional(personNameSchema),
    lastName: z.optional(personNameSchema),
  })
  .check(
    z.refine(
      (value) => value.email !== undefined || value.username !== undefined,
      coded("required", {}, ["email"]),
    ),
  );

/** A new practice; time zone, currency and language come from its country. */
export const createOrganizationSchema = z.strictObject({
  name: organizationNameSchema,
  type: z._default(z.enum(organizationTypes), "practice"),
  country: z.enum(countries),
  administrator: z.optional(firstAdministratorSchema),
});

/** The practice with the code its people type on a new device, and its first administrator if one was named. */
export const createdOrganizationSchema = z.strictObject({
  ...organizationSchema.shape,
  /** `startPassword` is there once, for somebody without an address, and never again. */
  administrator: z.nullable(addedMemberSchema),
});
export type CreatedOrganization = z.output<typeof createdOrganizationSchema>;

const label = z.nullable(lineSchema(1, 200));

/** Fields of the details tab that no group of settings has. */
export const organizationDetailsSchema = z.strictObject({
  domain: label,
  logo: z.nullable(urlSchema),
  description: z.nullable(textSchema(2_000)),
  website: z.nullable(urlSchema),
  industry: label,
  size: label,
  founded: label,
  headquarters: label,
  registrationNumber: label,
});

/**
 * Changes of a practice; absent = unchanged, null = clear, groups of settings merge field by field. What else the
 * entity has is accepted when it is unchanged. `_id`, `organizationId`, `plan`, `settings.maxUsers`, `status`,
 * `billing`, `type`, `country` and `verifiedAt` belong to the platform: anybody else gets 400 `readOnly`.
 */
export const updateOrganizationSchema = z.strictObject({
  ...z.partial(organizationSchema).shape,
  ...z.partial(generalSettingsSchema).shape,
  ...z.partial(billingSettingsSchema).shape,
  ...z.partial(organizationDetailsSchema).shape,
  settings: z.optional(changeSettingsSchema),
  billing: z.optional(z.strictObject({ plan: z.optional(z.enum(plans)) })),
  plan: z.optional(z.strictObject({ name: z.optional(z.enum(plans)), maxUsers: z.optional(z.number()) })),
});
export type UpdateOrganization = z.output<typeof updateOrganizationSchema>;

/** Deleting takes the name of the practice, typed. */
export const removeOrganizationSchema = z.strictObject({ name: z.string().check(z.maxLength(200)) });

const utc = (day: string) => Date.parse(`${day}T00:00:00Z`);

/** Days of the practice's time zone, both included; this calendar month if absent. */
export const organizationUsageQuery = z
  .strictObject({ startDate: z.optional(dateSchema), endDate: z.optional(dateSchema) })
  .check(
    z.refine(
      ({ startDate, endDate }) => (startDate === undefined) === (endDate === undefined),
      coded("required", {}, ["endDate"]),
    ),
    z.refine(
      ({ startDate, endDate }) => startDate === undefined || endDate === undefined || startDate <= endDate,
      coded("dateRange", {}, ["endDate"]),
    ),
    z.refine(
      ({ startDate, endDate }) =>
        startDate === undefined || endDate === undefined || utc(endDate) - utc(startDate) < usageRangeMaxMs,
      coded("dateRange", {}, ["endDate"]),
    ),
  );
export type OrganizationUsageQuery = z.output<typeof organizationUsageQuery>;

/** Use of the AI: calls, tokens and their price in millionths of the currency. */
const usageFigures = {
  requests: z.int(),
  inputTokens: z.int(),
  outputTokens: z.int(),
  costMicros: z.int(),
};

export const organizationUsageSchema = z.strictObject({
  organizationId: z.string(),
  startDate: dateSchema,
  endDate: dateSchema,
  timezone: z.string(),
  currency: z.string(),
  totals: z.strictObject(usageFigures),
  /** Every day of the range, oldest first. */
  days: z.array(z.strictObject({ date: dateSchema, ...usageFigures })),
});
export type OrganizationUsage = z.output<typeof organizationUsageSchema>;

/** Licences are seats: how many the plan and the practice allow, and who takes them. */
export const licencesSchema = z.strictObject({
  plan: z.enum(plans),
  /** Where the number of seats comes from: the practice's own limit, or its plan. */
  limitFrom: z.enum(["organization", "plan"]),
  seats: z.strictObject({
    max: z.int(),
    taken: z.int(),
    free: z.int(),
    /** Taken by people who work here, and by open invitations. */
    active: z.int(),
    pending: z.int(),
  }),
  /** Every plan with its seats; `current` is the practice's, `starter` cannot be chosen. */
  plans: z.array(
    z.strictObject({
      name: z.enum(plans),
      maxUsers: z.int(),
      current: z.boolean(),
      selectable: z.boolean(),
    }),
  ),
});
export type Licences = z.output<typeof licencesSchema>;

/** Somebody who takes a seat: who she is, in which state, and until when. */
export const seatHolderSchema = z.strictObject({
  id: uuidSchema,
  firstName: z.string(),
  lastName: z.string(),
  role: roleNameSchema,
  department: z.nullable(z.string()),
  status: z.enum(["active", "pending", "locked", "blocked"]),
  /** Since when she belongs to the practice; of an open invitation since when it is open. */
  since: timeSchema,
  validUntil: z.nullable(timeSchema),
});
export type SeatHolder = z.output<typeof seatHolderSchema>;

export const seatHolderQuery = z.strictObject({ limit: pageLimitSchema, cursor: z.optional(cursorSchema) });
export type SeatHolderQuery = z.output<typeof seatHolderQuery>;

/** Those who take a seat by name; the cursors stand for people, so that nobody is listed twice or left out. */
export const seatHolderPageSchema = historyOf(seatHolderSchema);
