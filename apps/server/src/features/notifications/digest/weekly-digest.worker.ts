import { uuidV7 } from "@praxisportal/contract/identifiers";
import type { Clock } from "../../../platform/clock/clock.ts";
import type { PlatformDb } from "../../../platform/db/platform-db.ts";
import type { Job } from "../../../platform/jobs/scheduler.ts";
import { mailTopic } from "../../../platform/mail/mail-handler.ts";
import { takeDueDigests } from "./weekly-digest.platform-queries.ts";

/** Recipients per transaction. */
const batchSize = 250;

/** Queues the weekly digests of the administrators, once a week for each of them. */
export function weeklyDigestJob({ platformDb, clock }: { platformDb: PlatformDb; clock: Clock }): Job {
  return {
    name: "weekly-digest",
    cron: "7 * * * *",
    async run(signal) {
      for (let foundCount = batchSize; foundCount === batchSize && !signal.aborted;) {
        foundCount = await platformDb.write(async (tx, db) => {
          const recipients = await takeDueDigests(db, clock.now(), batchSize);
          for (const { personId, organizationId } of recipients)
            tx.emit(mailTopic, { template: "weeklyDigest", personId, organizationId }, uuidV7());
          return recipients.length;
        });
      }
    },
  };
}
