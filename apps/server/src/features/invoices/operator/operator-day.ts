import { dateInTimeZone } from "@praxisportal/contract/usage/usage.rules";

/** Returns the day of the operator at a time, which is that of the platform. */
export function operatorDay(at: Date): string {
  return dateInTimeZone("Europe/Berlin", at);
}
