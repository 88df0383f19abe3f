import * as ai from "./ai/ai.endpoints.ts";
import * as aiInstruction from "./ai-instruction/ai-instruction.endpoints.ts";
import * as aiTemplates from "./ai-templates/ai-templates.endpoints.ts";
import * as audit from "./audit/audit.endpoints.ts";
import * as evidence from "./evidence/evidence.endpoints.ts";
import * as departments from "./departments/departments.endpoints.ts";
import * as workstation from "./workstation/workstation.endpoints.ts";
import * as auth from "./auth/auth.endpoints.ts";
import * as backgroundWork from "./background-work/background-work.endpoints.ts";
import * as billing from "./billing/billing.endpoints.ts";
import * as cloudSync from "./cloud-sync/cloud-sync.endpoints.ts";
import * as emergencyCode from "./emergency-code/emergency-code.endpoints.ts";
import type { Endpoint } from "./endpoint.ts";
import * as invoices from "./invoices/invoices.endpoints.ts";
import * as legacy from "./legacy/legacy.endpoints.ts";
import * as members from "./members/members.endpoints.ts";
import * as notifications from "./notifications/notifications.endpoints.ts";
import * as orgTokens from "./org-tokens/org-tokens.endpoints.ts";
import * as organizations from "./organizations/organizations.endpoints.ts";
import * as passkeys from "./passkeys/passkeys.endpoints.ts";
import * as passwordReset from "./password-reset/password-reset.endpoints.ts";
import * as payments from "./payments/payments.endpoints.ts";
import * as preferences from "./preferences/preferences.endpoints.ts";
import * as sessions from "./sessions/sessions.endpoints.ts";
import * as setup from "./setup/setup.endpoints.ts";
import * as sites from "./sites/sites.endpoints.ts";
import * as reviews from "./reviews/reviews.endpoints.ts";
import * as staff from "./staff/staff.endpoints.ts";
import * as start from "./start/start.endpoints.ts";
import * as ownData from "./own-data/own-data.endpoints.ts";
import * as tenantExport from "./tenant-export/tenant-export.endpoints.ts";
import * as tenants from "./tenants/tenants.endpoints.ts";
import * as twoFactor from "./two-factor/two-factor.endpoints.ts";
import * as userSecurity from "./user-security/user-security.endpoints.ts";
import * as usage from "./usage/usage.endpoints.ts";
import * as users from "./users/users.endpoints.ts";
import * as webhooks from "./webhooks/webhooks.endpoints.ts";
import * as workstations from "./workstations/workstations.endpoints.ts";

/**
 * All calls of the portal. The server refuses to start if one has no handler or a handler has no entry here;
 * access matrix, OpenAPI document and reference page are generated from this list.
 */
export const allEndpoints: readonly Endpoint[] = [
  auth,
  users,
  preferences,
  start,
  members,
  notifications,
  organizations,
  departments,
  evidence,
  sites,
  webhooks,
  staff,
  reviews,
  setup,
  tenants,
  backgroundWork,
  ownData,
  tenantExport,
  cloudSync,
  twoFactor,
  passkeys,
  passwordReset,
  emergencyCode,
  sessions,
  workstation,
  workstations,
  userSecurity,
  orgTokens,
  audit,
  usage,
  billing,
  invoices,
  payments,
  legacy,
  ai,
  aiInstruction,
  aiTemplates,
].flatMap((feature) => Object.values(feature).filter((value): value is Endpoint => isEndpoint(value)));

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === "object" && value !== null && "path" in value && "access" in value;
}
