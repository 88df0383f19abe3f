import type { Clock } from "../../platform/clock/clock.ts";
import type { PlatformDb } from "../../platform/db/platform-db.ts";
import type { Job } from "../../platform/jobs/scheduler.ts";
import type { Notifier } from "../notifications/notifier.ts";
import { findOverdue, recordReminded } from "./checklist-reminder.platform-queries.ts";
import { checklistMessages } from "./checklist-messages.ts";

/** Checklists per query and transaction. */
const batchSize = 200;

type Dependencies = { platformDb: PlatformDb; clock: Clock; notifier: Pick<Notifier, "store"> };

/**
 * Reminds the owners of overdue checklists, once for each checklist. Idempotent: the reminder and its record are one
 * transaction.
 */
export function checklistReminderJob({ platformDb, clock, notifier }: Dependencies, size = batchSize): Job {
  return {
    name: "checklist-reminders",
    cron: "*/10 * * * *",
    runsAtStart: true,
    async run(signal) {
      for (let foundCount = size; foundCount === size && !signal.aborted;) {
        const now = clock.now();
        const overdue = await findOverdue(platformDb, now, size);
        foundCount = overdue.length;
        if (foundCount === 0) return;
        const byOrganization = Map.groupBy(overdue, ({ organizationId }) => organizationId);
        await platformDb.write(async (tx) => {
          for (const [organizationId, checklists] of byOrganization) {
            const ids = checklists.map(({ id }) => id);
            const recordedIds = await recordReminded(tx, organizationId, ids, now);
            notifier.store(
              tx,
              checklists
                .filter(({ id }) => recordedIds.has(id))
                .flatMap(({ personId: userId, recipients }) =>
                  recipients.map((personId) => ({
                    personId,
                    organizationId,
                    type: "warning" as const,
                    kind: "checklistOverdue",
                    messages: checklistMessages,
                    route: "staffBoard" as const,
                    userId,
                  })),
                ),
            );
          }
        });
      }
    },
  };
}
