import { signCheckpoint } from "../../../platform/audit/audit-checkpoint.ts";
import { verifyChain } from "../../../platform/audit/audit-verifier.ts";
import type { SealingKeys } from "../../../platform/crypto/sealed-secrets.ts";
import type { PlatformDb } from "../../../platform/db/platform-db.ts";
import { recordRetentionRun } from "../../../platform/jobs/jobs.queries.ts";
import type { Job } from "../../../platform/jobs/scheduler.ts";
import {
  createPartitions,
  findExpiredBound,
  findUncovered,
  removeExpired,
  removeExpiredUsage,
  saveCheckpoint,
} from "./retention.platform-queries.ts";

/**
 * Number of months for which partitions are created in advance, so that the job may fail for weeks without consequence.
 */
const monthsAhead = 3;

type Dependencies = { db: PlatformDb; keys: SealingKeys; years: number };

/** Creates the partitions of audit entries and usage events before their months begin. */
export function historyPartitionsJob({ db }: Pick<Dependencies, "db">): Job {
  return {
    name: "history-partitions",
    cron: "10 2 * * *",
    runsAtStart: true,
    async run() {
      await createPartitions(db, monthsAhead);
    },
  };
}

/**
 * Removes audit entries past their retention, month by month. Each chain with entries in the month is verified and gets
 * a signed checkpoint first, from which it can be verified afterwards. Fails, and removes nothing, when a chain is
 * broken.
 */
export function auditRetentionJob({ db, keys, years }: Dependencies): Job {
  return {
    name: "audit-retention",
    cron: "40 2 * * *",
    async run(signal) {
      let months = 0;
      for (;;) {
        const bound = await findExpiredBound(db, years);
        if (signal.aborted) return;
        if (bound === null) break;
        for (const checkpoint of await findUncovered(db, bound)) {
          if (signal.aborted) return;
          const verdict = await verifyChain(db.reads, checkpoint.organizationId, keys);
          if (!verdict.intact)
            throw new Error(`the audit log of ${checkpoint.organizationId} is broken at ${verdict.brokenAt}`);
          await saveCheckpoint(db, checkpoint, signCheckpoint(keys, checkpoint));
        }
        if ((await removeExpired(db, years)) !== null) months += 1;
      }
      await recordRetentionRun(db, "audit-retention", months);
    },
  };
}

/** Removes usage events past their retention, month by month, except those that a kept invoice charges. */
export function usageRetentionJob({ db, years }: Pick<Dependencies, "db" | "years">): Job {
  return {
    name: "usage-retention",
    cron: "50 2 * * *",
    async run(signal) {
      let months = 0;
      while (!signal.aborted && (await removeExpiredUsage(db, years)) !== null) months += 1;
      await recordRetentionRun(db, "usage-retention", months);
    },
  };
}
