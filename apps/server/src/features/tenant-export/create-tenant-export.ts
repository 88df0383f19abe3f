import type { Clock } from "../../platform/clock/clock.ts";
import type { IdentityDb } from "../../platform/db/handles.ts";
import type { Feature } from "../../platform/feature.ts";
import type { Notifications } from "../notifications/create-notifications.ts";
import { registerTenantExportRoutes } from "./tenant-export.routes.ts";
import { TenantExportService } from "./tenant-export.service.ts";

type Dependencies = { db: IdentityDb; clock: Clock; notifications: Notifications };

/** Export services for other features. */
export type TenantExport = ReturnType<typeof createTenantExport>;

/** Creates the export of all data of an organization. */
export function createTenantExport({ notifications: { notices }, ...dependencies }: Dependencies) {
  const exports = new TenantExportService({ ...dependencies, notices });
  return {
    archiveOf: (organizationId: string) => exports.archiveOf(organizationId),
    registerRoutes: (registrar) => registerTenantExportRoutes(registrar, exports),
  } satisfies Feature & Record<string, unknown>;
}
