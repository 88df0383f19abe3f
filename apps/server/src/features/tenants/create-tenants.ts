import { limitAlertTopic } from "../../directory/limits/limit-alerts.queries.ts";
import type { Clock } from "../../platform/clock/clock.ts";
import type { IdentityDb } from "../../platform/db/handles.ts";
import type { PlatformDb } from "../../platform/db/platform-db.ts";
import type { ReportDb } from "../../platform/db/reports/report-db.ts";
import type { Feature } from "../../platform/feature.ts";
import type { Invoices } from "../invoices/create-invoices.ts";
import type { Notifications } from "../notifications/create-notifications.ts";
import type { Organizations } from "../organizations/create-organizations.ts";
import type { Usage } from "../usage/create-usage.ts";
import { OverviewService } from "./overview.service.ts";
import { limitAlertHandler } from "./plans/limit-alert.worker.ts";
import { LimitService } from "./plans/limits.service.ts";
import { PlanCatalogueService } from "./plans/plan-catalogue.service.ts";
import { plannedPlanJob } from "./plans/planned-plan.worker.ts";
import { SubscriptionService } from "./plans/subscription.service.ts";
import { registerTenantRoutes } from "./tenants.routes.ts";
import { TenantService } from "./tenants.service.ts";
import { trialReminderJob } from "./trial-reminder.worker.ts";

type Dependencies = {
  db: IdentityDb;
  platformDb: PlatformDb;
  reports: ReportDb;
  clock: Clock;
  notifications: Notifications;
  organizations: Organizations;
  usage: Usage;
  invoices: Pick<Invoices, "profileOf" | "taxesOf">;
};

/** Creates the operator's view of the organizations, and their plans. */
export function createTenants(dependencies: Dependencies): Feature {
  const { platformDb, reports, clock, notifications, organizations } = dependencies;
  const tenants = new TenantService({ reports, clock });
  const overview = new OverviewService(reports, clock);
  const limits = new LimitService(dependencies);
  const catalogue = new PlanCatalogueService(dependencies);
  const subscriptions = new SubscriptionService({
    ...dependencies,
    taxesOf: dependencies.invoices.taxesOf,
    details: { limits: (db) => limits.limits(db), profile: dependencies.invoices.profileOf },
  });
  return {
    registerRoutes: (registrar) =>
      registerTenantRoutes(registrar, {
        ...organizations,
        tenants,
        overview,
        limits,
        catalogue,
        subscriptions,
      }),
    outboxHandlers: {
      [limitAlertTopic]: limitAlertHandler({ platformDb, notices: notifications.notices }),
    },
    jobs: [
      trialReminderJob({ platformDb, clock, notices: notifications.notices }),
      plannedPlanJob({ platformDb, clock }),
    ],
  };
}
