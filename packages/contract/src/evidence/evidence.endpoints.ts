import * as z from "zod/mini";
import { audited, defineEndpoint, notAudited } from "../endpoint.ts";
import { idParams, uuidSchema } from "../identifiers.ts";
import {
  createEvidenceSchema,
  evidenceFileQuery,
  evidenceFolderSchema,
  evidenceListSchema,
} from "./evidence.schema.ts";

const path = "/api/tenant/organizations/{id}/evidence";
const access = { who: "role:super_admin|org_admin", scope: "own" } as const;
const folderParams = z.strictObject({ id: uuidSchema, folderId: uuidSchema });

/** Returns the newest 20 evidence folders of an organization with their progress. */
export const listEvidence = defineEndpoint({
  name: "evidence.list",
  summary: "List the evidence folders of an organization",
  method: "GET",
  path,
  access,
  audit: notAudited("a read"),
  organizationFrom: "path",
  params: idParams,
  responses: { 200: evidenceListSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_MISMATCH"],
});

/**
 * Requests an evidence folder, which begins within seconds: a PDF and a ZIP that document how access is managed, for
 * the given number of years. All org_admins are notified when it is ready; its files are deleted after 24 hours.
 * Errors: 409 EVIDENCE_RUNNING while one is being made.
 */
export const createEvidence = defineEndpoint({
  name: "evidence.create",
  summary: "Create an evidence folder of an organization",
  method: "POST",
  path,
  access,
  rateLimit: "changes",
  audit: audited("evidence.requested"),
  organizationFrom: "path",
  params: idParams,
  body: createEvidenceSchema,
  responses: { 202: evidenceFolderSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_MISMATCH", "EVIDENCE_RUNNING", "STEP_UP_REQUIRED"],
  replay: "resource",
});

/** Cancels an evidence folder. Errors: 409 CONFLICT if it is not being made. */
export const cancelEvidence = defineEndpoint({
  name: "evidence.cancel",
  summary: "Cancel an evidence folder that is being made",
  method: "POST",
  path: `${path}/{folderId}/cancel`,
  access,
  audit: audited("evidence.cancelled"),
  organizationFrom: "path",
  params: folderParams,
  responses: { 200: evidenceFolderSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_MISMATCH", "CONFLICT"],
});

/**
 * Returns a file of an evidence folder. Errors: 404 if the folder is not complete, or was completed more than
 * 24 hours ago.
 */
export const downloadEvidence = defineEndpoint({
  name: "evidence.download",
  summary: "Download a file of an evidence folder",
  method: "GET",
  path: `${path}/{folderId}/file`,
  access,
  rateLimit: "changes",
  audit: audited("evidence.downloaded"),
  organizationFrom: "path",
  params: folderParams,
  query: evidenceFileQuery,
  responses: { 200: null },
  file: true,
  fileTypes: ["application/pdf", "application/zip"],
  errors: ["NOT_FOUND", "ORGANIZATION_MISMATCH", "STEP_UP_REQUIRED"],
});
