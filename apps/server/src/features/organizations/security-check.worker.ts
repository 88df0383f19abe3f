import type { SecurityCheck } from "@praxisportal/contract/organizations/organizations.schema";
import type { Clock } from "../../platform/clock/clock.ts";
import type { PlatformDb } from "../../platform/db/platform-db.ts";
import type { Job } from "../../platform/jobs/scheduler.ts";
import * as queries from "./security-check.platform-queries.ts";
import { securityScore } from "./security-score.policy.ts";

type Dependencies = { db: PlatformDb; clock: Clock };

/** Organizations per statement. */
const batchSize = 200;
/** An unchanged result gets a new check time after this interval, so that most runs write little. */
const restampMs = 15 * 60_000;

const beforeAllIds = "00000000-0000-0000-0000-000000000000";

/**
 * Computes the security score of every organization that is not archived or deleted, and notifies its open pages when
 * the result changes. Idempotent: of two runs at the same time, the later result stays.
 */
export function securityCheckJob(dependencies: Dependencies, size: number = batchSize): Job {
  return {
    name: "security-check",
    cron: "*/5 * * * *",
    runsAtStart: true,
    async run(signal) {
      let after = beforeAllIds;
      for (let foundCount = size; foundCount === size && !signal.aborted;) {
        const organizations = await checkBatch(dependencies, after, size);
        foundCount = organizations.length;
        after = organizations.at(-1)?.organizationId ?? after;
      }
    },
  };
}

async function checkBatch({ db, clock }: Dependencies, after: string, limit: number) {
  const now = clock.now();
  const organizations = await queries.measureOrganizations(db, { after, limit, now });
  const results = organizations.map(({ organizationId, metrics, stored }) => {
    const { score, checks } = securityScore(metrics);
    const isNew = stored === null || stored.score !== score || !isSame(stored.checks, checks);
    const isStale = stored !== null && now.getTime() - Date.parse(stored.checkedAt) >= restampMs;
    return { result: { organizationId, score, checks }, isNew, isStale };
  });
  const worthStoring = results.filter(({ isNew, isStale }) => isNew || isStale);
  if (worthStoring.length > 0) {
    await db.write(async (tx, allDb) => {
      await queries.storeResults(
        allDb,
        now,
        worthStoring.map(({ result }) => result),
      );
      for (const { result, isNew } of worthStoring) {
        const { organizationId } = result;
        if (isNew) tx.record({ event: "organization.security_checked", organizationId });
      }
    });
  }
  return organizations;
}

function isSame(left: readonly SecurityCheck[], right: readonly SecurityCheck[]): boolean {
  const resultsOf = (checks: readonly SecurityCheck[]) =>
    checks.map(({ id, points, maxPoints, affected, total }) => [id, points, maxPoints, affected, total]);
  return JSON.stringify(resultsOf(left)) === JSON.stringify(resultsOf(right));
}
