import type { Logger } from "pino";
import type { Clock } from "../../../platform/clock/clock.ts";
import type { PlatformDb } from "../../../platform/db/platform-db.ts";
import { ProblemError } from "../../../platform/http/problem.ts";
import type { Job } from "../../../platform/jobs/scheduler.ts";
import { holdsOf } from "../drafts/make-draft.ts";
import * as queries from "./final.platform-queries.ts";
import { finalizeDraft, type InvoiceFinalization, readDraft, recordFinal } from "./finalize.ts";

type Dependencies = InvoiceFinalization & {
  platformDb: PlatformDb;
  clock: Clock;
  log: Pick<Logger, "error">;
};

const batchSize = 100;

/**
 * Finalizes the drafts whose three-day period has ended, each in its own transaction. A draft that lacks data, or has
 * calls without a price, is held and tried again by the next hourly run.
 */
export function finalizeJob(dependencies: Dependencies): Job {
  const { platformDb, clock, log } = dependencies;
  return {
    name: "invoice-finalise",
    cron: "7 * * * *",
    async run(signal) {
      const now = clock.now();
      let last: string | null = null;
      while (!signal.aborted) {
        const drafts: string[] = await queries.findDueDrafts(platformDb, now, last, batchSize);
        for (const id of drafts) {
          if (signal.aborted) return;
          await finalize(dependencies, id).catch((error: unknown) =>
            // One faulty invoice must not stop the others.
            log.error({ err: error, invoiceId: id }, "invoices: failed to finalize a draft"),
          );
        }
        last = drafts.at(-1) ?? null;
        if (last === null) return;
      }
    },
  };
}

async function finalize(dependencies: Dependencies, id: string): Promise<void> {
  const { platformDb, clock } = dependencies;
  try {
    await platformDb.write(async (tx, allDb) => {
      const invoice = await queries.lockInvoice(allDb, id);
      if (invoice === undefined || invoice.state === "final") return;
      const by = { personId: null, confirmsUnpriced: false, now: clock.now() };
      const issuedInvoice = await finalizeDraft(allDb, dependencies, invoice, by);
      recordFinal(tx, issuedInvoice, "invoice", { actor: { type: "system", id: null }, origin: "job" });
    });
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    await hold(dependencies, id);
  }
}

/** Stores the reasons why a draft cannot be finalized. */
async function hold({ platformDb, parties }: Dependencies, id: string): Promise<void> {
  await platformDb.write(async (_tx, allDb) => {
    const invoice = await queries.lockInvoice(allDb, id);
    if (invoice === undefined || invoice.state === "final") return;
    const { missing } = await readDraft(allDb, parties, invoice);
    await queries.storeHolds(allDb, invoice, holdsOf(missing, invoice.unpricedCalls));
  });
}
