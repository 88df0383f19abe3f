import type { BodyInputOf } from "@praxisportal/contract/endpoint";
import type * as cloudSync from "@praxisportal/contract/cloud-sync/cloud-sync.endpoints";
import type { CloudSync, CloudSyncSchedule } from "@praxisportal/contract/cloud-sync/cloud-sync.schema";
import { queryOptions } from "@tanstack/react-query";
import { tenantKeys } from "../../entities/organization/organization-keys.ts";
import { call } from "../../platform/api-client/call.ts";
import { inOrganization } from "../../platform/api-client/in-organization.ts";
import { route } from "../../platform/api-client/route.ts";

export type { CloudSync, CloudSyncSchedule };

const path = "/api/tenant/organizations/{id}/cloud-sync";
const statusRoute = route<typeof cloudSync.getCloudSync>()("cloudSync.get", "GET", path);
const changeRoute = route<typeof cloudSync.changeCloudSync>()("cloudSync.change", "PUT", path);
const startRoute = route<typeof cloudSync.startCloudSync>()("cloudSync.start", "POST", path);

const pollIntervalMs = 2_000;

/**
 * Returns the query for the settings and state of the cloud sync of an organization, polled while a sync is queued or
 * running.
 */
export function cloudSyncQuery(organizationId: string) {
  return queryOptions({
    queryKey: [...tenantKeys.cloudSync, organizationId],
    queryFn: ({ signal }) => call(statusRoute, { ...inOrganization(organizationId), signal }),
    refetchInterval: ({ state: { data } }) =>
      data?.state === "queued" || data?.state === "running" ? pollIntervalMs : false,
  });
}

/** @throws ApiError PRECONDITION_FAILED when another user has changed it since `version`. */
export function changeCloudSync(
  organizationId: string,
  version: number,
  body: BodyInputOf<typeof cloudSync.changeCloudSync>,
): Promise<CloudSync> {
  const { params, headers } = inOrganization(organizationId);
  return call(changeRoute, { params, headers: { ...headers, "If-Match": `"${version}"` }, body });
}

/** @throws ApiError CLOUD_SYNC_RUNNING. */
export function startCloudSync(organizationId: string): Promise<CloudSync> {
  return call(startRoute, inOrganization(organizationId));
}
