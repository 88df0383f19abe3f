import { sql } from "kysely";
import type { PlatformDb } from "../db/platform-db.ts";

/** State of the installation that is stored only in the database. */
export type StoredState = {
  /** Time for which the oldest due message of the outbox has been due, 0 if there is none. */
  oldestDueSeconds: number;
  /** Number of parked messages, at most {@link parkedMax}. */
  parked: number;
  /** Whether the last run of each scheduled job failed, and the time for which the job has been due. */
  jobs: readonly { name: string; hasFailed: boolean; overdueSeconds: number }[];
};

/** Maximum number of parked messages that are counted, so that the statement stays cheap. */
const parkedMax = 1_000;

/** Reads both ends of the index `outbox_due`, and the table of the scheduled jobs, which has a row per kind of job. */
export async function readStoredState(db: PlatformDb): Promise<StoredState | undefined> {
  const { rows } = await sql<StoredState>`
    select
      coalesce((select greatest(0, extract(epoch from now() - available_at)) from outbox
        where available_at <= now() order by available_at, id limit 1), 0)::float8 as "oldestDueSeconds",
      (select count(*) from (select from outbox where available_at = 'infinity' limit ${parkedMax}) parked)::int
        as parked,
      coalesce((select json_agg(json_build_object('name', name, 'hasFailed', last_error is not null,
        'overdueSeconds', greatest(0, extract(epoch from now() - next_run_at))::float8)) from scheduled_job), '[]')
        as jobs`.execute(db.reads);
  return rows[0];
}
