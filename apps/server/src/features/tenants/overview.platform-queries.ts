import { formerAuditActions, storedActions } from "@praxisportal/contract/audit-actions";
import { securityEventActions } from "@praxisportal/contract/tenants/tenants.schema";
import { type RawBuilder, sql } from "kysely";
import { platformChainId } from "../../platform/audit/audit-record.ts";
import type { PlatformDb } from "../../platform/db/platform-db.ts";
import { mailLifetimesMs } from "../../platform/mail/mail-lifetimes.ts";
import { undeliverable } from "../../platform/outbox/outbox.queries.ts";

export type StatusCount = { status: string; count: string };

export async function countOrganizations(db: PlatformDb): Promise<StatusCount[]> {
  const { rows } = await sql<StatusCount>`
    select status, count(*) as count from organization group by status`.execute(db.reads);
  return rows;
}

export type PeopleCounts = Record<"active" | "pending" | "locked" | "blocked" | "deactivated", string>;

/**
 * Counts memberships by state in organizations that are neither archived nor deleted. States other
 * than active are counted with a partial index. The active count is the total of the organization sizes minus those.
 */
export async function countPeople(db: PlatformDb, now: Date): Promise<PeopleCounts> {
  const { rows } = await sql<PeopleCounts>`
    with closed as materialized (
      select organization_id from organization where status in ('archived', 'deleted')
    ), others as (
      select
        count(*) filter (where status = 'pending') as pending,
        count(*) filter (where status = 'active' and blocked_at is null and locked_until > ${now}::timestamptz) as locked,
        count(*) filter (where status = 'active' and blocked_at is not null) as blocked,
        count(*) filter (where status = 'deactivated') as deactivated
      from membership
      where (status in ('pending', 'deactivated')
          or (status = 'active' and (blocked_at is not null or locked_until is not null)))
        and organization_id not in (select organization_id from closed)
    )
    select others.*, (
      select coalesce(sum(members), 0) from organization_size
      where organization_id not in (select organization_id from closed)
    ) - pending - locked - blocked - deactivated as active
    from others`.execute(db.reads);
  const [row] = rows;
  if (row === undefined) throw new Error("the aggregate query returned no row");
  return row;
}

export type HourCount = { hour: Date; count: string };
export type DayCount = { day: string; count: string };

/**
 * Counts refused sign-ins from `start` to `end`. One audit entry of the platform may represent several sign-ins. The
 * latest sign-ins with unknown names have no entry yet and are counted separately.
 */
const refusedBetween = (start: RawBuilder<Date>, end: RawBuilder<Date>) => sql<string>`(
  select coalesce(sum(case when e.organization_id = ${platformChainId}
      then coalesce((e.record -> 'changes' -> 'attempts' ->> 1)::integer, 1) else 1 end), 0)
  from audit_entry e
  where e.action = 'auth.login' and e.outcome <> 'success' and e.occurred_at >= ${start} and e.occurred_at < ${end}
) + (
  select coalesce(sum(attempts), 0) from unknown_name
  where action = 'auth.login' and window_ends_at > ${start} and window_ends_at <= ${end})`;

/** Counts refused sign-ins in the last 24 hours, including the current hour. */
export async function refusedByHour(db: PlatformDb): Promise<HourCount[]> {
  const { rows } = await sql<HourCount>`
    select hour, ${refusedBetween(sql`hour`, sql`hour + interval '1 hour'`)} as count
    from generate_series(date_trunc('hour', now()) - interval '23 hours', date_trunc('hour', now()),
      interval '1 hour') as hour
    order by hour`.execute(db.reads);
  return rows;
}

/** Counts refused sign-ins in the last 14 days in the operator's time zone, including today. */
export async function refusedByDay(db: PlatformDb): Promise<DayCount[]> {
  const { rows } = await sql<DayCount>`
    select day::date::text as day, ${refusedBetween(
      sql`day at time zone 'Europe/Berlin'`,
      sql`(day + interval '1 day') at time zone 'Europe/Berlin'`,
    )} as count
    from generate_series((now() at time zone 'Europe/Berlin')::date::timestamp - interval '13 days',
      (now() at time zone 'Europe/Berlin')::date::timestamp, interval '1 day') as day
    order by day`.execute(db.reads);
  return rows;
}

export type SecurityEventRow = {
  action: (typeof securityEventActions)[number];
  count: string;
  last_at: Date;
};

/** Counts security events of organizations and the platform in the last 7 days. */
export async function countSecurityEvents(db: PlatformDb): Promise<SecurityEventRow[]> {
  // Literals, so that the planner can use the partial index.
  const actions = sql.join(storedActions(securityEventActions).map((action) => sql.lit(action)));
  const { rows } = await sql<SecurityEventRow>`
    select coalesce(${sql.lit(JSON.stringify(formerAuditActions))}::jsonb ->> stored.action, stored.action) as action,
      sum(stored.count)::text as count, max(stored.last_at) as last_at
    from (
      select action, count(*) as count, max(occurred_at) as last_at from audit_entry
      where action in (${actions}) and occurred_at >= now() - interval '7 days'
      group by action
    ) stored
    group by 1 order by sum(stored.count) desc, 1`.execute(db.reads);
  return rows;
}

export type OutboxCounts = Record<"waiting" | "retried" | "failed" | "undeliverable", string> & {
  oldest_at: Date | null;
};

/** Counts pending and failed messages. A failed message is never due again. */
export async function countOutbox(db: PlatformDb): Promise<OutboxCounts> {
  const { isRefused, isExpired } = undeliverable(mailLifetimesMs);
  const { rows } = await sql<OutboxCounts>`
    select count(*) filter (where available_at < 'infinity') as waiting,
      count(*) filter (where available_at < 'infinity' and last_error is not null) as retried,
      count(*) filter (where available_at = 'infinity') as failed,
      count(*) filter (where available_at = 'infinity' and (${isRefused} or ${isExpired})) as undeliverable,
      min(created_at) filter (where available_at < 'infinity') as oldest_at
    from outbox`.execute(db.reads);
  const [row] = rows;
  if (row === undefined) throw new Error("the aggregate query returned no row");
  return row;
}

export type JobRow = {
  name: string;
  state: "waiting" | "running" | "late" | "failed";
  last_run_at: Date | null;
  next_run_at: Date;
};

/**
 * Returns the scheduled jobs. Due jobs are polled every second, so one that is five minutes overdue counts as late, and
 * a failed one that is due again as running.
 */
export async function readJobs(db: PlatformDb): Promise<JobRow[]> {
  const { rows } = await sql<JobRow>`
    select name, last_run_at, next_run_at,
      case when leased_until > now() then 'running'
        when next_run_at < now() - interval '5 minutes' then 'late'
        when last_error is not null and next_run_at <= now() then 'running'
        when last_error is not null then 'failed' else 'waiting' end as state
    from scheduled_job order by name`.execute(db.reads);
  return rows;
}
