import type * as evidence from "@praxisportal/contract/evidence/evidence.endpoints";
import type {
  EvidenceFolder,
  EvidenceFormat,
  EvidenceList,
  EvidenceSection,
} from "@praxisportal/contract/evidence/evidence.schema";
import { queryOptions } from "@tanstack/react-query";
import { organizationKeys } from "../../entities/organization/organization-keys.ts";
import { call } from "../../platform/api-client/call.ts";
import { downloadFile } from "../../platform/api-client/download-file.ts";
import { inOrganization } from "../../platform/api-client/in-organization.ts";
import { route } from "../../platform/api-client/route.ts";

export type { EvidenceFolder, EvidenceFormat, EvidenceList, EvidenceSection };

const path = "/api/tenant/organizations/{id}/evidence";
const listRoute = route<typeof evidence.listEvidence>()("evidence.list", "GET", path);
const createRoute = route<typeof evidence.createEvidence>()("evidence.create", "POST", path);
const cancelRoute = route<typeof evidence.cancelEvidence>()(
  "evidence.cancel",
  "POST",
  `${path}/{folderId}/cancel`,
);
const fileRoute = route<typeof evidence.downloadEvidence>()(
  "evidence.download",
  "GET",
  `${path}/{folderId}/file`,
);

/** Live updates would be too slow: they arrive at most every 1.5 s, and a folder usually takes 3 s. */
const pollIntervalMs = 1_000;

export function isInProgress({ state }: EvidenceFolder): boolean {
  return state === "queued" || state === "running";
}

/** Returns the query for the evidence folders of an organization, polled while one is in progress. */
export function evidenceQuery(organizationId: string) {
  return queryOptions({
    queryKey: organizationKeys.evidence(organizationId),
    queryFn: ({ signal }) => call(listRoute, { ...inOrganization(organizationId), signal }),
    refetchInterval: ({ state: { data } }) => (data?.folders.some(isInProgress) ? pollIntervalMs : false),
  });
}

/** @throws ApiError EVIDENCE_RUNNING. */
export function createEvidenceFolder(
  organizationId: string,
  years: 1 | 2 | 3,
  idempotencyKey: string,
): Promise<EvidenceFolder> {
  return call(createRoute, { ...inOrganization(organizationId), body: { years }, idempotencyKey });
}

/** @throws ApiError CONFLICT when it is no longer in progress. */
export function cancelEvidenceFolder(organizationId: string, folderId: string): Promise<EvidenceFolder> {
  const { headers } = inOrganization(organizationId);
  return call(cancelRoute, { params: { id: organizationId, folderId }, headers });
}

/** Saves a file of a folder. @throws ApiError NOT_FOUND when it was deleted. */
export async function saveEvidenceFile(
  organizationId: string,
  folderId: string,
  format: EvidenceFormat,
): Promise<void> {
  const { headers } = inOrganization(organizationId);
  await downloadFile(fileRoute, { params: { id: organizationId, folderId }, query: { format }, headers });
}
