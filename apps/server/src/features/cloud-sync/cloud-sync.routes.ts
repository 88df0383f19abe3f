import * as endpoints from "@praxisportal/contract/cloud-sync/cloud-sync.endpoints";
import type { Registrar } from "../../platform/http/registrar.ts";
import { authorize } from "../../platform/request-context/authorized.ts";
import { mayManageCloudSync } from "./cloud-sync.policy.ts";
import type { CloudSyncService } from "./cloud-sync.service.ts";

/** Registers the calls of the cloud sync of an organization. */
export function registerCloudSyncRoutes(registrar: Registrar, cloudSync: CloudSyncService): void {
  registrar.handle(endpoints.getCloudSync, ({ context }) => cloudSync.status(context.organization.db));

  registrar.handle(endpoints.changeCloudSync, ({ context, body, ifMatch }) =>
    cloudSync.change(authorize(context, "cloudSync.change", mayManageCloudSync), body, ifMatch),
  );

  registrar.handle(endpoints.startCloudSync, ({ context }) =>
    cloudSync.start(authorize(context, "cloudSync.start", mayManageCloudSync)),
  );
}
