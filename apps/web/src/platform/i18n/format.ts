import { withMinusSign } from "@praxisportal/contract/languages";

/** Formatting context: BCP 47 locale and IANA time zone (the browser's if absent). */
export interface FormatContext {
  locale: string;
  timeZone?: string | undefined;
}

type Moment = Date | string | number;

const microsPerUnit = 1_000_000;

function toDate(moment: Moment): Date {
  return moment instanceof Date ? moment : new Date(moment);
}

/** Uses the minus sign, and narrow no-break spaces between a number and its unit. */
function typeset(number: string): string {
  return withMinusSign(number.replaceAll(/[\u00A0 ]/g, "\u202F"));
}

const cache = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat>();

/**
 * Returns a cached formatter. Creating one costs more than using it a hundred times, which is noticeable in a table of
 * 100 rows.
 */
function numberFormat(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `n${locale}${JSON.stringify(options)}`;
  const format = (cache.get(key) as Intl.NumberFormat | undefined) ?? new Intl.NumberFormat(locale, options);
  cache.set(key, format);
  return format;
}

function dateFormat(context: FormatContext, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const full = context.timeZone === undefined ? options : { ...options, timeZone: context.timeZone };
  const key = `d${context.locale}${JSON.stringify(full)}`;
  const format =
    (cache.get(key) as Intl.DateTimeFormat | undefined) ?? new Intl.DateTimeFormat(context.locale, full);
  cache.set(key, format);
  return format;
}

/** Formats a number: `1.240.000`. */
export function formatNumber(value: number, { locale }: FormatContext, fractionDigits = 0): string {
  return withMinusSign(numberFormat(locale, { maximumFractionDigits: fractionDigits }).format(value));
}

/** Formats a percentage: `62 %`. `ratio` is 0 to 1. */
export function formatPercent(ratio: number, { locale }: FormatContext, fractionDigits = 0): string {
  return typeset(
    numberFormat(locale, { style: "percent", maximumFractionDigits: fractionDigits }).format(ratio),
  );
}

/** Formats a number for narrow chart axes: `1,2 Mio.` */
export function formatCompact(value: number, { locale }: FormatContext): string {
  return typeset(numberFormat(locale, { notation: "compact", maximumFractionDigits: 1 }).format(value));
}

/** Formats a relative change: `+12 %`, `-3 %`. */
export function formatChange(ratio: number, { locale }: FormatContext): string {
  return typeset(
    numberFormat(locale, { style: "percent", maximumFractionDigits: 0, signDisplay: "exceptZero" }).format(
      ratio,
    ),
  );
}

/**
 * Formats an amount of money: `37,20 €`, `CHF 37.20`. `micros` is the amount in millionths of the currency. With
 * `fractionDigits` above two, small amounts have more digits: `0,0042 €`.
 */
export function formatMoney(
  micros: number,
  currency: string,
  { locale }: FormatContext,
  fractionDigits?: number,
): string {
  const more = fractionDigits === undefined ? {} : { maximumFractionDigits: fractionDigits };
  return typeset(
    numberFormat(locale, { style: "currency", currency, ...more }).format(micros / microsPerUnit),
  );
}

/** Formats a size with decimal units: `1,4 MB`. */
export function formatBytes(bytes: number, { locale }: FormatContext): string {
  const units = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const;
  const step = bytes < 1 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1);
  const options = {
    style: "unit",
    unit: units[step] ?? "byte",
    maximumFractionDigits: step === 0 ? 0 : 1,
  } as const;
  return typeset(numberFormat(locale, options).format(bytes / 1000 ** step));
}

/** Formats a time: `07:31`. */
export function formatTime(moment: Moment, context: FormatContext): string {
  return dateFormat(context, { hour: "2-digit", minute: "2-digit" }).format(toDate(moment));
}

/** Formats a time with seconds, for the audit log: `07:31:05`. */
export function formatTimeExact(moment: Moment, context: FormatContext): string {
  const options = { hour: "2-digit", minute: "2-digit", second: "2-digit" } as const;
  return dateFormat(context, options).format(toDate(moment));
}

/** Formats a date: `23.11.2026`. */
export function formatDate(moment: Moment, context: FormatContext): string {
  return dateFormat(context, { day: "2-digit", month: "2-digit", year: "numeric" }).format(toDate(moment));
}

/** Formats a date without its year: `23.11.` */
export function formatDayOfMonth(moment: Moment, context: FormatContext): string {
  return dateFormat(context, { day: "2-digit", month: "2-digit" }).format(toDate(moment));
}

/** Formats a month: `November 2026`. */
export function formatMonth(moment: Moment, context: FormatContext): string {
  return dateFormat(context, { month: "long", year: "numeric" }).format(toDate(moment));
}

/** Formats a month in short form: `11.2026`. */
export function formatMonthShort(moment: Moment, context: FormatContext): string {
  return dateFormat(context, { month: "2-digit", year: "numeric" }).format(toDate(moment));
}

/** Formats a date in long form: `Montag, 23. November 2026`. */
export function formatDateLong(moment: Moment, context: FormatContext): string {
  const options = { weekday: "long", day: "numeric", month: "long", year: "numeric" } as const;
  return dateFormat(context, options).format(toDate(moment));
}

/** Formats a moment in full, for the tooltip and `<time>`: `Montag, 23. November 2026 um 07:31:05 MEZ`. */
export function formatMomentFull(moment: Moment, context: FormatContext): string {
  return dateFormat(context, { dateStyle: "full", timeStyle: "long" }).format(toDate(moment));
}

const dayMs = 86_400_000;

/** Returns the calendar days between two moments in the time zone: 0 is the same day, 1 the day before `now`. */
function calendarDaysAgo(moment: Date, now: Date, context: FormatContext): number {
  const day = dateFormat(
    { ...context, locale: "en-CA" },
    { year: "numeric", month: "2-digit", day: "2-digit" },
  );
  return Math.round((Date.parse(day.format(now)) - Date.parse(day.format(moment))) / dayMs);
}

function dayWord(days: number, locale: string): string {
  const word = new Intl.RelativeTimeFormat(locale, { numeric: "auto" }).format(-days, "day");
  return word.charAt(0).toLocaleUpperCase(locale) + word.slice(1);
}

/**
 * Formats a moment: `Heute, 07:31`, `Gestern, 18:02`, in the last six months `Fr., 20.11., 17:02`, otherwise
 * `23.11.2025, 17:02`. Relative words are used only for today and yesterday.
 */
export function formatMoment(moment: Moment, context: FormatContext, now: Moment = Date.now()): string {
  const date = toDate(moment);
  const days = calendarDaysAgo(date, toDate(now), context);
  const time = formatTime(date, context);
  if (days === 0 || days === 1) return `${dayWord(days, context.locale)}, ${time}`;
  if (Math.abs(days) > 183) return `${formatDate(date, context)}, ${time}`;
  const options = { weekday: "short", day: "2-digit", month: "2-digit" } as const;
  return `${dateFormat(context, options).format(date)}, ${time}`;
}

/** Formats a moment like `formatMoment`, but within a sentence: `heute, 07:31`. */
export function formatMomentInText(moment: Moment, context: FormatContext, now: Moment = Date.now()): string {
  const text = formatMoment(moment, context, now);
  const days = calendarDaysAgo(toDate(moment), toDate(now), context);
  return days === 0 || days === 1 ? text.charAt(0).toLocaleLowerCase(context.locale) + text.slice(1) : text;
}

/** Formats a moment like `formatMoment`, but without the time: `Heute`, `Gestern`, `23.11.2026`. */
export function formatDay(moment: Moment, context: FormatContext, now: Moment = Date.now()): string {
  const days = calendarDaysAgo(toDate(moment), toDate(now), context);
  return days === 0 || days === 1 ? dayWord(days, context.locale) : formatDate(moment, context);
}
