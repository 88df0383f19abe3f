import { audited, defineEndpoint } from "../endpoint.ts";
import { idParams } from "../identifiers.ts";
import { tenantExportQuery } from "./tenant-export.schema.ts";

/**
 * Exports all data of a tenant as a file named after the tenant. The JSON document has the sections with one row per
 * line, and at the end a manifest with count and SHA-256 of each section. The archive is a ZIP file with the rows of
 * each section as `sections/<name>.ndjson`, `schema.json` (JSON Schema of the rows), the invoices as files and
 * `manifest.json`. Neither contains secrets, password or token hashes, or data of other organizations. All org_admins
 * are notified. Only one export of a tenant runs at a time.
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
  query: tenantExportQuery,
  responses: { 200: null },
  file: true,
  fileTypes: ["application/json", "application/zip"],
  errors: ["NOT_FOUND", "ORGANIZATION_MISMATCH", "STEP_UP_REQUIRED"],
});
