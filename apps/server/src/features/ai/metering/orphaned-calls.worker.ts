import type { Clock } from "../../../platform/clock/clock.ts";
import type { IdentityDb } from "../../../platform/db/handles.ts";
import type { PlatformDb } from "../../../platform/db/platform-db.ts";
import type { Job } from "../../../platform/jobs/scheduler.ts";
import { budgetTokens, costOf } from "./cost.ts";
import { dayIn } from "../../../platform/clock/day-in.ts";
import { book, type Settlement } from "./holds.queries.ts";
import { findOrphanedCalls, type OrphanedCall } from "./open-calls.platform-queries.ts";

const batchSize = 200;

type Dependencies = {
  platformDb: PlatformDb;
  db: IdentityDb;
  clock: Clock;
  /** Called after a call of the organization was booked. */
  onBooked: (organizationId: string) => void;
};

/**
 * Settles calls whose process died, with the last recorded amount received: the provider stopped when the connection
 * broke. No hold outlives its call by more than a lease and one run of this job.
 */
export function orphanedCallsJob(dependencies: Dependencies): Job {
  return {
    name: "ai-orphaned-calls",
    cron: "*/10 * * * * *",
    runsAtStart: true,
    async run(signal) {
      for (let foundCount = batchSize; foundCount === batchSize && !signal.aborted;) {
        const orphanedCalls = await findOrphanedCalls(dependencies.platformDb, batchSize);
        foundCount = orphanedCalls.length;
        for (const [organizationId, calls] of Map.groupBy(orphanedCalls, (call) => call.organizationId)) {
          if (signal.aborted) return;
          await settleOrphaned(dependencies, organizationId, calls);
        }
      }
    },
  };
}

async function settleOrphaned(
  { db, clock, onBooked }: Dependencies,
  organizationId: string,
  calls: readonly OrphanedCall[],
) {
  const now = clock.now();
  const ends = calls.map((call) => settlementOf(call, now));
  await book(db.organization(organizationId), { ends, holds: [] });
  onBooked(organizationId);
}

function settlementOf(call: OrphanedCall, now: Date): Settlement {
  const usage = {
    inputTokens: call.inputTokens,
    outputTokens: call.receivedTokens,
    cachedTokens: 0,
    reasoningTokens: 0,
    audioSeconds: call.audioSeconds,
  };
  return {
    ...usage,
    id: call.id,
    outcome: "lost",
    localDay: dayIn(call.timeZone, now),
    tokens: budgetTokens(usage),
    costMicros: call.price === null ? null : costOf(usage, call.price),
    isEstimated: true,
  };
}
