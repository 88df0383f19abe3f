import type { Logger } from "pino";
import type { Dispatcher } from "undici";
import type { Clock } from "../../platform/clock/clock.ts";
import type { CloudSyncSettings, CloudSyncTarget } from "../../platform/config/cloud-sync-settings.ts";
import type { IdentityDb } from "../../platform/db/handles.ts";
import type { PlatformDb } from "../../platform/db/platform-db.ts";
import type { Feature } from "../../platform/feature.ts";
import { createOutgoingAgent } from "../../platform/outgoing/outgoing-agent.ts";
import type { OutgoingRules } from "../../platform/outgoing/outgoing-rules.ts";
import type { Notifications } from "../notifications/create-notifications.ts";
import type { TenantExport } from "../tenant-export/create-tenant-export.ts";
import { registerCloudSyncRoutes } from "./cloud-sync.routes.ts";
import { CloudSyncService } from "./cloud-sync.service.ts";
import { cloudSyncJob } from "./cloud-sync.worker.ts";
import { FolderTarget } from "./folder-target.ts";
import type { SyncTarget } from "./sync-target.ts";
import { WebTarget } from "./web-target.ts";

type Dependencies = {
  db: IdentityDb;
  platformDb: PlatformDb;
  clock: Clock;
  log: Logger;
  outgoing: OutgoingRules;
  settings: CloudSyncSettings;
  notifications: Pick<Notifications, "notices">;
  tenantExport: Pick<TenantExport, "archiveOf">;
};

/** Creates the encrypted copies of the organizations' data in the operator's storage. */
export function createCloudSync({ settings, tenantExport, notifications, ...rest }: Dependencies): Feature {
  const { target, ...paths } = settings;
  const { notices } = notifications;
  const cloudSync = new CloudSyncService({ ...rest, notices, isAvailable: target !== undefined });
  const dispatcher = createOutgoingAgent(rest.outgoing);
  const { archiveOf } = tenantExport;
  return {
    registerRoutes: (registrar) => registerCloudSyncRoutes(registrar, cloudSync),
    jobs:
      target === undefined
        ? []
        : [cloudSyncJob({ ...rest, ...paths, notices, archiveOf, target: targetOf(target, dispatcher) })],
    close: () => dispatcher.destroy(),
  };
}

function targetOf(target: CloudSyncTarget, dispatcher: Dispatcher): SyncTarget {
  return target.kind === "folder" ? new FolderTarget(target.path) : new WebTarget({ ...target, dispatcher });
}
