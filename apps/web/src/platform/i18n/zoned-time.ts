type Moment = Date | string | number;

/** An IANA time zone, or undefined for the browser's. */
export type Zone = string | undefined;

/** Returns the calendar day and the time that clocks in a time zone show, as date and time fields expect them. */
export function localParts(moment: Moment, timeZone: Zone): { day: string; time: string } {
  const [day = "", time = ""] = new Intl.DateTimeFormat("sv-SE", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  })
    .format(new Date(moment))
    .split(" ");
  return { day, time: time.slice(0, 5) };
}

/** Returns the calendar day (`2026-11-23`) of a moment in a time zone. */
export function dayIn(timeZone: Zone, moment: Moment): string {
  return localParts(moment, timeZone).day;
}

/** Returns the offset of a time zone from UTC at a moment, in ms, exact to the minute. */
function offsetMs(timeZone: Zone, moment: number): number {
  const { day, time } = localParts(moment, timeZone);
  const minute = Math.floor(moment / 60_000) * 60_000;
  return Date.parse(`${day}T${time}Z`) - minute;
}

/**
 * Returns the moment at which clocks in a time zone show a local time (`2026-11-23T18:00`). If the time occurs twice,
 * returns the second moment. Moves a skipped time by an hour. Returns an invalid date for an invalid text.
 */
export function momentIn(timeZone: Zone, localTime: string): Date {
  const asUtc = Date.parse(`${localTime}Z`);
  if (Number.isNaN(asUtc)) return new Date(Number.NaN);
  const near = asUtc - offsetMs(timeZone, asUtc);
  return new Date(asUtc - offsetMs(timeZone, near));
}

/** Returns the last second of a calendar day in a time zone. */
export function endOfDay(timeZone: Zone, day: string): Date {
  return momentIn(timeZone, `${day}T23:59:59`);
}
