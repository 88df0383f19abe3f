import type { Clock } from "../../platform/clock/clock.ts";
import type { PlatformDb } from "../../platform/db/platform-db.ts";
import type { Job } from "../../platform/jobs/scheduler.ts";
import type { AdministratorNotices } from "../notifications/administrator-notices.ts";
import { findDueReminders, recordReminder } from "./trial-reminder.platform-queries.ts";

type Dependencies = { platformDb: PlatformDb; clock: Clock; notices: Pick<AdministratorNotices, "queue"> };

/** Organizations per query. */
const batchSize = 100;

/**
 * Reminds the administrators of an organization 7 days and 1 day before its trial ends. The end of the trial does not
 * depend on this job. It is idempotent: of two parallel runs, only the one that records a reminder sends it.
 */
export function trialReminderJob({ platformDb, clock, notices }: Dependencies): Job {
  return {
    name: "trial-reminder",
    cron: "*/10 * * * *",
    runsAtStart: true,
    async run(signal) {
      for (let foundCount = batchSize; foundCount === batchSize && !signal.aborted;) {
        const now = clock.now();
        const organizations = await findDueReminders(platformDb, now, batchSize);
        foundCount = organizations.length;
        for (const organizationId of organizations) {
          await platformDb.write(async (tx) => {
            if (!(await recordReminder(tx, organizationId, now))) return;
            await notices.queue(tx, { kind: "trialEnds", organizationId, actorId: null });
          });
        }
      }
    },
  };
}
