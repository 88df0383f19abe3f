import type { TenantOverview } from "@praxisportal/contract/tenants/tenants.schema";
import type * as queries from "./overview.platform-queries.ts";

/** Practices by status; one that nobody has is zero. */
export function presentPractices(
  rows: readonly queries.StatusCount[],
): NonNullable<TenantOverview["organizations"]> {
  const of = (status: string) => Number(rows.find((row) => row.status === status)?.count ?? 0);
  return {
    trial: of("trial"),
    active: of("active"),
    suspended: of("suspended"),
    archived: of("archived"),
    deleted: of("deleted"),
  };
}

/** Places of people by state. */
export function presentPeople(counts: queries.PeopleCounts): NonNullable<TenantOverview["people"]> {
  return {
    active: Number(counts.active),
    pending: Number(counts.pending),
    locked: Number(counts.locked),
    blocked: Number(counts.blocked),
    deactivated: Number(counts.deactivated),
  };
}

/** Refused sign-ins by hour and by day. */
export function presentRefused(
  hours: readonly queries.HourCount[],
  days: readonly queries.DayCount[],
): TenantOverview["refusedSignIns"] {
  return {
    hours: hours.map(({ hour, count }) => ({ hour: hour.toISOString(), count: Number(count) })),
    days: days.map(({ day, count }) => ({ day, count: Number(count) })),
  };
}

/** What happened to security. */
export function presentSecurityEvents(
  rows: readonly queries.SecurityEventRow[],
): TenantOverview["securityEvents"] {
  return rows.map((row) => ({
    action: row.action,
    count: Number(row.count),
    lastAt: row.last_at.toISOString(),
  }));
}

/** What is on its way. */
export function presentOutbox(counts: queries.OutboxCounts): TenantOverview["outbox"] {
  return {
    waiting: Number(counts.waiting),
    retried: Number(counts.retried),
    failed: Number(counts.failed),
    oldestAt: counts.oldest_at?.toISOString() ?? null,
  };
}

/** The scheduled jobs. Why a run failed stands in the log of the server alone: it may name people. */
export function presentJobs(rows: readonly queries.JobRow[]): TenantOverview["jobs"] {
  return rows.map((row) => ({
    name: row.name,
    state: row.state,
    lastRunAt: row.last_run_at?.toISOString() ?? null,
    nextRunAt: row.next_run_at.toISOString(),
  }));
}
