import type { Clock } from "../../platform/clock/clock.ts";
import type { PlatformDb } from "../../platform/db/platform-db.ts";
import type { ReportDb } from "../../platform/db/reports/report-db.ts";
import type { Feature } from "../../platform/feature.ts";
import type { LiveEvents } from "../../platform/realtime/live-events.ts";
import { usageCheckJob } from "./usage-check.worker.ts";
import { UsageEventThrottle } from "./usage-event-throttle.ts";
import { readMonthTokens, readPersonUsage, readUsageDays } from "./usage.queries.ts";
import { registerUsageRoutes } from "./usage.routes.ts";
import { UsageService } from "./usage.service.ts";

type Dependencies = { platformDb: PlatformDb; reports: ReportDb; clock: Clock; live: LiveEvents };

/** AI usage services for other features. */
export type Usage = ReturnType<typeof createUsage>;

/** Creates the reports and checks of AI usage. */
export function createUsage({ platformDb, reports, clock, live }: Dependencies) {
  const service = new UsageService({ clock, reports });
  const events = new UsageEventThrottle({
    live,
    record: (organizationId) =>
      platformDb.write(async (tx) => tx.record({ event: "usage.booked", organizationId })),
  });
  return {
    service,
    /** Records bookings and notifies open pages. */
    events,
    readUsageDays,
    readMonthTokens,
    readPersonUsage,
    registerRoutes: (registrar) => registerUsageRoutes(registrar, { usage: service, clock }),
    jobs: [usageCheckJob({ db: platformDb, clock })],
    close: async () => events.close(),
  } satisfies Feature & Record<string, unknown>;
}
