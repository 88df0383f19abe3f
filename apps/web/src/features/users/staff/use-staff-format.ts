import { useFormat } from "../../../platform/i18n/use-format.ts";

/** Formats moments of an employment in full, "25.10.2026, 18:00", because they are printed. */
export function useFullMoment(): (moment: string) => string {
  const format = useFormat();
  return (moment) => `${format.date(moment)}, ${format.time(moment)}`;
}

/** Formats when something ends. The end of a day is its last minute: "10.12., 00:00" reads like the day after. */
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
