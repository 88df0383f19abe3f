import { audited, defineEndpoint, none } from "../endpoint.ts";
import { idParams } from "../identifiers.ts";
import { auditExportQuery, auditListQuery, auditPageSchema, chainCheckSchema } from "./audit.schema.ts";

const auditors = { who: "role:super_admin|org_admin | permission:audit:read", scope: "own" } as const;
const operator = { who: "role:super_admin", scope: "platform" } as const;
const read = none("a read of the log; who may read it stands in the log");
const check = none("reads the log and changes nothing");

/** Returns the audit log of an organization, newest first. */
export const listAudit = defineEndpoint({
  name: "audit.list",
  summary: "Audit log of a practice",
  method: "GET",
  path: "/api/tenant/organizations/{id}/audit",
  access: auditors,
  audit: read,
  practice: "path",
  params: idParams,
  query: auditListQuery,
  responses: { 200: auditPageSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_MISMATCH"],
});

/** Exports all matching entries, newest first, as a file. */
export const exportAudit = defineEndpoint({
  name: "audit.export",
  summary: "Audit log of a practice as a file",
  method: "GET",
  path: "/api/tenant/organizations/{id}/audit/export",
  access: auditors,
  perPerson: "changes",
  audit: audited("audit.exported"),
  practice: "path",
  params: idParams,
  query: auditExportQuery,
  responses: { 200: null },
  file: true,
  errors: ["NOT_FOUND", "ORGANIZATION_MISMATCH"],
});

/** Verifies the entire chain of an organization and reports whether every entry is unchanged. */
export const verifyAudit = defineEndpoint({
  name: "audit.verify",
  summary: "Check the audit log of a practice",
  method: "POST",
  path: "/api/tenant/organizations/{id}/audit/verify",
  access: auditors,
  audit: check,
  practice: "path",
  params: idParams,
  responses: { 200: chainCheckSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_MISMATCH"],
});

/** Returns the audit log of the platform itself. */
export const listPlatformAudit = defineEndpoint({
  name: "audit.listPlatform",
  summary: "Audit log of the platform",
  method: "GET",
  path: "/api/tenant/audit",
  access: operator,
  audit: read,
  query: auditListQuery,
  responses: { 200: auditPageSchema },
  errors: [],
});

export const exportPlatformAudit = defineEndpoint({
  name: "audit.exportPlatform",
  summary: "Audit log of the platform as a file",
  method: "GET",
  path: "/api/tenant/audit/export",
  access: operator,
  perPerson: "changes",
  audit: audited("audit.exported"),
  query: auditExportQuery,
  responses: { 200: null },
  file: true,
  errors: [],
});

export const verifyPlatformAudit = defineEndpoint({
  name: "audit.verifyPlatform",
  summary: "Check the audit log of the platform",
  method: "POST",
  path: "/api/tenant/audit/verify",
  access: operator,
  audit: check,
  responses: { 200: chainCheckSchema },
  errors: [],
});
