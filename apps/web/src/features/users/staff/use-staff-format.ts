import { useLocale } from "use-intl";
import { formatDate, formatTime } from "../../../platform/i18n/format.ts";

/** Days and moments as they are meant in the practice, wherever the browser stands. */
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

/** Shows the ISO days of a message as one reads them. */
export function useReadableDays() {
  const { day } = useStaffFormat("UTC");
  return (text: string | undefined) => text?.replaceAll(/\d{4}-\d{2}-\d{2}/g, day);
}

/** Local day and time of a moment in a time zone, as date and time fields take them. */
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
