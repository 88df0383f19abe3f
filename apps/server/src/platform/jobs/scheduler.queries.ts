import { type Kysely, sql } from "kysely";
import type { PlatformDb } from "../db/platform-db.ts";
import type { GlobalTables, TenantTables } from "../db/tables.gen.ts";

/** A job with the time at which it is next due. */
export type PlannedJob = { name: string; cron: string; nextRunAt: Date };

/**
 * Creates the rows of jobs or updates changed expressions. An existing due time is never postponed unless the expression
 * changed.
 */
export async function registerJobs(db: PlatformDb, jobs: readonly PlannedJob[]): Promise<void> {
  const names = jobs.map(({ name }) => name);
  const crons = jobs.map(({ cron }) => cron);
  const dueTimes = jobs.map(({ nextRunAt }) => nextRunAt);
  // Sorted, so that processes that start at the same time lock the rows in the same order.
  await sql`
    insert into scheduled_job as known (name, cron, next_run_at)
    select name, cron, next_run_at
    from unnest(${names}::text[], ${crons}::text[], ${dueTimes}::timestamptz[]) as job (name, cron, next_run_at)
    order by name
    on conflict (name) do update set cron = excluded.cron,
      next_run_at = case when known.cron = excluded.cron then least(known.next_run_at, excluded.next_run_at)
        else excluded.next_run_at end`.execute(db.writes);
}

/** A run claimed by this process until its lease ends. */
export type ClaimedRun = { name: string; dueAt: Date; claimedAt: Date; lease: Date };

/**
 * Claims the job that has been due the longest; undefined when none is due. Uses the clock of the database. A job that
 * ran at a later time than now is due as well: that clock was set back, and the job would pause until it has caught up.
 */
export async function claimDueJob(
  db: PlatformDb,
  names: readonly string[],
  leaseMs: number,
): Promise<ClaimedRun | undefined> {
  // Truncated to milliseconds, so that the lease survives the round trip through a JavaScript Date and compares equal.
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

/** Extends the lease of a run; returns the new lease, or undefined when another process holds it. */
export async function renewJob(db: PlatformDb, run: ClaimedRun, leaseMs: number): Promise<Date | undefined> {
  const { rows } = await sql<{ lease: Date }>`
    update scheduled_job set
      leased_until = date_trunc('milliseconds', now()) + ${leaseMs}::float8 * interval '1 ms'
    where name = ${run.name} and leased_until = ${run.lease}
    returning leased_until as lease`.execute(db.writes);
  return rows[0]?.lease;
}

/** Stores how a run ended and when the next one is due. */
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
