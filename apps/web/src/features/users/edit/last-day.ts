import { useTimeZone } from "use-intl";
import { dayIn, endOfDay } from "../../../platform/i18n/zoned-time.ts";

/** Converts between the last day of an account, as date fields contain it, and its last moment. */
export function useLastDay() {
  const timeZone = useTimeZone();
  return {
    /** Returns the end of the day in the organization's time zone, as the API expects it, or null for an empty text. */
    momentOf: (day: string): string | null => (day === "" ? null : endOfDay(timeZone, day).toISOString()),
    /** Returns the day in the organization's time zone, or an empty text for null. */
    dayOf: (moment: string | null): string => (moment === null ? "" : dayIn(timeZone, moment)),
  };
}

export type LastDay = ReturnType<typeof useLastDay>;
