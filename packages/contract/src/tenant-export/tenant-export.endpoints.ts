import { audited, defineEndpoint } from "../endpoint.ts";
import { idParams } from "../identifiers.ts";

/**
 * Exports all data of a tenant as a JSON file named after it: its sections with one row per line, and at the end a
 * manifest with count and SHA-256 of each section. It contains no secrets, no password or token hashes, and nothing of
 * other organizations. All org_admins are notified.
 */
export const exportTenant = defineEndpoint({
  name: "tenants.export",
  summary: "Export all data of a tenant",
  method: "GET",
  path: "/api/tenant/organizations/{id}/export",
  access: { who: "role:super_admin|org_admin", scope: "own" },
  rateLimit: "changes",
  audit: audited("organization.exported"),
  organizationFrom: "path",
  params: idParams,
  responses: { 200: null },
  file: true,
  fileTypes: ["application/json"],
  errors: ["NOT_FOUND", "ORGANIZATION_MISMATCH", "STEP_UP_REQUIRED"],
});
