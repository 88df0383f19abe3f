import * as z from "zod/mini";
import { languages } from "../languages.ts";
import {
  externalAccessDaysDefault,
  externalAccessDaysMax,
  invitationDaysDefault,
  invitationDaysMax,
  sessionHoursMax,
  sessionHoursMin,
  sessionIdleMinutesMax,
  sessionIdleMinutesMin,
} from "../limits.ts";
import { twoFactorPolicies } from "../two-factor/two-factor.schema.ts";
import {
  withCode,
  emailSchema,
  integerBetween,
  lineSchema,
  mailSafeNameSchema,
  phoneSchema,
  textSchema,
} from "../validation.ts";

/**
 * The settings of an organization in six groups. Forms and server validate with these schemas; the server
 * stores `general` and `billing` as fields of the organization itself and the other groups below `settings`.
 */

export const currencies = ["EUR", "CHF"] as const;
export type Currency = (typeof currencies)[number];

/** An IANA time zone that this system supports. */
const timeZoneSchema = z.string().check(
  z.maxLength(64),
  z.refine((value) => isTimeZone(value), withCode("invalidChoice")),
);

function isTimeZone(value: string): boolean {
  // The formatter also accepts offsets like "+01:00", which have no daylight saving time.
  if (!/^[A-Za-z]+(?:[/_+-][A-Za-z0-9_+-]+)*$/.test(value)) return false;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: value }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

/** A contact person. */
export const contactSchema = z.strictObject({
  name: z.nullable(mailSafeNameSchema(1, 200)),
  email: z.nullable(emailSchema),
  phone: z.nullable(phoneSchema),
});

export const organizationNameSchema = mailSafeNameSchema(1, 200);

/** Group "general": name, region and currency of the organization. */
export const generalSettingsSchema = z.strictObject({
  name: organizationNameSchema,
  timezone: timeZoneSchema,
  language: z.enum(languages),
  currency: z.enum(currencies),
  address: z.nullable(textSchema(500)),
  phone: z.nullable(phoneSchema),
  email: z.nullable(emailSchema),
  supportEmail: z.nullable(emailSchema),
  technicalContact: z.nullable(contactSchema),
  adminContact: z.nullable(contactSchema),
});

/**
 * Group "security": requirement of a second factor, and length of sessions. For members of several organizations, the
 * strictest setting applies, always within the platform's limits.
 */
export const securitySettingsSchema = z.strictObject({
  twoFactorPolicy: z.enum(twoFactorPolicies),
  /** Minutes of inactivity after which a session ends. */
  sessionIdleMinutes: integerBetween(sessionIdleMinutesMin, sessionIdleMinutesMax),
  /** Hours after which a session ends even if it is active, unless it is remembered. */
  sessionHours: integerBetween(sessionHoursMin, sessionHoursMax),
  /** Whether "Angemeldet bleiben", for up to seven days, is offered. */
  allowRememberMe: z.boolean(),
});

/** Group "billing": recipient and details of invoices. */
export const billingSettingsSchema = z.strictObject({
  billingEmail: z.nullable(emailSchema),
  billingContact: z.nullable(contactSchema),
  taxId: z.nullable(lineSchema(1, 50)),
  fiscalYear: z.nullable(lineSchema(1, 50)),
});

/** Group "notification": events of which administrators are notified, in the portal and by mail. */
export const notificationSettingsSchema = z.strictObject({
  /** Notify when a member is added or removed. */
  members: z.boolean(),
  /** Notify when a member's role changes. */
  roles: z.boolean(),
  /** Notify when the security settings change, or a member's second factor is removed. */
  security: z.boolean(),
});

/** Group "integration": whether other applications may act for members of the organization. */
export const integrationSettingsSchema = z.strictObject({ allowApplications: z.boolean() });

/** Group "advanced": validity of invitations and length of access for external members. */
export const advancedSettingsSchema = z.strictObject({
  invitationDays: integerBetween(1, invitationDaysMax),
  externalAccessDays: integerBetween(1, externalAccessDaysMax),
});

/** The groups below `settings` with their defaults. */
export const settingsDefaults = {
  security: {
    twoFactorPolicy: "required_admins",
    sessionIdleMinutes: sessionIdleMinutesMax,
    sessionHours: sessionHoursMax,
    allowRememberMe: true,
  },
  notification: { members: true, roles: true, security: true },
  integration: { allowApplications: true },
  advanced: { invitationDays: invitationDaysDefault, externalAccessDays: externalAccessDaysDefault },
} as const satisfies {
  security: z.output<typeof securitySettingsSchema>;
  notification: z.output<typeof notificationSettingsSchema>;
  integration: z.output<typeof integrationSettingsSchema>;
  advanced: z.output<typeof advancedSettingsSchema>;
};

/**
 * The effective settings of an organization; `maxUsers` is the binding limit: the tenant's own, otherwise the
 * plan's, otherwise 10.
 */
export const organizationSettingsSchema = z.strictObject({
  maxUsers: z.number(),
  security: securitySettingsSchema,
  notification: notificationSettingsSchema,
  integration: integrationSettingsSchema,
  advanced: advancedSettingsSchema,
});
export type OrganizationSettings = z.output<typeof organizationSettingsSchema>;

/**
 * Changes to the settings. Absent fields stay unchanged. Only the platform may set `maxUsers`; null means the
 * plan's limit.
 */
export const changeSettingsSchema = z.strictObject({
  maxUsers: z.optional(z.nullable(integerBetween(1, 100_000))),
  security: z.optional(z.partial(securitySettingsSchema)),
  notification: z.optional(z.partial(notificationSettingsSchema)),
  integration: z.optional(z.partial(integrationSettingsSchema)),
  advanced: z.optional(z.partial(advancedSettingsSchema)),
});
