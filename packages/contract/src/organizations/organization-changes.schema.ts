import * as z from "zod/mini";
import { uuidSchema } from "../identifiers.ts";
import { usageRangeMaxMs } from "../limits.ts";
import { cursorSchema, historyOf, pageLimitSchema } from "../pagination.ts";
import { roleNameSchema } from "../role-schema.ts";
import { addedMemberSchema } from "../members/members.schema.ts";
import {
  withCode,
  dateSchema,
  emailSchema,
  lineSchema,
  personNameSchema,
  textSchema,
  urlMaxLength,
  urlSchema,
  usernameSchema,
} from "../validation.ts";
import {
  billingSettingsSchema,
  changeSettingsSchema,
  currencies,
  generalSettingsSchema,
  organizationNameSchema,
} from "./organization-settings.schema.ts";
import { isStoredLogo } from "./organization-logo.rules.ts";
import { countries } from "../sites/site-number.rules.ts";
import { provisioningStatusSchema } from "../tenants/provisioning.schema.ts";
import { timeSchema } from "../users/users.schema.ts";
import { organizationSchema, organizationTypes, plans } from "./organizations.schema.ts";

/**
 * The first administrator of an organization: invited by mail, or given a temporary password if there is no
 * address.
 */
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
      withCode("required", {}, ["email"]),
    ),
  );

/** A new organization; time zone, currency and language follow from its country. */
export const createOrganizationSchema = z.strictObject({
  name: organizationNameSchema,
  type: z._default(z.enum(organizationTypes), "practice"),
  country: z.enum(countries),
  administrator: z.optional(firstAdministratorSchema),
});

/**
 * The organization with the code that its members type on a new device, and its first administrator if one
 * was given.
 */
export const createdOrganizationSchema = z.strictObject({
  ...organizationSchema.shape,
  /** `temporaryPassword` is returned only once, for an administrator without an address. */
  administrator: z.nullable(addedMemberSchema),
  /** Progress of the provisioning; failed steps are repeated in the background. */
  provisioning: provisioningStatusSchema,
});
export type CreatedOrganization = z.output<typeof createdOrganizationSchema>;

const label = z.nullable(lineSchema(1, 200));

/** The address of an external logo. A logo that is stored in the portal is accepted if unchanged. */
const logoSchema = z.string().check(
  z.maxLength(urlMaxLength),
  z.refine((value) => isStoredLogo(value) || urlSchema.safeParse(value).success, withCode("url")),
);

/** Fields of the details tab that belong to no settings group. */
export const organizationDetailsSchema = z.strictObject({
  domain: label,
  logo: z.nullable(logoSchema),
  description: z.nullable(textSchema(2_000)),
  website: z.nullable(urlSchema),
  industry: label,
  size: label,
  founded: label,
  headquarters: label,
  registrationNumber: label,
});

/**
 * Changes to an organization. Absent fields stay unchanged, null clears a field, and settings groups are merged field
 * by field. Other fields of the entity are accepted if unchanged. `_id`, `organizationId`, `plan`, `settings.maxUsers`,
 * `status`, `billing`, `type`, `country` and `verifiedAt` belong to the platform: other callers get 400 `readOnly`.
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

/** Deletion requires typing the name of the organization. */
export const removeOrganizationSchema = z.strictObject({ name: z.string().check(z.maxLength(200)) });

const utc = (day: string) => Date.parse(`${day}T00:00:00Z`);

/** Days in the organization's time zone, inclusive; the current calendar month if absent. */
export const organizationUsageQuery = z
  .strictObject({ startDate: z.optional(dateSchema), endDate: z.optional(dateSchema) })
  .check(
    z.refine(
      ({ startDate, endDate }) => (startDate === undefined) === (endDate === undefined),
      withCode("required", {}, ["endDate"]),
    ),
    z.refine(
      ({ startDate, endDate }) => startDate === undefined || endDate === undefined || startDate <= endDate,
      withCode("dateRange", {}, ["endDate"]),
    ),
    z.refine(
      ({ startDate, endDate }) =>
        startDate === undefined || endDate === undefined || utc(endDate) - utc(startDate) < usageRangeMaxMs,
      withCode("dateRange", {}, ["endDate"]),
    ),
  );
export type OrganizationUsageQuery = z.output<typeof organizationUsageQuery>;

/** AI usage: calls, tokens and their price in millionths of the currency. */
const usageStats = {
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
  currency: z.enum(currencies),
  totals: z.strictObject(usageStats),
  /** Every day of the range, oldest first. */
  days: z.array(z.strictObject({ date: dateSchema, ...usageStats })),
});
export type OrganizationUsage = z.output<typeof organizationUsageSchema>;

/** Licenses as seats: the number that the plan and the organization allow, and the number taken. */
export const licensesSchema = z.strictObject({
  plan: z.enum(plans),
  /** Source of the number of seats: the organization's own limit, or its plan. */
  limitFrom: z.enum(["organization", "plan"]),
  seats: z.strictObject({
    max: z.int(),
    taken: z.int(),
    free: z.int(),
    /** Taken by active members, and by open invitations. */
    active: z.int(),
    pending: z.int(),
  }),
  /** Every plan with its seats; `current` is the organization's plan, `starter` cannot be selected. */
  plans: z.array(
    z.strictObject({
      name: z.enum(plans),
      maxUsers: z.int(),
      current: z.boolean(),
      selectable: z.boolean(),
    }),
  ),
});
export type Licenses = z.output<typeof licensesSchema>;

/** A member or invitee who takes a seat, with state and end date. */
export const seatHolderSchema = z.strictObject({
  id: uuidSchema,
  firstName: z.string(),
  lastName: z.string(),
  role: roleNameSchema,
  department: z.nullable(z.string()),
  status: z.enum(["active", "pending", "locked", "blocked"]),
  /** Start of the membership; for an open invitation, the time from which it has been open. */
  since: timeSchema,
  validUntil: z.nullable(timeSchema),
});
export type SeatHolder = z.output<typeof seatHolderSchema>;

export const seatHolderQuery = z.strictObject({ limit: pageLimitSchema, cursor: z.optional(cursorSchema) });
export type SeatHolderQuery = z.output<typeof seatHolderQuery>;

/** A page of seat holders by name. Cursors refer to people, so that no one is listed twice or skipped. */
export const seatHolderPageSchema = historyOf(seatHolderSchema);
