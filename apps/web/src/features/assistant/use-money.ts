import { useTranslations } from "use-intl";
import { useFormat } from "../../platform/i18n/use-format.ts";

/** The smallest amount that is told as it is, in millionths: a hundredth of the currency. */
const smallestMicros = 10_000;

/** An amount in words: what is too small for two decimals is told as less than the smallest amount, never as nothing. */
export function useMoney(): (micros: number, currency: string) => string {
  const t = useTranslations("assistant");
  const format = useFormat();
  return (micros, currency) =>
    micros > 0 && micros < smallestMicros
      ? t("bill.less", { amount: format.money(smallestMicros, currency) })
      : format.money(micros, currency);
}
