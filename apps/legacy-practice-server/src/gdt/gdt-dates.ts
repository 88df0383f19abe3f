import { GdtError } from "./gdt-error.ts";

/** Returns `TTMMJJJJ` as YYYY-MM-DD. @throws {GdtError} when the calendar does not have that day */
export function parseGdtDate(text: string, line?: number): string {
  const match = /^(\d{2})(\d{2})(\d{4})$/.exec(text);
  if (match === null) throw new GdtError("dateInvalid", line);
  const [, day = "", month = "", year = ""] = match;
  const date = `${year}-${month}-${day}`;
  if (!isCalendarDay(date)) throw new GdtError("dateInvalid", line);
  return date;
}

/** Returns YYYY-MM-DD as `TTMMJJJJ`. @throws {GdtError} when the calendar does not have that day */
export function formatGdtDate(date: string): string {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || !isCalendarDay(date)) throw new GdtError("dateInvalid");
  const [year = "", month = "", day = ""] = date.split("-");
  return `${day}${month}${year}`;
}

/** Returns whether a day exists. `Date` moves a day that does not exist to the next month. */
function isCalendarDay(date: string): boolean {
  const parsed = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(date);
}
