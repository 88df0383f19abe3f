import { dateInTimeZone, periodRange } from "@praxisportal/contract/usage/usage.rules";
import type { Clock } from "../../platform/clock/clock.ts";
import type { PlatformDb } from "../../platform/db/platform-db.ts";
import type { Job } from "../../platform/jobs/scheduler.ts";
import { findDifferences, type UsageDifference } from "./usage-check.platform-queries.ts";

/** Maximum number of differences in the error message of a failed run. */
const messageMax = 5;

export function lineOf({ organizationId, table, day, of }: UsageDifference): string {
  return `${organizationId}: ${table} of ${day} is not the sum of its calls (${of})`;
}

/**
 * Compares the sums of the last 30 days every night with the calls that they sum up. A difference makes the run fail,
 * which the platform overview shows. Nothing is repaired automatically.
 */
export function usageCheckJob({ db, clock }: { db: PlatformDb; clock: Clock }): Job {
  return {
    name: "usage-check",
    cron: "20 2 * * *",
    async run(signal) {
      const { startDate } = periodRange("30d", dateInTimeZone("UTC", clock.now()));
      const { differences } = await findDifferences(db, startDate, signal);
      if (differences.length === 0) return;
      const lines = differences.slice(0, messageMax).map(lineOf);
      throw new Error([`${differences.length} sums of AI usage are wrong`, ...lines].join("; "));
    },
  };
}
