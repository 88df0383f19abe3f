import { dayCodeMaxMs } from "@praxisportal/contract/limits";
import { dayIn } from "../../platform/clock/day-in.ts";
import { makePrintedGroups, normalizePrintedCode } from "../../platform/crypto/printed-code.ts";

/** Gives 40 bits. A code is tried only after the password, and counts as an attempt at the second factor. */
const groups = 2;

/** Creates a day code such as `K7QX-9M2P`. Only the hash of `plain` is stored. */
export function makeDayCode(): { formatted: string; plain: string } {
  const words = makePrintedGroups(groups);
  return { formatted: words.join("-"), plain: words.join("") };
}

/** Normalizes a typed day code, ignoring spaces, hyphens and case. Returns undefined when it is malformed. */
export function readDayCode(typed: string): string | undefined {
  const plain = normalizePrintedCode(typed);
  return /^[A-Z2-9]{8}$/.test(plain) ? plain : undefined;
}

const minuteMs = 60_000;

/**
 * Returns when a day code that is issued now ends: twelve hours later, or with the last second of the day in the time
 * zone, which is shown as 23:59.
 */
export function endOfDayCode(timeZone: string, now: Date): Date {
  const today = dayIn(timeZone, now);
  const isToday = (minute: number) => dayIn(timeZone, new Date(minute * minuteMs)) === today;
  let last = Math.floor(now.getTime() / minuteMs);
  let next = Math.floor((now.getTime() + dayCodeMaxMs) / minuteMs);
  if (isToday(next)) return new Date(now.getTime() + dayCodeMaxMs);
  // Finds the first minute of tomorrow. Bisects instead of adding hours, because the day of a clock change has 23 or
  // 25.
  while (next - last > 1) {
    const middle = Math.floor((last + next) / 2);
    if (isToday(middle)) last = middle;
    else next = middle;
  }
  return new Date(next * minuteMs - 1000);
}
