import { createHash } from "node:crypto";

const dayMs = 86_400_000;
const minuteMs = 60_000;

/** Days of invented history before the first start of the demo. */
export const seasonDays = 90;

/** Country and time zone of an organization, which determine its working days. */
export type Place = { country: string; timeZone: string };

/** Returns a number from 0 to below 1 that is always the same for the same parts. */
export function chance(...parts: readonly (string | number)[]): number {
  return createHash("sha256").update(parts.join("|")).digest().readUInt32BE(0) / 2 ** 32;
}

/** Returns the calendar day that is some days after another one. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);
}

/** Returns the day of the week; 0 is Sunday. */
export function weekdayOf(day: string): number {
  return new Date(day).getUTCDay();
}

/** Returns the moment that is the given number of minutes after midnight on a day in a time zone. */
export function momentOn(day: string, minutes: number, timeZone: string): Date {
  const asUtc = Date.parse(day) + minutes * minuteMs;
  const name = offsetFormat(timeZone)
    .formatToParts(asUtc)
    .find(({ type }) => type === "timeZoneName")?.value;
  const [, sign, hours = "0", offsetMinutes = "0"] = /([+-])(\d\d):(\d\d)/.exec(name ?? "") ?? [];
  const offset = (Number(hours) * 60 + Number(offsetMinutes)) * (sign === "-" ? -1 : 1);
  return new Date(asUtc - offset * minuteMs);
}

const formats = new Map<string, Intl.DateTimeFormat>();
function offsetFormat(timeZone: string): Intl.DateTimeFormat {
  const cached = formats.get(timeZone);
  const format = cached ?? new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset" });
  formats.set(timeZone, format);
  return format;
}

/** Public holidays with a fixed date: month and day. */
const fixedHolidays: Readonly<Record<string, readonly string[]>> = {
  DE: ["01-01", "05-01", "10-03", "12-24", "12-25", "12-26", "12-31"],
  AT: ["01-01", "01-06", "05-01", "08-15", "10-26", "11-01", "12-08", "12-24", "12-25", "12-26", "12-31"],
  CH: ["01-01", "01-02", "08-01", "12-24", "12-25", "12-26", "12-31"],
};
/** Public holidays by their distance from Easter Sunday. */
const easterHolidays: Readonly<Record<string, readonly number[]>> = {
  DE: [-2, 1, 39, 50],
  AT: [1, 39, 50, 60],
  CH: [-2, 1, 39, 50],
};

/** Returns whether an organization of that country is open on a day. */
function isWorkingDay(day: string, country: string): boolean {
  const weekday = weekdayOf(day);
  if (weekday === 0 || weekday === 6) return false;
  if (fixedHolidays[country]?.includes(day.slice(5))) return false;
  const sinceEaster = Math.round((Date.parse(day) - Date.parse(easterOf(Number(day.slice(0, 4))))) / dayMs);
  return !(easterHolidays[country]?.includes(sinceEaster) ?? false);
}

/** Returns Easter Sunday of a year: the first Sunday after the full moon of spring, by Butcher's method. */
function easterOf(year: number): string {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const e = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - d - (c % 4)) % 7;
  const f = d + e - 7 * Math.floor((a + 11 * d + 22 * e) / 451) + 114;
  return `${year}-${String(Math.floor(f / 31)).padStart(2, "0")}-${String((f % 31) + 1).padStart(2, "0")}`;
}

/** First day and length of the quiet weeks in the middle of the season, when many are on holiday. */
const quietFrom = 38;
const quietDays = 9;

/**
 * Returns how busy an organization is on a day of the season, from 0 to 1: closed on weekends and holidays, growing
 * over the season, quiet in between.
 *
 * @param daysBefore days before the first start of the demo
 */
export function workload(day: string, daysBefore: number, country: string): number {
  if (!isWorkingDay(day, country)) return 0;
  const position = seasonDays - daysBefore;
  const growth = 0.6 + (0.35 * Math.max(0, position)) / seasonDays;
  const isQuiet = position >= quietFrom && position < quietFrom + quietDays;
  return isQuiet ? growth * 0.5 : growth;
}

/** Returns a moment on the last working morning that is at least the given number of days ago. */
export function workingMorning(now: Date, daysAgo: number, { country, timeZone }: Place): Date {
  let day = new Date(now.getTime() - daysAgo * dayMs).toISOString().slice(0, 10);
  while (!isWorkingDay(day, country) || momentOn(day, 9 * 60, timeZone) > now) day = dayAfter(day, -1);
  return momentOn(day, 8 * 60 + 30 + Math.floor(chance("morning", day, daysAgo) * 30), timeZone);
}
