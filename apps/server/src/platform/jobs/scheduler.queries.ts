import { type Kysely, sql } from "kysely";
import type { PlatformDb } from "../db/platform-db.ts";
import type { GlobalTables, TenantTables } from "../db/tables.gen.ts";

/** Job with the time of its next run. */
export type PlannedJob = { name: string; cron: string; nextRunAt: Date };

/**
 * Creates the rows of jobs or updates changed expressions. An existing due time is postponed only if the expression
 * changed.
 */
export async function registerJobs(db: PlatformDb, jobs: readonly PlannedJob[]): Promise<void> {
  const names = jobs.map(({ name }) => name);
  const crons = jobs.map(({ cron }) => cron);
  const dueTimes = jobs.map(({ nextRunAt }) => nextRunAt);
  // The rows are sorted, so that processes that start at the same time lock them in the same order.
  await sql`
    insert into scheduled_job as known (name, cron, next_run_at)
    select name, cron, next_run_at
    from unnest(${names}::text[], ${crons}::text[], ${dueTimes}::timestamptz[]) as job (name, cron, next_run_at)
    order by name
    on conflict (name) do update set cron = excluded.cron,
      next_run_at = case when known.cron = excluded.cron then least(known.next_run_at, excluded.next_run_at)
        else excluded.next_run_at end`.execute(db.writes);
}

/** Run claimed by this process until its lease ends. */
export type ClaimedRun = { name: string; dueAt: Date; claimedAt: Date; lease: Date };

/**
 * Claims the job that has been due the longest. Returns undefined if none is due. Uses the clock of the database. If
 * that clock was set back, a job may have run at a later time than now. Such a job is also due, because it would
 * otherwise pause until the clock has caught up.
 */
export async function claimDueJob(
  db: PlatformDb,
  names: readonly string[],
  leaseMs: number,
): Promise<ClaimedRun | undefined> {
  // The lease is truncated to milliseconds, so that it is still equal after the conversion to a JavaScript Date.
  const { rows } = await sql<ClaimedRun>`
    update scheduled_job set
      leased_until = date_trunc('milliseconds', now()) + ${leaseMs}::float8 * interval '1 ms'
    where name = (
      select name from scheduled_job
      where (next_run_at <= now() or last_run_at > now() + interval '1 minute')
        and (leased_until is null or leased_until < now()) and name = any(${names}::text[])
      order by next_run_at limit 1
      for update skip locked
    )
    returning name, next_run_at as "dueAt", now() as "claimedAt", leased_until as lease`.execute(db.writes);
  return rows[0];
}

/** Extends the lease of a run. Returns the new lease, or undefined if another process holds it. */
export async function renewJob(db: PlatformDb, run: ClaimedRun, leaseMs: number): Promise<Date | undefined> {
  const { rows } = await sql<{ lease: Date }>`
    update scheduled_job set
      leased_until = date_trunc('milliseconds', now()) + ${leaseMs}::float8 * interval '1 ms'
    where name = ${run.name} and leased_until = ${run.lease}
    returning leased_until as lease`.execute(db.writes);
  return rows[0]?.lease;
}

/** Stores the result of a run and the time of the next one. */
export async function finishJob(
  db: PlatformDb,
  run: ClaimedRun,
  nextRunAt: Date,
  error: string | null,
): Promise<void> {
  await sql`
    update scheduled_job set leased_until = null, next_run_at = ${nextRunAt}, last_run_at = now(),
      last_error = ${error}
    where name = ${run.name} and leased_until = ${run.lease}`.execute(db.writes);
}

/** Makes a job due again whose last run failed, unless it is running. */
export async function retryFailedJob(
  db: Kysely<TenantTables & GlobalTables>,
  name: string,
): Promise<"due" | "missing" | "notFailed"> {
  const { rows } = await sql<{ canRun: boolean }>`
    with found as (
      select name, last_error is not null and (leased_until is null or leased_until < now()) as can_run
      from scheduled_job where name = ${name}
      for update
    ), due as (
      update scheduled_job job set next_run_at = least(next_run_at, now())
      from found where job.name = found.name and can_run
    )
    select can_run as "canRun" from found`.execute(db);
  const [found] = rows;
  if (found === undefined) return "missing";
  return found.canRun ? "due" : "notFailed";
}
