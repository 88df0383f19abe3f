import type { Clock } from "../../platform/clock/clock.ts";
import type { PlatformDb } from "../../platform/db/platform-db.ts";
import type { Job } from "../../platform/jobs/scheduler.ts";
import type { Notifier } from "../notifications/notifier.ts";
import { markDue } from "./due-reviews.platform-queries.ts";

type Dependencies = { platformDb: PlatformDb; clock: Clock; notifier: Pick<Notifier, "storeAndMail"> };

/** Organizations per transaction. */
const batchSize = 250;

/**
 * Notifies the administrators of each organization when a review of rights is due, once for each due date. A batch of
 * organizations takes one statement and one transaction.
 */
export function dueReviewsJob({ platformDb, clock, notifier }: Dependencies, size: number = batchSize): Job {
  return {
    name: "due-reviews",
    cron: "41 * * * *",
    async run(signal) {
      for (let foundCount = size; foundCount === size && !signal.aborted;) {
        foundCount = await platformDb.write(async (tx, db) => {
          const dueReviews = await markDue(db, clock.now(), size);
          notifier.storeAndMail(
            tx,
            dueReviews.flatMap(({ organizationId, personId }) =>
              personId === null
                ? []
                : [
                    {
                      personId,
                      organizationId,
                      type: "warning" as const,
                      template: "reviewDue" as const,
                      ids: {},
                      route: "reviews" as const,
                    },
                  ],
            ),
          );
          return new Set(dueReviews.map(({ organizationId }) => organizationId)).size;
        });
      }
    },
  };
}
