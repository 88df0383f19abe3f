const latest = new Date("9999-12-31T23:59:59.999Z");

/** Returns a time as the database can store it: years before 1970 and after 9999 have other formats there. */
export function storedTime(text: string): Date {
  return new Date(Math.min(Math.max(Date.parse(text), 0), latest.getTime()));
}
