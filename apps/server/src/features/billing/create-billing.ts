import type { Clock } from "../../platform/clock/clock.ts";
import type { IdentityDb } from "../../platform/db/handles.ts";
import type { PlatformDb } from "../../platform/db/platform-db.ts";
import type { ReportDb } from "../../platform/db/reports/report-db.ts";
import type { Feature } from "../../platform/feature.ts";
import type { Notifications } from "../notifications/create-notifications.ts";
import type { Usage } from "../usage/create-usage.ts";
import { registerBillingRoutes } from "./billing.routes.ts";
import { BillingService } from "./billing.service.ts";
import { QuotaService } from "./quota.service.ts";
import { thresholdHandler, thresholdTopic } from "./threshold.worker.ts";

type Dependencies = {
  db: IdentityDb;
  platformDb: PlatformDb;
  reports: ReportDb;
  clock: Clock;
  notifications: Notifications;
  usage: Usage;
};

/** Creates AI budgets and their billing. */
export function createBilling({
  db,
  platformDb,
  reports,
  clock,
  notifications,
  usage,
}: Dependencies): Feature {
  const { notices, notifier } = notifications;
  const quota = new QuotaService({ clock });
  const billing = new BillingService({ db, reports, clock, usage: usage.service });
  return {
    registerRoutes: (registrar) => registerBillingRoutes(registrar, { quota, billing }),
    outboxHandlers: {
      [thresholdTopic]: thresholdHandler({ db: platformDb, clock, notices, notifier }),
    },
  };
}
