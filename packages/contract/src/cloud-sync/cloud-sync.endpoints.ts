import { audited, defineEndpoint, notAudited } from "../endpoint.ts";
import { idParams } from "../identifiers.ts";
import { changeCloudSyncSchema, cloudSyncSchema } from "./cloud-sync.schema.ts";

const path = "/api/tenant/organizations/{id}/cloud-sync";
const access = { who: "role:super_admin|org_admin", scope: "own" } as const;

/** Returns the schedule of an organization's cloud sync and the result of its last run. */
export const getCloudSync = defineEndpoint({
  name: "cloudSync.get",
  summary: "Get the cloud sync of a tenant",
  method: "GET",
  path,
  access,
  audit: notAudited("a read"),
  organizationFrom: "path",
  params: idParams,
  responses: { 200: cloudSyncSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_MISMATCH"],
});

/**
 * Sets the schedule and the public key for which archives are encrypted; only the owner of the private key can decrypt
 * them. All org_admins are notified. Existing archives keep their key. Errors: 409 CLOUD_SYNC_NOT_READY for a schedule
 * without a key, or if the operator has configured no storage, 412.
 */
export const changeCloudSync = defineEndpoint({
  name: "cloudSync.change",
  summary: "Change the cloud sync of a tenant",
  method: "PUT",
  path,
  access,
  audit: audited("organization.sync_changed"),
  organizationFrom: "path",
  params: idParams,
  body: changeCloudSyncSchema,
  responses: { 200: cloudSyncSchema },
  errors: [
    "NOT_FOUND",
    "ORGANIZATION_MISMATCH",
    "CLOUD_SYNC_NOT_READY",
    "PRECONDITION_FAILED",
    "STEP_UP_REQUIRED",
  ],
});

/**
 * Requests a sync, which begins within seconds. Errors: 409 CLOUD_SYNC_RUNNING while one is queued or running,
 * CLOUD_SYNC_NOT_READY without a key, or if the operator has configured no storage.
 */
export const startCloudSync = defineEndpoint({
  name: "cloudSync.start",
  summary: "Start a cloud sync of a tenant",
  method: "POST",
  path,
  access,
  rateLimit: "changes",
  audit: audited("organization.sync_requested"),
  organizationFrom: "path",
  params: idParams,
  responses: { 202: cloudSyncSchema },
  errors: ["NOT_FOUND", "ORGANIZATION_MISMATCH", "CLOUD_SYNC_NOT_READY", "CLOUD_SYNC_RUNNING"],
});
