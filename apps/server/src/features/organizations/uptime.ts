import type { OrganizationStatistics } from "@praxisportal/contract/organizations/organizations.schema";

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** Minutes recorded on one day (UTC), with the first and last of them. */
export type UptimeDay = { day: string; minutes: number; first_minute: Date; last_minute: Date };

/**
 * Returns availability from recorded minutes: of each day, only the time between the very first record and now counts.
 * A day without a record was a day of downtime.
 */
export function presentUptime(rows: readonly UptimeDay[], now: Date): OrganizationStatistics["uptime"] {
  const since = rows[0]?.first_minute;
  if (since === undefined) return { percent: 100, since: now.toISOString(), days: [] };
  const recordedMinutes = new Map(rows.map((row) => [row.day, row.minutes]));
  // The portal is running, because it responds: the current minute counts even before it is recorded.
  const isNowRecorded = rows.some((row) => row.last_minute.getTime() >= startOfMinute(now));
  const today = now.toISOString().slice(0, 10);
  if (!isNowRecorded) recordedMinutes.set(today, (recordedMinutes.get(today) ?? 0) + 1);
  const days: { day: string; minutes: number; possible: number }[] = [];
  for (let start = startOfDay(since); start <= now.getTime(); start += dayMs) {
    const day = new Date(start).toISOString().slice(0, 10);
    const from = Math.max(start, since.getTime());
    const end = Math.min(start + dayMs, now.getTime());
    const possible = Math.max(1, Math.ceil((end - from) / minuteMs));
    days.push({ day, minutes: Math.min(recordedMinutes.get(day) ?? 0, possible), possible });
  }
  const sum = (pick: (day: (typeof days)[number]) => number) =>
    days.reduce((total, day) => total + pick(day), 0);
  return {
    percent: percentOf(
      sum((day) => day.minutes),
      sum((day) => day.possible),
    ),
    since: since.toISOString(),
    days: days.map(({ day, minutes, possible }) => ({ day, percent: percentOf(minutes, possible) })),
  };
}

function startOfMinute(time: Date): number {
  return Math.floor(time.getTime() / minuteMs) * minuteMs;
}

function startOfDay(time: Date): number {
  return Math.floor(time.getTime() / dayMs) * dayMs;
}

/** Rounds down to two decimals: 99.999 is not 100. */
function percentOf(part: number, total: number): number {
  return Math.floor((part / total) * 10_000) / 100;
}
