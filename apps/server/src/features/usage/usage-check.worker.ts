import { dayIn, daysOfPeriod } from "@praxisportal/contract/usage/usage.rules";
import type { Clock } from "../../platform/clock/clock.ts";
import type { PlatformDb } from "../../platform/db/platform-db.ts";
import type { Job } from "../../platform/jobs/scheduler.ts";
import { findDifferences, type UsageDifference } from "./usage-check.platform-queries.ts";

/** Differences that the message of a failed run names. */
const namedInMessage = 5;

/** A difference as one line. */
export function lineOf({ organizationId, table, day, of }: UsageDifference): string {
  return `${organizationId}: ${table} of ${day} is not the sum of its calls (${of})`;
}

/**
 * Compares the sums of the last 30 days with the calls they are made of, every night. A difference makes the run a
 * failed one, which the overview of the platform shows; nothing is mended by itself.
 */
export function usageCheckJob({ db, clock }: { db: PlatformDb; clock: Clock }): Job {
  return {
    name: "usage-check",
    cron: "20 2 * * *",
    async run(signal) {
      const { startDate } = daysOfPeriod("30d", dayIn("UTC", clock.now()));
      const { differences } = await findDifferences(db, startDate, signal);
      if (differences.length === 0) return;
      const lines = differences.slice(0, namedInMessage).map(lineOf);
      throw new Error([`${differences.length} sums of AI usage are wrong`, ...lines].join("; "));
    },
  };
}
