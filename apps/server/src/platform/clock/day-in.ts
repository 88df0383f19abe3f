const minuteMs = 60_000;

/** A zone with the day of the minute that was asked for last: a format costs as much as a whole call. */
type Zone = { format: Intl.DateTimeFormat; minute: number; day: string };
const zones = new Map<string, Zone>();

/** The calendar day of a moment in a time zone, `YYYY-MM-DD`. */
export function dayIn(timeZone: string, moment: Date): string {
  // No day begins inside a minute.
  const minute = Math.floor(moment.getTime() / minuteMs);
  const known = zones.get(timeZone);
  if (known?.minute === minute) return known.day;
  const format =
    known?.format ??
    new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" });
  const day = format.format(moment);
  zones.set(timeZone, { format, minute, day });
  return day;
}
