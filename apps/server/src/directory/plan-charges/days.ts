const dayMs = 86_400_000;

const timeOf = (day: string) => Date.parse(`${day}T00:00:00Z`);
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

/** Returns the number of days from one day to another; days are `YYYY-MM-DD`. */
export function daysBetween(from: string, until: string): number {
  return Math.round((timeOf(until) - timeOf(from)) / dayMs);
}

/** Returns the day that is this many days later. */
export function addDays(day: string, count: number): string {
  return dayOf(timeOf(day) + count * dayMs);
}

/** Returns the first day of the month of a day. */
export function monthOf(day: string): string {
  return `${day.slice(0, 7)}-01`;
}

/** Returns the first day of the month that is this many months later. */
export function addMonths(day: string, count: number): string {
  const [year = 0, month = 0] = day.split("-").map(Number);
  return dayOf(Date.UTC(year, month - 1 + count, 1));
}

/** Returns the same day in a later year; 28 February instead of a 29th that does not exist. */
export function addYears(day: string, count: number): string {
  const year = Number(day.slice(0, 4)) + count;
  const isLeap = new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1;
  const monthAndDay = day.slice(4) === "-02-29" && !isLeap ? "-02-28" : day.slice(4);
  return `${String(year).padStart(4, "0")}${monthAndDay}`;
}
