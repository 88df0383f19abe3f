import { countries } from "@praxisportal/contract/sites/site-number.rules";
import { languages } from "@praxisportal/contract/languages";
import type { currencies } from "@praxisportal/contract/organizations/organization-settings.schema";
import type { TwoFactorPolicy } from "@praxisportal/contract/two-factor/two-factor.schema";
import { organizationTypeChoices } from "../use-organization-types.ts";

type Currency = (typeof currencies)[number];

/** Input type of a field. `moment` is a checkbox stored as the time it was checked. */
export type FieldKind =
  | "line"
  | "lines"
  | "email"
  | "phone"
  | "url"
  | "number"
  | "switch"
  | "moment"
  | "zone"
  | "choice";

// Listed here to keep the schemas out of the bundle, and a test compares them.
export const choices = {
  type: organizationTypeChoices,
  country: countries,
  language: languages,
  currency: ["EUR", "CHF"] satisfies readonly Currency[],
  "settings.security.twoFactorPolicy": [
    "optional",
    "required_admins",
    "required_all",
  ] satisfies readonly TwoFactorPolicy[],
} as const;

/** All editable fields of an organization, by path. */
export const fieldKinds = {
  name: "line",
  type: "choice",
  country: "choice",
  verifiedAt: "moment",
  timezone: "zone",
  language: "choice",
  currency: "choice",
  address: "lines",
  phone: "phone",
  email: "email",
  supportEmail: "email",
  website: "url",
  domain: "line",
  headquarters: "line",
  description: "lines",
  industry: "line",
  size: "line",
  founded: "line",
  registrationNumber: "line",
  billingEmail: "email",
  taxId: "line",
  fiscalYear: "line",
  "technicalContact.name": "line",
  "technicalContact.email": "email",
  "technicalContact.phone": "phone",
  "adminContact.name": "line",
  "adminContact.email": "email",
  "adminContact.phone": "phone",
  "billingContact.name": "line",
  "billingContact.email": "email",
  "billingContact.phone": "phone",
  "settings.security.twoFactorPolicy": "choice",
  "settings.security.sessionIdleMinutes": "number",
  "settings.security.sessionHours": "number",
  "settings.security.allowRememberMe": "switch",
  "settings.notification.members": "switch",
  "settings.notification.roles": "switch",
  "settings.notification.security": "switch",
  "settings.integration.allowApplications": "switch",
  "settings.advanced.invitationDays": "number",
  "settings.advanced.externalAccessDays": "number",
} as const satisfies Record<string, FieldKind>;

export type FieldPath = keyof typeof fieldKinds;

/** Required fields. */
const required: ReadonlySet<FieldPath> = new Set([
  "name",
  "type",
  "country",
  "timezone",
  "language",
  "currency",
]);

/** Returns whether the field may be empty. */
export function isOptional(path: FieldPath): boolean {
  return !required.has(path) && !path.startsWith("settings.");
}

/** Fields grouped under a heading. */
export interface FieldSection {
  readonly key:
    | "organization"
    | "reach"
    | "about"
    | "region"
    | "technicalContact"
    | "adminContact"
    | "billingContact"
    | "signIn"
    | "sessions"
    | "invoices"
    | "news"
    | "applications"
    | "periods";
  readonly fields: readonly FieldPath[];
}

const contact = (key: "technicalContact" | "adminContact" | "billingContact"): FieldSection => ({
  key,
  fields: [`${key}.name`, `${key}.email`, `${key}.phone`],
});

/** Sections of the details tab. Only the platform may change type, country and verification. */
export function detailSections(isPlatform: boolean): readonly FieldSection[] {
  return [
    { key: "organization", fields: isPlatform ? ["name", "type", "country", "verifiedAt"] : ["name"] },
    {
      key: "reach",
      fields: ["address", "headquarters", "phone", "email", "website", "domain"],
    },
    {
      key: "about",
      fields: ["description", "industry", "size", "founded", "registrationNumber"],
    },
  ];
}

export const settingGroups = [
  "general",
  "security",
  "billing",
  "notification",
  "integration",
  "advanced",
] as const;
export type SettingGroup = (typeof settingGroups)[number];

/** The settings in six groups, as in the contract's schema. */
export const settingSections: Readonly<Record<SettingGroup, readonly FieldSection[]>> = {
  general: [
    { key: "organization", fields: ["name"] },
    { key: "region", fields: ["timezone", "language", "currency"] },
    { key: "reach", fields: ["address", "phone", "email", "supportEmail"] },
    contact("technicalContact"),
    contact("adminContact"),
  ],
  security: [
    { key: "signIn", fields: ["settings.security.twoFactorPolicy"] },
    {
      key: "sessions",
      fields: [
        "settings.security.sessionIdleMinutes",
        "settings.security.sessionHours",
        "settings.security.allowRememberMe",
      ],
    },
  ],
  billing: [{ key: "invoices", fields: ["billingEmail", "taxId", "fiscalYear"] }, contact("billingContact")],
  notification: [
    {
      key: "news",
      fields: [
        "settings.notification.members",
        "settings.notification.roles",
        "settings.notification.security",
      ],
    },
  ],
  integration: [{ key: "applications", fields: ["settings.integration.allowApplications"] }],
  advanced: [
    {
      key: "periods",
      fields: ["settings.advanced.invitationDays", "settings.advanced.externalAccessDays"],
    },
  ],
};

export function fieldsOf(sections: readonly FieldSection[]): readonly FieldPath[] {
  return sections.flatMap(({ fields }) => fields);
}
