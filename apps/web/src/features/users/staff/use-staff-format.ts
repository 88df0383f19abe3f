import { useFormat } from "../../../platform/i18n/use-format.ts";

/** Formats moments of an employment in full, "25.10.2026, 18:00", because they are printed. */
export function useFullMoment(): (moment: string) => string {
  const format = useFormat();
  return (moment) => `${format.date(moment)}, ${format.time(moment)}`;
}

/** Returns a function that localizes the ISO dates in a message. */
export function useReadableDays() {
  const { date } = useFormat().calendar;
  return (text: string | undefined) => text?.replaceAll(/\d{4}-\d{2}-\d{2}/g, date);
}
