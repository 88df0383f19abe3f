import { changeLimits } from "../../../directory/limits/change-limits.ts";
import type { Clock } from "../../../platform/clock/clock.ts";
import { dayIn } from "../../../platform/clock/day-in.ts";
import type { PlatformDb } from "../../../platform/db/platform-db.ts";
import type { WriteTransaction } from "../../../platform/db/write-transaction.ts";
import type { Job } from "../../../platform/jobs/scheduler.ts";
import { findDuePlans } from "./planned-plan.platform-queries.ts";
import * as queries from "./subscription.queries.ts";

type Dependencies = { platformDb: PlatformDb; clock: Clock };

/** Organizations per query. */
const batchSize = 100;

/**
 * Applies the plan that an organization chose for the end of its term. Seats taken in the meantime do not prevent it.
 * The limits of the plan then only prevent growth. It is idempotent. A suspended organization gets the plan when it is
 * active again.
 */
export function plannedPlanJob({ platformDb, clock }: Dependencies): Job {
  return {
    name: "planned-plan",
    cron: "*/10 * * * *",
    runsAtStart: true,
    async run(signal) {
      for (let foundCount = batchSize; foundCount === batchSize && !signal.aborted;) {
        const due = await findDuePlans(platformDb, clock.now(), batchSize);
        foundCount = due.length;
        for (const id of due) await platformDb.write((tx) => apply(tx, id, clock.now()));
      }
    },
  };
}

async function apply(tx: WriteTransaction, id: string, now: Date): Promise<void> {
  const { row } = await queries.lockSubscription(tx, id);
  if (row === undefined || row.status !== "active") return;
  const { next_plan: plan, next_term: term, next_starts_on: startsOn, timezone } = row;
  if (plan === null || term === null || startsOn === null) return;
  const today = dayIn(timezone, now);
  if (startsOn > today) return;
  await changeLimits(tx, id, () => queries.storePlan(tx, id, { plan, term }));
  if (startsOn < today) await queries.backdatePlan(tx, id, { startsOn, timezone });
  tx.record({
    organizationId: id,
    action: "organization.plan_changed",
    actor: { type: "system", id: null },
    target: { type: "organization", id, display: row.name },
    changes: {
      ...(row.plan !== plan && { plan: [row.plan, plan] }),
      ...(row.term !== term && { term: [row.term, term] }),
    },
    ids: { organizationId: id },
    origin: "job",
  });
}
