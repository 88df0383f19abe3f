import { dayIn } from "./day-in.ts";

/** Returns the day of the operator at a time, which is that of the platform. */
export function operatorDay(at: Date): string {
  return dayIn("Europe/Berlin", at);
}
