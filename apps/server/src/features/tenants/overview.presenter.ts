import type { TenantOverview } from "@praxisportal/contract/tenants/tenants.schema";
import type * as queries from "./overview.platform-queries.ts";

/** Returns the numbers of organizations by status; a missing status is zero. */
export function presentOrganizations(
  rows: readonly queries.StatusCount[],
): NonNullable<TenantOverview["organizations"]> {
  const countOf = (status: string) => Number(rows.find((row) => row.status === status)?.count ?? 0);
  return {
    trial: countOf("trial"),
    active: countOf("active"),
    suspended: countOf("suspended"),
    archived: countOf("archived"),
    deleted: countOf("deleted"),
  };
}

export function presentPeople(counts: queries.PeopleCounts): NonNullable<TenantOverview["people"]> {
  return {
    active: Number(counts.active),
    pending: Number(counts.pending),
    locked: Number(counts.locked),
    blocked: Number(counts.blocked),
    deactivated: Number(counts.deactivated),
  };
}

export function presentRefused(
  hours: readonly queries.HourCount[],
  days: readonly queries.DayCount[],
): TenantOverview["refusedSignIns"] {
  return {
    hours: hours.map(({ hour, count }) => ({ hour: hour.toISOString(), count: Number(count) })),
    days: days.map(({ day, count }) => ({ day, count: Number(count) })),
  };
}

export function presentSecurityEvents(
  rows: readonly queries.SecurityEventRow[],
): TenantOverview["securityEvents"] {
  return rows.map((row) => ({
    action: row.action,
    count: Number(row.count),
    lastAt: row.last_at.toISOString(),
  }));
}

export function presentOutbox(counts: queries.OutboxCounts): TenantOverview["outbox"] {
  return {
    waiting: Number(counts.waiting),
    retried: Number(counts.retried),
    failed: Number(counts.failed),
    undeliverable: Number(counts.undeliverable),
    oldestAt: counts.oldest_at?.toISOString() ?? null,
  };
}

/** Returns the scheduled jobs. The error of a failed run appears in the server log only, because it may name people. */
export function presentJobs(rows: readonly queries.JobRow[]): TenantOverview["jobs"] {
  return rows.map((row) => ({
    name: row.name,
    state: row.state,
    lastRunAt: row.last_run_at?.toISOString() ?? null,
    nextRunAt: row.next_run_at.toISOString(),
  }));
}
