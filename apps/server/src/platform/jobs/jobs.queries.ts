import { type RawBuilder, sql } from "kysely";
import type { PlatformDb } from "../db/platform-db.ts";

/** Names of the jobs that delete expired data. */
export const retentionJobs = ["cleanup", "audit-retention", "usage-retention"] as const;

/** Adds a run of a job that deletes expired data, with the number of rows or months that it deleted. */
export async function recordRetentionRun(
  db: PlatformDb,
  job: (typeof retentionJobs)[number],
  deleted: number,
): Promise<void> {
  await sql`
    insert into retention_run as known (job, day, runs, deleted, last_run_at)
    values (${job}, (now() at time zone 'UTC')::date, 1, ${deleted}, now())
    on conflict (job, day) do update set
      runs = known.runs + 1, deleted = known.deleted + excluded.deleted, last_run_at = excluded.last_run_at`.execute(
    db.writes,
  );
}

/** Counts the minute of `at` for its UTC day, only once if several processes count it. */
export async function recordMinute(db: PlatformDb, at: RawBuilder<Date> = sql<Date>`now()`): Promise<void> {
  await sql`
    insert into uptime_day as known (day, minutes, first_minute, last_minute)
    select (minute at time zone 'UTC')::date, 1, minute, minute from date_trunc('minute', ${at}) as minute
    on conflict (day) do update set minutes = known.minutes + 1, last_minute = excluded.last_minute
    where known.last_minute < excluded.last_minute`.execute(db.writes);
}
