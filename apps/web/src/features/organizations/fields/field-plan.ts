import { countries } from "@praxisportal/contract/sites/site-number.rules";
import { languages } from "@praxisportal/contract/languages";
import type { currencies } from "@praxisportal/contract/organizations/organization-settings.schema";
import type { TwoFactorPolicy } from "@praxisportal/contract/two-factor/two-factor.schema";
import { practiceTypes } from "../use-practice-kinds.ts";

type Currency = (typeof currencies)[number];

/** How a field of a practice is typed in. `moment` is a yes or no that is kept as the time of the yes. */
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

// The schemas stay out of this page; a test compares these lists with theirs.
export const choices = {
  type: practiceTypes,
  country: countries,
  language: languages,
  currency: ["EUR", "CHF"] satisfies readonly Currency[],
  "settings.security.twoFactorPolicy": [
    "optional",
    "required_admins",
    "required_all",
  ] satisfies readonly TwoFactorPolicy[],
} as const;

/** Every field a practice can be changed by, by its path in the entity. */
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
  logo: "url",
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

/** Fields that may not be left empty. */
const needed: ReadonlySet<FieldPath> = new Set([
  "name",
  "type",
  "country",
  "timezone",
  "language",
  "currency",
]);

/** Whether an empty field says that there is none. */
export function isOptional(path: FieldPath): boolean {
  return !needed.has(path) && !path.startsWith("settings.");
}

/** Fields that stand together under a heading of their own. */
export interface FieldSection {
  readonly key:
    | "practice"
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

/** What the details tab changes. Kind, country and whether somebody checked it are the platform's. */
export function detailSections(isPlatform: boolean): readonly FieldSection[] {
  return [
    { key: "practice", fields: isPlatform ? ["name", "type", "country", "verifiedAt"] : ["name"] },
    {
      key: "reach",
      fields: ["address", "headquarters", "phone", "email", "website", "domain"],
    },
    {
      key: "about",
      fields: ["description", "industry", "size", "founded", "registrationNumber", "logo"],
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

/** The settings in their six groups, as the schema of the contract has them. */
export const settingSections: Readonly<Record<SettingGroup, readonly FieldSection[]>> = {
  general: [
    { key: "practice", fields: ["name"] },
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

/** All fields of some sections. */
export function fieldsOf(sections: readonly FieldSection[]): readonly FieldPath[] {
  return sections.flatMap(({ fields }) => fields);
}
