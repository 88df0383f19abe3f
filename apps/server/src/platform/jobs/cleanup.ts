import type { PlatformDb } from "../db/platform-db.ts";
import type { Deletion } from "./deletion.queries.ts";
import { recordRetentionRun } from "./jobs.queries.ts";
import type { Job } from "./scheduler.ts";

/** Number of rows per statement. Larger batches would keep their locks too long. */
const batchSize = 5_000;

/**
 * Deletes data that is no longer needed, as the features declare it. Parked outbox rows are kept, because the operator
 * has to review them.
 */
export function cleanupJob(db: PlatformDb, deletions: readonly Deletion[], size: number = batchSize): Job {
  return {
    name: "cleanup",
    cron: "17 * * * *",
    async run(signal) {
      let total = 0;
      for (const deleteBatch of deletions) {
        let deletedCount = size;
        while (deletedCount === size && !signal.aborted) {
          deletedCount = await deleteBatch(db, size);
          total += deletedCount;
        }
      }
      await recordRetentionRun(db, "cleanup", total);
    },
  };
}
