import { useTranslations } from "use-intl";
import { useFormat } from "../../platform/i18n/use-format.ts";

/** Smallest amount shown exactly, in millionths: a hundredth of the currency. */
const smallestMicros = 10_000;

/** Returns a money formatter. Smaller amounts are shown as "less than" the smallest amount, never as zero. */
export function useMoney(): (micros: number, currency: string) => string {
  const t = useTranslations("assistant");
  const format = useFormat();
  return (micros, currency) =>
    micros > 0 && micros < smallestMicros
      ? t("bill.less", { amount: format.money(smallestMicros, currency) })
      : format.money(micros, currency);
}
