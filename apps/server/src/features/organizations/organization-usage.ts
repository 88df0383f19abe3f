import type {
  OrganizationUsage,
  OrganizationUsageQuery,
} from "@praxisportal/contract/organizations/organization-changes.schema";

const dayMs = 86_400_000;
const nothing = { requests: 0, inputTokens: 0, outputTokens: 0, costMicros: 0 };

/** The calendar day of a moment in a time zone. */
function dayIn(timeZone: string, moment: Date): string {
  return new Intl.DateTimeFormat("en-CA", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  }).format(moment);
}

/**
 * Use of a practice by day. No call of the AI is booked by this portal yet, so every figure is the true one: zero.
 * Without a range: this calendar month up to today.
 */
export function presentUsage(
  practice: { id: string; timezone: string; currency: string },
  { startDate, endDate }: OrganizationUsageQuery,
  now: Date,
): OrganizationUsage {
  const today = dayIn(practice.timezone, now);
  const [start, end] = [startDate ?? `${today.slice(0, 7)}-01`, endDate ?? today];
  const first = Date.parse(`${start}T00:00:00Z`);
  const count = Math.round((Date.parse(`${end}T00:00:00Z`) - first) / dayMs) + 1;
  return {
    organizationId: practice.id,
    startDate: start,
    endDate: end,
    timezone: practice.timezone,
    currency: practice.currency,
    totals: nothing,
    days: Array.from({ length: count }, (_, day) => ({
      date: new Date(first + day * dayMs).toISOString().slice(0, 10),
      ...nothing,
    })),
  };
}
