/**
 * Returns the last moment of a calendar day in the browser's time zone, as the API takes it; null for no day.
 */
export function endOfDay(day: string): string | null {
  return day === "" ? null : new Date(`${day}T23:59:59`).toISOString();
}

/** Returns the calendar day of a moment in the browser's time zone, for a date field. */
export function dayOf(moment: string | null): string {
  if (moment === null) return "";
  const date = new Date(moment);
  const pad = (value: number) => String(value).padStart(2, "0");
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}

/** Returns null for an empty text field. */
export const orNull = (text: string): string | null => (text.trim() === "" ? null : text);
