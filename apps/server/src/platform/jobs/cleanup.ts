import type { PlatformDb } from "../db/platform-db.ts";
import * as queries from "./jobs.queries.ts";
import type { Job } from "./scheduler.ts";

/** Rows per statement; larger batches would hold their locks too long. */
const batchSize = 5_000;

/**
 * Deletes data that is no longer needed. Parked outbox rows are kept, because the operator has to review them. Sessions
 * and their devices are kept for 90 days, because the list of sign-ins shows them.
 */
export function cleanupJob(db: PlatformDb, size: number = batchSize): Job {
  const deletions = [
    queries.deleteExpiredAccessTokens,
    queries.deleteExpiredTokenSecrets,
    queries.deleteExpiredStreamTickets,
    queries.deleteOldOneTimeTokens,
    queries.deleteOldIdempotencyKeys,
    queries.deleteOldEmailChanges,
    queries.deleteOldAttemptLimits,
    queries.deleteOldNotifications,
    queries.deleteOldSessions,
    // After the sessions, because their devices may then be unused.
    queries.deleteUnusedDevices,
  ];
  return {
    name: "cleanup",
    cron: "17 * * * *",
    async run(signal) {
      for (const deleteBatch of deletions) {
        let deleted = size;
        while (deleted === size && !signal.aborted) deleted = await deleteBatch(db, size);
      }
    },
  };
}
