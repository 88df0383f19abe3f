import { useLocale } from "use-intl";
import { formatDate, formatTime } from "../../../platform/i18n/format.ts";

/** Formats days and moments in the practice's time zone, independent of the browser's. */
export function useStaffFormat(timeZone: string) {
  const locale = useLocale();
  return {
    /** A calendar day, "2026-10-25". */
    day: (day: string) => formatDate(`${day}T12:00:00Z`, { locale, timeZone: "UTC" }),
    /** "25.10.2026, 18:00" */
    moment: (moment: string) =>
      `${formatDate(moment, { locale, timeZone })}, ${formatTime(moment, { locale, timeZone })}`,
  };
}

/** Returns a function that localizes the ISO dates in a message. */
export function useReadableDays() {
  const { day } = useStaffFormat("UTC");
  return (text: string | undefined) => text?.replaceAll(/\d{4}-\d{2}-\d{2}/g, day);
}

/** Returns the local day and time of a moment in a time zone, for date and time fields. */
export function localParts(moment: string | number, timeZone: string): { day: string; time: string } {
  const [day = "", time = ""] = new Intl.DateTimeFormat("sv-SE", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
  })
    .format(new Date(moment))
    .split(" ");
  return { day, time };
}
