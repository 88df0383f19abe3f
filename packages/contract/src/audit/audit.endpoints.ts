import { audited, defineEndpoint, notAudited } from "../endpoint.ts";
import { idParams } from "../identifiers.ts";
import { auditExportQuery, auditListQuery, auditPageSchema, chainCheckSchema } from "./audit.schema.ts";

const auditors = { who: "role:super_admin|org_admin | permission:audit:read", scope: "own" } as const;
const operator = { who: "role:super_admin", scope: "platform" } as const;
const readAudit = notAudited("a read of the log; grants of that right are audited");
const check = notAudited("reads the log and changes nothing");

/** Returns the audit log of an organization, newest first. */
export const listAudit = defineEndpoint({
  name: "audit.list",
  summary: "List the audit log of an organization",
  method: "GET",
  path: "/api/tenant/organizations/{id}/audit",
  access: auditors,
  audit: readAudit,
  organizationFrom: "path",
  params: idParams,
  query: auditListQuery,
  responses: { 200: auditPageSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_MISMATCH"],
});

/** Exports all matching entries, newest first, as a file; the JSON is an {@link AuditFile}. */
export const exportAudit = defineEndpoint({
  name: "audit.export",
  summary: "Export the audit log of an organization",
  method: "GET",
  path: "/api/tenant/organizations/{id}/audit/export",
  access: auditors,
  rateLimit: "changes",
  audit: audited("audit.exported"),
  organizationFrom: "path",
  params: idParams,
  query: auditExportQuery,
  responses: { 200: null },
  file: true,
  errors: ["NOT_FOUND", "ORGANIZATION_MISMATCH"],
});

/** Verifies the entire chain of an organization and reports whether every entry is unchanged. */
export const verifyAudit = defineEndpoint({
  name: "audit.verify",
  summary: "Verify the audit log of an organization",
  method: "POST",
  path: "/api/tenant/organizations/{id}/audit/verify",
  access: auditors,
  audit: check,
  organizationFrom: "path",
  params: idParams,
  responses: { 200: chainCheckSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_MISMATCH"],
});

/** Returns the audit log of the platform itself. */
export const listPlatformAudit = defineEndpoint({
  name: "audit.listPlatform",
  summary: "List the audit log of the platform",
  method: "GET",
  path: "/api/tenant/audit",
  access: operator,
  audit: readAudit,
  query: auditListQuery,
  responses: { 200: auditPageSchema },
  errors: [],
});

export const exportPlatformAudit = defineEndpoint({
  name: "audit.exportPlatform",
  summary: "Export the audit log of the platform",
  method: "GET",
  path: "/api/tenant/audit/export",
  access: operator,
  rateLimit: "changes",
  audit: audited("audit.exported"),
  query: auditExportQuery,
  responses: { 200: null },
  file: true,
  errors: [],
});

export const verifyPlatformAudit = defineEndpoint({
  name: "audit.verifyPlatform",
  summary: "Verify the audit log of the platform",
  method: "POST",
  path: "/api/tenant/audit/verify",
  access: operator,
  audit: check,
  responses: { 200: chainCheckSchema },
  errors: [],
});
