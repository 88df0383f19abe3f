const latest = new Date("9999-12-31T23:59:59.999Z");

/** Limits a time to the years 1970 to 9999, because the database formats other years differently. */
export function storedTime(text: string): Date {
  return new Date(Math.min(Math.max(Date.parse(text), 0), latest.getTime()));
}
