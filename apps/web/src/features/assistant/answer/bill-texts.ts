import type { AiBill } from "@praxisportal/contract/ai/gateway.schema";
import { useTranslations } from "use-intl";
import { useMoney } from "../use-money.ts";

/** Returns a formatter for the cost of a call, followed by its usage. */
export function useBillTexts(): (bill: AiBill) => [cost: string, ...usage: string[]] {
  const t = useTranslations("assistant");
  const money = useMoney();
  return (bill) => {
    const cost = bill.costMicros === null ? t("bill.unpriced") : money(bill.costMicros, bill.currency);
    const usage =
      bill.audioSeconds > 0
        ? t("bill.seconds", { count: bill.audioSeconds })
        : t("bill.tokens", { input: bill.inputTokens, output: bill.outputTokens });
    return [cost, usage, ...(bill.estimated ? [t("bill.estimated")] : [])];
  };
}
