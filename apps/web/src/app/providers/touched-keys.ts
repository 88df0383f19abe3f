import { invoiceKeys } from "../../entities/invoice/invoice-keys.ts";
import { organizationKeys, type Scope, tenantKeys } from "../../entities/organization/organization-keys.ts";
import { personKeys } from "../../entities/person/person-keys.ts";
import { providerKeys } from "../../entities/provider/provider.api.ts";
import { usageKeys } from "../../entities/quota/usage-keys.ts";
import type { EventData } from "../../platform/realtime/frames.ts";
import { allKeys, type QueryKey } from "./all-keys.ts";

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
  organizationKeys.licenses(scope),
  organizationKeys.operations(scope),
  organizationKeys.lists,
  tenantKeys.overview,
];

// Changes that may take or free seats, or that begin or end a membership.
const seats: Touches = (scope, ids) => [
  ...person(scope, ids),
  personKeys.board(scope),
  tenantKeys.statistics,
  tenantKeys.lists,
  tenantKeys.details,
  tenantKeys.usage,
  tenantKeys.use,
];

// A change of one provider changes its models. Other changes affect which models an organization can use.
function models(scope: Scope, { provider }: EventData): readonly QueryKey[] {
  const modelKeys = providerKeys.models(scope);
  if (typeof provider === "string") return [[...modelKeys, provider]];
  return scope === null ? [] : [modelKeys];
}

const ai: Touches = (scope, ids) => [
  providerKeys.providers(scope),
  ...models(scope, ids),
  organizationKeys.audit(scope),
];

// Providers and models contain their stop state.
const aiSwitches: Touches = (scope, ids) => [providerKeys.switches(scope), ...ai(scope, ids)];

// Drafts contain their missing details and the payment method.
const billingProfile: Touches = () => [tenantKeys.account, invoiceKeys.current];

// The payment may come from a bank statement.
const payment: Touches = (scope) => [
  organizationKeys.invoices(scope),
  invoiceKeys.current,
  invoiceKeys.entries,
];

/** Data that an event touches, by its type or by the part of the type before the last underscore or the dot. */
const touches: Readonly<Partial<Record<string, Touches>>> = {
  "ai.policy_changed": (scope, ids) => [providerKeys.policy(scope), ...ai(scope, ids)],
  "ai.stopped": aiSwitches,
  "ai.stop_repeated": aiSwitches,
  "ai.resumed": aiSwitches,
  "ai.instruction_confirmed": (scope) => [providerKeys.instruction(scope), organizationKeys.audit(scope)],
  "ai.template": (scope) => [providerKeys.templates(scope), organizationKeys.audit(scope)],
  ai,
  auth: (scope, ids) => [...onePerson(scope, ids), organizationKeys.statistics(scope)],
  // The summary contains the newest run, and the list of runs is read when there is a newer one.
  "billing.run_progressed": () => [invoiceKeys.summary, invoiceKeys.lists],
  "billing.quota": (scope) => [usageKeys.quota(scope), organizationKeys.statistics(scope)],
  "billing.profile": billingProfile,
  "billing.mandate": billingProfile,
  demo: (scope) => [organizationKeys.one(scope), usageKeys.one(scope), tenantKeys.all],
  // Lists of people show and filter by department.
  department: (scope) => [
    organizationKeys.departments(scope),
    organizationKeys.statistics(scope),
    personKeys.all(scope),
  ],
  invoice: (scope) => [organizationKeys.invoices(scope), invoiceKeys.current],
  "invoice.payment": payment,
  "invoice.paid": payment,
  member: seats,
  organization: (scope) => [
    organizationKeys.details(scope),
    organizationKeys.licenses(scope),
    organizationKeys.statistics(scope),
    organizationKeys.lists,
    tenantKeys.statistics,
    tenantKeys.overview,
    tenantKeys.lists,
    tenantKeys.details,
    tenantKeys.limits,
    tenantKeys.usage,
    tenantKeys.billing,
    tenantKeys.account,
  ],
  subscription: () => [tenantKeys.billing, tenantKeys.account],
  // Also the first event of a new organization. The switcher reads the names when it is opened.
  "organization.provisioning_changed": () => [
    organizationKeys.lists,
    tenantKeys.statistics,
    tenantKeys.lists,
    tenantKeys.provisioning,
  ],
  // A failed sync is reported with the tenant.
  "organization.sync": (scope) => [
    tenantKeys.cloudSync,
    tenantKeys.lists,
    tenantKeys.details,
    organizationKeys.statistics(scope),
  ],
  "organization.emergency_code": (scope) => [
    organizationKeys.emergencyCode(scope),
    organizationKeys.statistics(scope),
  ],
  review: (scope) => [organizationKeys.reviews(scope), organizationKeys.operations(scope)],
  session: person,
  evidence: (scope) => [organizationKeys.evidence(scope)],
  site: (scope) => [organizationKeys.sites(scope), organizationKeys.statistics(scope)],
  staff: seats,
  "user.role_changed": person,
  "user.site_changed": (scope, ids) => [organizationKeys.sites(scope), ...person(scope, ids)],
  usage: (scope) => [
    usageKeys.quota(scope),
    usageKeys.sums(scope),
    organizationKeys.statistics(scope),
    tenantKeys.lists,
    tenantKeys.details,
    tenantKeys.usage,
    tenantKeys.billing,
    tenantKeys.account,
  ],
  user: seats,
  webhook: (scope) => [organizationKeys.webhooks(scope)],
  workstation: (scope) => [organizationKeys.workstations(scope), organizationKeys.statistics(scope)],
};

/** Returns the keys that the event touches, or all keys if the type is from a newer server. */
export function touchedKeys(scope: Scope, data: EventData): readonly QueryKey[] {
  const type = typeof data["type"] === "string" ? data["type"] : "";
  const row =
    touches[type] ??
    touches[type.slice(0, type.lastIndexOf("_"))] ??
    touches[type.slice(0, type.indexOf("."))];
  return row?.(scope, data) ?? allKeys(scope);
}
