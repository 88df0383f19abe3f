import * as z from "zod/mini";
import * as aiPolicy from "./ai/policy.schema.ts";
import * as aiGateway from "./ai/gateway.schema.ts";
import * as aiProviderTest from "./ai/provider-test.schema.ts";
import * as aiInstruction from "./ai-instruction/ai-instruction.schema.ts";
import * as aiTemplates from "./ai-templates/ai-templates.schema.ts";
import * as aiProviders from "./ai/providers.schema.ts";
import * as openaiCompatible from "./ai/openai-compatible.schema.ts";
import * as audit from "./audit/audit.schema.ts";
import * as auth from "./auth/auth.schema.ts";
import * as backgroundWork from "./background-work/background-work.schema.ts";
import * as billing from "./billing/billing.schema.ts";
import * as cloudSync from "./cloud-sync/cloud-sync.schema.ts";
import * as departments from "./departments/departments.schema.ts";
import * as emergencyCode from "./emergency-code/emergency-code.schema.ts";
import * as evidence from "./evidence/evidence.schema.ts";
import * as workstation from "./workstation/workstation.schema.ts";
import type { Schema } from "./endpoint.ts";
import * as errors from "./errors.ts";
import * as identifiers from "./identifiers.ts";
import * as billingProfile from "./invoices/billing-profile.schema.ts";
import * as invoiceRuns from "./invoices/invoice-runs.schema.ts";
import * as invoices from "./invoices/invoices.schema.ts";
import * as operatorProfile from "./invoices/operator-profile.schema.ts";
import * as legacy from "./legacy/legacy.schema.ts";
import * as members from "./members/members.schema.ts";
import * as notifications from "./notifications/notifications.schema.ts";
import * as orgTokens from "./org-tokens/org-tokens.schema.ts";
import * as organizationChanges from "./organizations/organization-changes.schema.ts";
import * as organizationSettings from "./organizations/organization-settings.schema.ts";
import * as organizations from "./organizations/organizations.schema.ts";
import * as pagination from "./pagination.ts";
import * as passkeys from "./passkeys/passkeys.schema.ts";
import * as passwordReset from "./password-reset/password-reset.schema.ts";
import * as payments from "./payments/payments.schema.ts";
import * as preferences from "./preferences/preferences.schema.ts";
import * as roleSchemas from "./role-schema.ts";
import * as sessions from "./sessions/sessions.schema.ts";
import * as setup from "./setup/setup.endpoints.ts";
import * as sites from "./sites/sites.schema.ts";
import * as reviews from "./reviews/reviews.schema.ts";
import * as staff from "./staff/staff.schema.ts";
import * as start from "./start/start.schema.ts";
import * as tenantExport from "./tenant-export/tenant-export.schema.ts";
import * as erasedTenants from "./tenants/erased-tenants.schema.ts";
import * as tenantNotice from "./tenants/notice.schema.ts";
import * as provisioning from "./tenants/provisioning.schema.ts";
import * as tenantPlans from "./tenants/plans.schema.ts";
import * as tenantSubscription from "./tenants/subscription.schema.ts";
import * as tenant from "./tenants/tenant.schema.ts";
import * as tenants from "./tenants/tenants.schema.ts";
import * as twoFactor from "./two-factor/two-factor.schema.ts";
import * as usage from "./usage/usage.schema.ts";
import * as userSecurity from "./user-security/user-security.schema.ts";
import * as directory from "./users/directory.schema.ts";
import * as transfer from "./users/transfer.schema.ts";
import * as ownActivity from "./users/users.endpoints.ts";
import * as users from "./users/users.schema.ts";
import * as validation from "./validation.ts";
import * as webhookDeliveries from "./webhooks/webhook-deliveries.schema.ts";
import * as webhooks from "./webhooks/webhooks.schema.ts";
import * as workstations from "./workstations/workstations.schema.ts";

const modules: readonly { readonly [name: string]: unknown }[] = [
  aiGateway,
  aiInstruction,
  aiPolicy,
  aiProviders,
  aiProviderTest,
  aiTemplates,
  audit,
  auth,
  backgroundWork,
  billing,
  billingProfile,
  invoiceRuns,
  invoices,
  operatorProfile,
  payments,
  cloudSync,
  departments,
  emergencyCode,
  evidence,
  errors,
  identifiers,
  legacy,
  members,
  notifications,
  openaiCompatible,
  orgTokens,
  organizationChanges,
  organizationSettings,
  organizations,
  ownActivity,
  pagination,
  passkeys,
  passwordReset,
  preferences,
  erasedTenants,
  tenantNotice,
  provisioning,
  roleSchemas,
  sessions,
  setup,
  sites,
  reviews,
  staff,
  start,
  tenantPlans,
  tenant,
  tenantExport,
  tenants,
  tenantSubscription,
  transfer,
  twoFactor,
  usage,
  userSecurity,
  directory,
  users,
  validation,
  webhookDeliveries,
  webhooks,
  workstation,
  workstations,
];

/** An exported schema is named after its export: `userSchema` is `User`. */
const exportPattern = /^([a-z])(\w*)Schema$/;

/**
 * The exported schemas by their name in the OpenAPI document. The names are read from the exports, so that each is
 * written once, at its declaration. Throws if two schemas have the same name.
 */
export const schemasByName: ReadonlyMap<string, Schema> = namedSchemasOf(modules);

/** The same names for zod. A registry and not `.meta({ id })`: the browser loads the schemas and needs no names. */
export const schemaNames: z.core.$ZodRegistry<{ id: string }, Schema> = z.registry<{ id: string }, Schema>();
for (const [id, schema] of schemasByName) schemaNames.add(schema, { id });

function namedSchemasOf(
  sources: readonly { readonly [name: string]: unknown }[],
): ReadonlyMap<string, Schema> {
  const named = new Map<string, Schema>();
  for (const source of sources) {
    for (const [exported, value] of Object.entries(source)) {
      const [, first = "", rest = ""] = exportPattern.exec(exported) ?? [];
      if (first === "" || !isSchema(value)) continue;
      const name = first.toUpperCase() + rest;
      if (named.has(name)) throw new Error(`Two schemas are called ${exported}`);
      named.set(name, value);
    }
  }
  return named;
}

function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && "_zod" in value;
}
