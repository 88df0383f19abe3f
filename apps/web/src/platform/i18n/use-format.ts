import { useLocale, useTimeZone } from "use-intl";
import * as format from "./format.ts";

type Moment = Date | string | number;

/** The formatting helpers bound to the language, country and time zone of the page. */
export function useFormat() {
  const locale = useLocale();
  const context: format.FormatContext = { locale, timeZone: useTimeZone() };
  return {
    number: (value: number, fractionDigits?: number) => format.formatNumber(value, context, fractionDigits),
    percent: (ratio: number, fractionDigits?: number) => format.formatPercent(ratio, context, fractionDigits),
    money: (micros: number, currency: string) => format.formatMoney(micros, currency, context),
    bytes: (bytes: number) => format.formatBytes(bytes, context),
    time: (moment: Moment) => format.formatTime(moment, context),
    timeExact: (moment: Moment) => format.formatTimeExact(moment, context),
    date: (moment: Moment) => format.formatDate(moment, context),
    dateLong: (moment: Moment) => format.formatDateLong(moment, context),
    moment: (moment: Moment, now?: Moment) => format.formatMoment(moment, context, now),
    day: (moment: Moment, now?: Moment) => format.formatDay(moment, context, now),
    momentFull: (moment: Moment) => format.formatMomentFull(moment, context),
  };
}
