import type { Clock } from "../../platform/clock/clock.ts";
import type { PlatformDb } from "../../platform/db/platform-db.ts";
import type { Feature } from "../../platform/feature.ts";
import type { Notifications } from "../notifications/create-notifications.ts";
import type { Organizations } from "../organizations/create-organizations.ts";
import { OverviewService } from "./overview.service.ts";
import { registerTenantRoutes } from "./tenants.routes.ts";
import { TenantService } from "./tenants.service.ts";
import { trialReminderJob } from "./trial-reminder.worker.ts";

type Dependencies = {
  platformDb: PlatformDb;
  clock: Clock;
  notifications: Notifications;
  organizations: Organizations;
};

/** Creates the operator's view of the organizations. */
export function createTenants(dependencies: Dependencies): Feature {
  const { platformDb, clock, notifications, organizations } = dependencies;
  const tenants = new TenantService(platformDb);
  const overview = new OverviewService(platformDb, clock);
  return {
    registerRoutes: (registrar) => registerTenantRoutes(registrar, { ...organizations, tenants, overview }),
    jobs: [trialReminderJob({ platformDb, clock, notices: notifications.notices })],
  };
}
