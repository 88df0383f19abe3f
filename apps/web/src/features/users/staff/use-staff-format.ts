import { useFormat } from "../../../platform/i18n/use-format.ts";

/** Returns a function that formats a moment of an employment in full, for print: "25.10.2026, 18:00". */
export function useFullMoment(): (moment: string) => string {
  const format = useFormat();
  return (moment) => `${format.date(moment)}, ${format.time(moment)}`;
}

/**
 * Returns a function that formats an end time. The end of a day is shown as its last minute, because "10.12., 00:00"
 * reads like the day after.
 */
export function useFullEnd(): (moment: string) => string {
  const format = useFormat();
  const fullMoment = useFullMoment();
  return (moment) => {
    const lastMinute = new Date(Date.parse(moment) - 60_000).toISOString();
    return fullMoment(format.date(lastMinute) === format.date(moment) ? moment : lastMinute);
  };
}

/** Returns a function that localizes the ISO dates in a message. */
export function useReadableDays() {
  const { date } = useFormat().calendar;
  return (text: string | undefined) => text?.replaceAll(/\d{4}-\d{2}-\d{2}/g, date);
}
