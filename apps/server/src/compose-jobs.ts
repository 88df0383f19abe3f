import { thresholdHandler, thresholdTopic } from "./features/billing/threshold.worker.ts";
import { accessEndJob } from "./features/members/access-end.worker.ts";
import type { Notifier } from "./features/notifications/notifier.ts";
import type { AdministratorNotices } from "./features/notifications/administrator-notices.ts";
import { practiceErasureJob } from "./features/organizations/practice-erasure.worker.ts";
import { securityCheckJob } from "./features/organizations/security-check.worker.ts";
import { usageCheckJob } from "./features/usage/usage-check.worker.ts";
import type { Clock } from "./platform/clock/clock.ts";
import type { PlatformDb } from "./platform/db/platform-db.ts";
import type { OutboxHandlers } from "./platform/outbox/outbox-message.ts";
import type { Job } from "./platform/jobs/scheduler.ts";

type Dependencies = {
  db: PlatformDb;
  clock: Clock;
  notices: AdministratorNotices;
  notifier: Notifier;
};

/** Background work of the features. */
export type BackgroundWork = {
  /** Scheduled jobs. */
  jobs: readonly Job[];
  /** Outbox handlers by topic. */
  outboxHandlers: OutboxHandlers;
};

/** Collects the background work of the features. `made` are jobs created together with the calls of their feature. */
export function composeBackgroundWork(dependencies: Dependencies, jobs: readonly Job[]): BackgroundWork {
  return {
    jobs: [
      securityCheckJob(dependencies),
      accessEndJob(dependencies),
      practiceErasureJob(dependencies),
      usageCheckJob(dependencies),
      ...jobs,
    ],
    outboxHandlers: { [thresholdTopic]: thresholdHandler(dependencies) },
  };
}
