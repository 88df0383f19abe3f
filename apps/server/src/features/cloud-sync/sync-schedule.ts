import type { CloudSyncSchedule } from "@praxisportal/contract/cloud-sync/cloud-sync.schema";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** The runs of all organizations are spread over the first hours of the day in UTC. */
const windowMs = 4 * hourMs;
/** A failed run is repeated after this time, unless the next one is due earlier. */
const repeatMs = hourMs;
const weekDays = 7;

const daysToSunday = (date: Date) => (weekDays - date.getUTCDay()) % weekDays;

/**
 * Returns when the next scheduled run is due: each organization has its own moment of the night, and a weekly run is in
 * the night to Sunday.
 */
export function nextRunAt(schedule: CloudSyncSchedule, organizationId: string, after: Date): Date | null {
  if (schedule === "off") return null;
  const share = Number.parseInt(organizationId.slice(-4), 16) / 0x1_00_00;
  const today = Math.floor(after.getTime() / dayMs) * dayMs + Math.floor(share * windowMs);
  const next = today > after.getTime() ? today : today + dayMs;
  return new Date(schedule === "daily" ? next : next + daysToSunday(new Date(next)) * dayMs);
}

/** Returns when a run that failed is repeated, or null without a schedule. */
export function repeatAt(schedule: CloudSyncSchedule, organizationId: string, after: Date): Date | null {
  const next = nextRunAt(schedule, organizationId, after);
  return next === null ? null : new Date(Math.min(next.getTime(), after.getTime() + repeatMs));
}
