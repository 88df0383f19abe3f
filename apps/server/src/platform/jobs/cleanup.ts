import type { PlatformDb } from "../db/platform-db.ts";
import * as queries from "./jobs.queries.ts";
import type { Job } from "./scheduler.ts";

/** Rows of one statement; a larger one would hold its locks for too long. */
const batchSize = 5_000;

/**
 * Deletes what has no use any more. What stays: parked outbox rows (somebody has to look at them), sessions and
 * their devices for 90 days (the list of sign-ins shows them).
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
    queries.deleteOldSessions,
    // After the sessions, whose devices may have no other.
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
