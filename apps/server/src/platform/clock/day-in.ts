const minuteMs = 60_000;

/**
 * A time zone with the day of the last formatted minute. It is cached, because formatting costs as much as the rest of
 * a call.
 */
type Zone = { format: Intl.DateTimeFormat; minute: number; day: string };
const zones = new Map<string, Zone>();

/** Returns the calendar day of a moment in a time zone as `YYYY-MM-DD`. */
export function dayIn(timeZone: string, instant: Date): string {
  // A day never begins within a minute.
  const minute = Math.floor(instant.getTime() / minuteMs);
  const cachedZone = zones.get(timeZone);
  if (cachedZone?.minute === minute) return cachedZone.day;
  const format =
    cachedZone?.format ??
    new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" });
  const day = format.format(instant);
  zones.set(timeZone, { format, minute, day });
  return day;
}
