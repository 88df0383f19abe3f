import * as queries from "./operation.queries.ts";
import { type CollectedSection, type EvidenceScope, tableOf } from "./section.ts";

/** Each job runs every hour or every day, so it must have run within this time. */
const recentMs = 2 * 86_400_000;

/** Collects "Löschläufe": the runs of the jobs that delete expired data, for all organizations of the portal. */
export async function collectRetentionRuns(scope: EvidenceScope): Promise<CollectedSection> {
  const rows = await queries.readRetentionRuns(scope);
  const recent = rows.filter(
    ({ lastRunAt }) => lastRunAt !== null && scope.now.getTime() - lastRunAt.getTime() <= recentMs,
  );
  const table = tableOf<queries.RetentionRow>("retentionRuns", rows, [
    ["retentionJob", 74, ({ job }, texts) => texts.retentionJobs[job]],
    ["lastRun", 37, ({ lastRunAt }, texts) => texts.moment(lastRunAt)],
    ["runs", 22, ({ runs }, texts) => texts.number(runs)],
    ["deleted", 38, ({ job, deleted }, texts) => `${texts.number(deleted)} ${texts.deletedUnits[job]}`],
  ]);
  return {
    id: "retentionRuns",
    checkedAt: scope.now,
    total: rows.length,
    matching: recent.length,
    open: recent.length === rows.length ? [] : [{ code: "noRetentionRun", about: "–" }],
    tables: [table],
  };
}

/** Collects "Wiederherstellungstest". Without a recorded test, it states that there is no proof of one. */
export async function collectRestoreTests(scope: EvidenceScope): Promise<CollectedSection> {
  const rows = await queries.readRestoreTests(scope);
  const table = tableOf<queries.RestoreTestRow>("restoreTests", rows, [
    ["testedAt", 42, ({ testedAt }, texts) => texts.moment(testedAt)],
    ["backupAt", 42, ({ backupAt }, texts) => texts.moment(backupAt)],
    ["chains", 43, ({ chains }, texts) => texts.number(chains)],
    ["entries", 44, ({ entries }, texts) => texts.number(entries)],
  ]);
  return {
    id: "restoreTests",
    checkedAt: scope.now,
    total: rows.length,
    matching: rows.length,
    open: rows.length > 0 ? [] : [{ code: "noRestoreTest", about: "–" }],
    tables: [table],
  };
}
