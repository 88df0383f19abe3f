const dayMs = 86_400_000;

/** Returns the calendar day of a moment in Berlin, "2026-11-29". */
const berlinDayOf = (moment: number) =>
  new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Berlin" }).format(moment);

/** Returns the calendar day in Berlin `ahead` days from today, "2026-11-29". */
export function berlinDay(ahead = 0): string {
  // Days are counted in UTC, where every day has 24 hours.
  const midnight = new Date(Date.parse(`${berlinDayOf(Date.now())}T00:00:00Z`) + ahead * dayMs);
  return midnight.toISOString().slice(0, 10);
}

const toGerman = (day: string) => day.split("-").toReversed().join(".");

/** Returns the day in the portal's format, "29.11.2026". */
export const germanDay = (ahead = 0) => toGerman(berlinDay(ahead));

/** Returns the day in Berlin `hours` from now, in the portal's format. */
export const germanDayIn = (hours: number) => toGerman(berlinDayOf(Date.now() + hours * 3_600_000));

/** Returns the keys that enter a day in a date field. */
export const dayKeys = (ahead = 0) => germanDay(ahead).replaceAll(".", "");
