type Moment = Date | string | number;

/** An IANA time zone; undefined is the browser's. */
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

/** Returns the calendar day of a moment in a time zone, `2026-11-23`. */
export function dayIn(timeZone: Zone, moment: Moment): string {
  return localParts(moment, timeZone).day;
}

/** Returns how far the clocks of a time zone are ahead of UTC at a moment, in ms; minutes are exact. */
function offsetMs(timeZone: Zone, moment: number): number {
  const { day, time } = localParts(moment, timeZone);
  const minute = Math.floor(moment / 60_000) * 60_000;
  return Date.parse(`${day}T${time}Z`) - minute;
}

/**
 * Returns the moment at which clocks in a time zone show this local time, `2026-11-23T18:00`. If the time
 * occurs twice, returns the second; moves a skipped time by an hour. Invalid for invalid text.
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
