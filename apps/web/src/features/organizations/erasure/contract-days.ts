import type { Tenant } from "../tenants/tenants.api.ts";

const halfDayMs = 43_200_000;
const dayMs = 86_400_000;

/** Days after the end of a contract in which its data can be read and exported. */
export const retrievalDays = 30;

/**
 * Returns a time on the last day before a moment near midnight. It is half a day earlier, because 30 days after
 * midnight can be an hour off if the clocks change in between.
 */
export function lastDayBefore(moment: string): Date {
  return new Date(Date.parse(moment) - halfDayMs);
}

/** Returns whether the contract of a tenant that was read at `readAt`, in ms, has ended. */
export function contractHasEnded({ notice }: Pick<Tenant, "notice">, readAt: number): boolean {
  return notice !== null && Date.parse(notice.endsAt) <= readAt;
}

/** Returns the day `days` later, `2026-12-31`, or undefined for invalid input. */
export function dayAfter(day: string, days: number): string | undefined {
  const at = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(at) ? undefined : new Date(at + days * dayMs).toISOString().slice(0, 10);
}

/** Returns the last day of the month that follows the month of `day`. */
export function endOfNextMonth(day: string): string {
  const [year = 0, month = 1] = day.split("-").map(Number);
  // Day 0 is the last day of the month before.
  return new Date(Date.UTC(year, month + 1, 0)).toISOString().slice(0, 10);
}
