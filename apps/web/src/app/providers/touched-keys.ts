import { invoiceKeys } from "../../entities/invoice/invoice-keys.ts";
import { organizationKeys, type Scope, tenantKeys } from "../../entities/organization/organization-keys.ts";
import { personKeys } from "../../entities/person/person-keys.ts";
import { providerKeys } from "../../entities/provider/provider.api.ts";
import { usageKeys } from "../../entities/quota/usage-keys.ts";
import type { EventData } from "../../platform/realtime/frames.ts";

type QueryKey = readonly unknown[];

/** Returns the keys that an event touches, from the selected organization and the ids in the event. */
type Touches = (scope: Scope, ids: EventData) => readonly QueryKey[];

const onePerson: Touches = (scope, { userId }) => [
  typeof userId === "string" ? personKeys.one(scope, userId) : personKeys.all(scope),
];

// The statistics contain the recent activity, which lists every kind of change.
const person: Touches = (scope, ids) => [
  ...onePerson(scope, ids),
  personKeys.lists(scope),
  personKeys.statistics(scope),
  organizationKeys.statistics(scope),
  organizationKeys.licences(scope),
  organizationKeys.operations(scope),
  organizationKeys.lists,
  tenantKeys.overview,
];

// Changes after which more or fewer seats may be taken, or somebody comes or goes.
const seats: Touches = (scope, ids) => [
  ...person(scope, ids),
  personKeys.board(scope),
  tenantKeys.statistics,
  tenantKeys.lists,
  tenantKeys.details,
  tenantKeys.usage,
];

const ai: Touches = (scope) => [
  providerKeys.providers(scope),
  providerKeys.models(scope),
  organizationKeys.audit(scope),
];

// Providers and models say whether they are stopped.
const aiSwitches: Touches = (scope) => [
  providerKeys.switches(scope),
  providerKeys.providers(scope),
  providerKeys.models(scope),
  organizationKeys.audit(scope),
];

const aiTemplates: Touches = (scope) => [providerKeys.templates(scope), organizationKeys.audit(scope)];

// Drafts say what they still need, and how they will be paid.
const billingProfile: Touches = (scope) => [organizationKeys.billingProfile(scope), invoiceKeys.all];

/** What an event touches, by its type or by the part of the type before the dot. */
const touches: Readonly<Partial<Record<string, Touches>>> = {
  "ai.policy_changed": (scope, ids) => [providerKeys.policy(scope), ...ai(scope, ids)],
  "ai.stopped": aiSwitches,
  "ai.stop_repeated": aiSwitches,
  "ai.resumed": aiSwitches,
  "ai.instruction_confirmed": (scope) => [providerKeys.instruction(scope), organizationKeys.audit(scope)],
  "ai.template_created": aiTemplates,
  "ai.template_changed": aiTemplates,
  "ai.template_removed": aiTemplates,
  ai,
  auth: (scope, ids) => [...onePerson(scope, ids), organizationKeys.statistics(scope)],
  "billing.run_progressed": () => [invoiceKeys.summary, invoiceKeys.runs, invoiceKeys.lists],
  billing: (scope) => [usageKeys.one(scope), organizationKeys.statistics(scope)],
  "billing.profile_changed": billingProfile,
  "billing.mandate_changed": billingProfile,
  demo: (scope) => [organizationKeys.one(scope), usageKeys.one(scope), tenantKeys.all],
  // Lists of people show and filter by department.
  department: (scope) => [
    organizationKeys.departments(scope),
    organizationKeys.statistics(scope),
    personKeys.all(scope),
  ],
  invoice: (scope) => [organizationKeys.invoices(scope), invoiceKeys.all],
  member: seats,
  organization: (scope) => [
    organizationKeys.details(scope),
    organizationKeys.billingProfile(scope),
    organizationKeys.licences(scope),
    organizationKeys.statistics(scope),
    organizationKeys.lists,
    tenantKeys.statistics,
    tenantKeys.overview,
    tenantKeys.lists,
    tenantKeys.details,
    tenantKeys.limits,
    tenantKeys.usage,
    tenantKeys.billing,
  ],
  subscription: () => [tenantKeys.billing],
  // Also the first news of a new organization. The switcher reads the names when it is opened.
  "organization.provisioning_changed": () => [
    organizationKeys.lists,
    tenantKeys.statistics,
    tenantKeys.lists,
    tenantKeys.provisioning,
  ],
  "organization.sync_progressed": () => [tenantKeys.details],
  review: (scope) => [organizationKeys.reviews(scope), organizationKeys.operations(scope)],
  session: person,
  evidence: (scope) => [organizationKeys.evidence(scope)],
  site: (scope) => [organizationKeys.sites(scope), organizationKeys.statistics(scope)],
  staff: seats,
  "user.role_changed": person,
  "user.site_changed": (scope, ids) => [organizationKeys.sites(scope), ...person(scope, ids)],
  usage: (scope) => [
    usageKeys.one(scope),
    organizationKeys.statistics(scope),
    tenantKeys.lists,
    tenantKeys.details,
    tenantKeys.usage,
    tenantKeys.billing,
  ],
  user: seats,
  webhook: (scope) => [organizationKeys.webhooks(scope)],
  workstation: (scope) => [organizationKeys.workstations(scope), organizationKeys.statistics(scope)],
};

/** Everything that live updates can touch. */
export function allKeys(scope: Scope): readonly QueryKey[] {
  return [
    organizationKeys.one(scope),
    organizationKeys.lists,
    organizationKeys.names,
    usageKeys.one(scope),
    tenantKeys.all,
    invoiceKeys.all,
  ];
}

/** Returns the keys that the event touches; all of them if the type is from a newer server. */
export function touchedKeys(scope: Scope, data: EventData): readonly QueryKey[] {
  const type = typeof data["type"] === "string" ? data["type"] : "";
  const row = touches[type] ?? touches[type.slice(0, type.indexOf("."))];
  return row?.(scope, data) ?? allKeys(scope);
}
