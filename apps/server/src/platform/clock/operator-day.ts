import { dayIn } from "./day-in.ts";

/** Returns the calendar day in the operator's time zone, which is that of the platform. */
export function operatorDay(at: Date): string {
  return dayIn("Europe/Berlin", at);
}
