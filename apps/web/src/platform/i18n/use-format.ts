import { useLocale, useTimeZone } from "use-intl";
import * as format from "./format.ts";

type Moment = Date | string | number;

/** Returns the format functions bound to the page's language, country and time zone. */
export function useFormat() {
  const locale = useLocale();
  const context: format.FormatContext = { locale, timeZone: useTimeZone() };
  // A calendar day has no time zone, so its ISO date is read and shown in UTC.
  const calendar: format.FormatContext = { locale, timeZone: "UTC" };
  return {
    number: (value: number, fractionDigits?: number) => format.formatNumber(value, context, fractionDigits),
    percent: (ratio: number, fractionDigits?: number) => format.formatPercent(ratio, context, fractionDigits),
    money: (micros: number, currency: string, fractionDigits?: number) =>
      format.formatMoney(micros, currency, context, fractionDigits),
    compact: (value: number) => format.formatCompact(value, context),
    change: (ratio: number) => format.formatChange(ratio, context),
    bytes: (bytes: number) => format.formatBytes(bytes, context),
    time: (moment: Moment) => format.formatTime(moment, context),
    timeExact: (moment: Moment) => format.formatTimeExact(moment, context),
    date: (moment: Moment) => format.formatDate(moment, context),
    dateLong: (moment: Moment) => format.formatDateLong(moment, context),
    moment: (moment: Moment, now?: Moment) => format.formatMoment(moment, context, now),
    momentInText: (moment: Moment, now?: Moment) => format.formatMomentInText(moment, context, now),
    day: (moment: Moment, now?: Moment) => format.formatDay(moment, context, now),
    momentFull: (moment: Moment) => format.formatMomentFull(moment, context),
    /** Formats for a calendar day (`2026-11-23`). */
    calendar: {
      date: (day: string) => format.formatDate(day, calendar),
      dayOfMonth: (day: string) => format.formatDayOfMonth(day, calendar),
      month: (day: string) => format.formatMonth(day, calendar),
      monthShort: (day: string) => format.formatMonthShort(day, calendar),
    },
  };
}
