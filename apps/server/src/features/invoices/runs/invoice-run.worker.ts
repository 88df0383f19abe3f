import type { Clock } from "../../../platform/clock/clock.ts";
import type { PlatformDb } from "../../../platform/db/platform-db.ts";
import type { Job } from "../../../platform/jobs/scheduler.ts";
import { createDraft } from "../drafts/make-draft.ts";
import type { Parties } from "../profile/parties.ts";
import * as queries from "./runs.platform-queries.ts";

type Dependencies = { platformDb: PlatformDb; clock: Clock; parties: Parties };

/** If a process is killed, another may take over its run after this time. */
const leaseMs = 30_000;

/** Organizations per transaction: their drafts and the progress are stored together, or not at all. */
const batchSize = 20;

/**
 * Creates the drafts of the run in progress. If the process is killed, the run continues after its last batch, in
 * any process, and no organization gets two invoices for the same month.
 */
export function invoiceRunJob({ platformDb, clock, parties }: Dependencies): Job {
  const makeBatch = (run: queries.ClaimedRun) =>
    platformDb.write(async (tx, allDb) => {
      const organizations = await queries.takeOrganizations(allDb, run.id, batchSize);
      const last = organizations.at(-1);
      tx.record({ event: "billing.run_progressed", organizationId: null });
      if (last === undefined) {
        await queries.finishRun(allDb, run.id, clock.now());
        return false;
      }
      let createdCount = 0;
      for (const organizationId of organizations) {
        const draft = await createDraft(allDb, parties, { organizationId, month: run.month }, clock.now());
        if (draft !== undefined) createdCount += 1;
      }
      await queries.advanceRun(
        allDb,
        run.id,
        { last, done: organizations.length, created: createdCount },
        leaseMs,
      );
      return true;
    });
  return {
    name: "invoice-run",
    // Every five seconds, so that a run begins at once.
    cron: "*/5 * * * * *",
    runsAtStart: true,
    async run(signal) {
      const run = await queries.claimRun(platformDb, leaseMs);
      if (run === undefined) return;
      while (!signal.aborted) if (!(await makeBatch(run))) return;
      await queries.releaseRun(platformDb, run.id);
    },
  };
}
