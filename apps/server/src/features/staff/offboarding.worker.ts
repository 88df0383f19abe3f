import type { PlatformDb } from "../../platform/db/platform-db.ts";
import type { WriteTransaction } from "../../platform/db/write-transaction.ts";
import { ProblemError } from "../../platform/http/problem.ts";
import type { Job } from "../../platform/jobs/scheduler.ts";
import { executeOffboarding } from "./offboarding.ts";
import { type DueOffboarding, findDue } from "./offboarding.platform-queries.ts";
import { lockPlanned, setPlanned } from "./offboarding.queries.ts";
import type { StaffDependencies } from "./staff-dependencies.ts";
import { auditPartyOf } from "../../directory/member-guards.ts";
import { lockMemberInOrganization } from "../../directory/members.queries.ts";

/** Offboardings per query. */
const batchSize = 100;

const system = { actor: { type: "system", id: null }, origin: "job" } as const;

type Dependencies = StaffDependencies & { platformDb: PlatformDb };

/**
 * Executes planned offboardings when they are due. Each runs in one transaction, so that a crash never leaves it half
 * done. It is idempotent, even when two runs overlap. An offboarding that would leave an organization without
 * administrators stays planned and is retried at each run.
 */
export function offboardingJob(dependencies: Dependencies): Job {
  return {
    name: "offboarding",
    // Runs every 20 seconds, so that access ends within a minute of the planned time.
    cron: "*/20 * * * * *",
    runsAtStart: true,
    async run(signal) {
      const attempted: string[] = [];
      for (let foundCount = batchSize; foundCount === batchSize && !signal.aborted;) {
        const due = await findDue(dependencies.platformDb, dependencies.clock.now(), batchSize, attempted);
        foundCount = due.length;
        for (const offboarding of due) {
          if (signal.aborted) return;
          attempted.push(offboarding.id);
          await offboard(dependencies, offboarding);
        }
      }
    },
  };
}

async function offboard(dependencies: Dependencies, due: DueOffboarding): Promise<void> {
  try {
    await dependencies.platformDb.write((tx) => offboardIn(tx, dependencies, due));
  } catch (error) {
    if (!(error instanceof ProblemError) || error.code !== "LAST_ADMINISTRATOR") throw error;
    await dependencies.platformDb.write((tx) => recordBlocked(tx, dependencies, due));
  }
}

/** Executes an offboarding, unless it was executed, canceled or postponed in the meantime. */
async function offboardIn(
  tx: WriteTransaction,
  dependencies: Dependencies,
  due: DueOffboarding,
): Promise<void> {
  const { organizationId, personId } = due;
  const member = await lockMemberInOrganization(tx, organizationId, personId);
  const planned = await lockPlanned(tx, organizationId, personId);
  if (planned?.id !== due.id || planned.takesEffectAt > dependencies.clock.now()) return;
  if (member === undefined) {
    // The member was removed or deleted before the planned time, so there is nothing left to end.
    await setPlanned(tx, organizationId, planned.id, { state: "cancelled", blocked_at: null });
    return;
  }
  await executeOffboarding(tx, dependencies, { organizationId, planned, member }, system);
}

/** Records once that an offboarding is blocked until there is another administrator. */
async function recordBlocked(
  tx: WriteTransaction,
  dependencies: Dependencies,
  due: DueOffboarding,
): Promise<void> {
  const { organizationId, personId } = due;
  const member = await lockMemberInOrganization(tx, organizationId, personId);
  const planned = await lockPlanned(tx, organizationId, personId);
  if (planned?.id !== due.id || planned.blockedAt !== null || member === undefined) return;
  await setPlanned(tx, organizationId, planned.id, { blocked_at: dependencies.clock.now() });
  tx.record({
    ...system,
    organizationId,
    action: "staff.offboarding_blocked",
    outcome: "failed",
    reason: "last_administrator",
    target: auditPartyOf(member),
  });
}
