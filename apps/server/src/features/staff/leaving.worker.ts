import type { PlatformDb } from "../../platform/db/platform-db.ts";
import type { WriteTransaction } from "../../platform/db/write-transaction.ts";
import { ProblemError } from "../../platform/http/problem.ts";
import type { Job } from "../../platform/jobs/scheduler.ts";
import { announceLeft, carryOut, type Left } from "./leaving.ts";
import { type DueLeaving, findDue } from "./leaving.platform-queries.ts";
import { lockPlanned, setPlanned } from "./leaving.queries.ts";
import type { StaffParts } from "./staff-parts.ts";

/** Offboardings per query. */
const batchSize = 100;

const system = { actor: { type: "system", id: null }, origin: "job" } as const;

type Parts = StaffParts & { platformDb: PlatformDb };

/**
 * Executes planned offboardings when they are due, each in one transaction: after a crash a person has left completely
 * or not at all. Idempotent, also when two runs overlap. One that would leave a practice without administrators stays
 * planned and is retried at each run.
 */
export function leavingJob(parts: Parts): Job {
  return {
    name: "staff-leaving",
    // Every 20 seconds, so that access ends within a minute of the planned time.
    cron: "*/20 * * * * *",
    runsAtStart: true,
    async run(signal) {
      const looked: string[] = [];
      for (let found = batchSize; found === batchSize && !signal.aborted;) {
        const due = await findDue(parts.platformDb, parts.clock.now(), batchSize, looked);
        found = due.length;
        for (const each of due) {
          if (signal.aborted) return;
          looked.push(each.id);
          await leave(parts, each);
        }
      }
    },
  };
}

async function leave(parts: Parts, due: DueLeaving): Promise<void> {
  try {
    const left = await parts.platformDb.write((tx) => leaveIn(tx, parts, due));
    if (left !== undefined) announceLeft(parts, left);
  } catch (error) {
    if (!(error instanceof ProblemError) || error.code !== "LAST_ADMINISTRATOR") throw error;
    await parts.platformDb.write((tx) => noteHindered(tx, parts, due));
  }
}

/** Returns undefined when it was executed, cancelled or postponed in the meantime. */
async function leaveIn(tx: WriteTransaction, parts: Parts, due: DueLeaving): Promise<Left | undefined> {
  const { organizationId, personId } = due;
  await parts.people.lockOrganization(tx, organizationId);
  const member = await parts.people.lockMember(tx, organizationId, personId);
  const planned = await lockPlanned(tx, organizationId, personId);
  if (planned?.id !== due.id || planned.takesEffectAt > parts.clock.now()) return undefined;
  if (member === undefined) {
    // Removed or deleted before the planned time: there is nothing left to end.
    await setPlanned(tx, organizationId, planned.id, { state: "cancelled", hindered_at: null });
    return undefined;
  }
  return carryOut(tx, parts, { organizationId, planned, member }, system);
}

/** Records once that an offboarding is blocked until there is another administrator. */
async function noteHindered(tx: WriteTransaction, parts: Parts, due: DueLeaving): Promise<void> {
  const { organizationId, personId } = due;
  await parts.people.lockOrganization(tx, organizationId);
  const member = await parts.people.lockMember(tx, organizationId, personId);
  const planned = await lockPlanned(tx, organizationId, personId);
  if (planned?.id !== due.id || planned.hinderedAt !== null || member === undefined) return;
  await setPlanned(tx, organizationId, planned.id, { hindered_at: parts.clock.now() });
  tx.audit({
    ...system,
    organizationId,
    action: "staff.leaving_hindered",
    outcome: "failed",
    reason: "last_administrator",
    target: parts.guards.partyOf(member),
  });
}
