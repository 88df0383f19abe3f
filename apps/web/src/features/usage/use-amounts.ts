import { useTranslations } from "use-intl";
import { useFormat } from "../../platform/i18n/use-format.ts";
import type { Measure } from "./usage-stats.ts";

const cent = 10_000;
const maxDigits = 6;

/**
 * Returns the digits that show two significant figures of an amount below a cent. `0,00 €` would suggest that the call
 * is free.
 */
function digitsOf(micros: number): number | undefined {
  if (micros <= 0 || micros >= cent) return undefined;
  return Math.min(maxDigits, maxDigits + 1 - Math.floor(Math.log10(micros)));
}

/** Returns the formatters that all usage pages share. */
export function useAmounts(currency: string) {
  const t = useTranslations("usage");
  const format = useFormat();
  const money = (micros: number) => format.money(micros, currency, digitsOf(micros));
  return {
    money,
    day: format.calendar.date,
    /** `21.11.` */
    shortDay: format.calendar.dayOfMonth,
    month: (day: string) => format.calendar.month(day.slice(0, 7)),
    /** `11.2026` */
    shortMonth: (day: string) => format.calendar.monthShort(day.slice(0, 7)),
    amount: (value: number, measure: Measure) =>
      measure === "cost" ? money(value) : t(`amount.${measure}`, { count: value }),
    axis: (measure: Measure) => (value: number, step: number) =>
      measure === "cost"
        ? format.money(value, currency, step < cent ? maxDigits : undefined)
        : format.compact(value),
    /** `+12 %`, `-3 %`. */
    change: (ratio: number) => format.change(ratio),
  };
}
