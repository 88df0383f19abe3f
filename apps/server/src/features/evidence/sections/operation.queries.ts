import { sql } from "kysely";
import { retentionJobs } from "../../../platform/jobs/jobs.queries.ts";
import type { EvidenceScope } from "./section.ts";

export type RetentionRow = {
  job: (typeof retentionJobs)[number];
  lastRunAt: Date | null;
  runs: number;
  /** Rows, or months of the audit log and of usage events. */
  deleted: number;
};

/** Reads the runs of the deletion jobs in the period; a job without a run has a row as well. */
export function readRetentionRuns({ db, from }: EvidenceScope): Promise<RetentionRow[]> {
  return db.read((query) =>
    query
      .selectFrom(
        sql<RetentionRow>`(
          select wanted.job, max(r.last_run_at) as "lastRunAt", coalesce(sum(r.runs), 0)::int as runs,
            coalesce(sum(r.deleted), 0)::float8 as deleted
          from unnest(${retentionJobs}::text[]) with ordinality as wanted (job, position)
          left join retention_run r on r.job = wanted.job and r.last_run_at >= ${from}::timestamptz
          group by wanted.job, wanted.position order by wanted.position)`.as("jobs"),
      )
      .selectAll(),
  );
}

export type RestoreTestRow = { testedAt: Date; backupAt: Date; chains: number; entries: number };

/** Reads the restore tests of the period, newest first. */
export function readRestoreTests({ db, from }: EvidenceScope): Promise<RestoreTestRow[]> {
  return db.read((query) =>
    query
      .selectFrom("restore_test")
      .select([
        "tested_at as testedAt",
        "backup_at as backupAt",
        "chains",
        sql<number>`entries::float8`.as("entries"),
      ])
      .where("tested_at", ">=", from)
      .orderBy("tested_at", "desc"),
  );
}
