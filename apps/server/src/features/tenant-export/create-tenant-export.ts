import type { Clock } from "../../platform/clock/clock.ts";
import type { IdentityDb } from "../../platform/db/handles.ts";
import type { Feature } from "../../platform/feature.ts";
import type { Notifications } from "../notifications/create-notifications.ts";
import { registerTenantExportRoutes } from "./tenant-export.routes.ts";
import { TenantExportService } from "./tenant-export.service.ts";

type Dependencies = { db: IdentityDb; clock: Clock; notifications: Notifications };

/** Creates the export of all data of an organization. */
export function createTenantExport({ notifications: { notices }, ...dependencies }: Dependencies): Feature {
  const exports = new TenantExportService({ ...dependencies, notices });
  return { registerRoutes: (registrar) => registerTenantExportRoutes(registrar, exports) };
}
