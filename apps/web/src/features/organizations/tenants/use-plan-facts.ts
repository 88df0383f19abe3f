import { useTranslations } from "use-intl";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { limitNames } from "./limits.ts";
import type { Plan } from "./tenants.api.ts";
import { useLimitFormat } from "./use-limit-format.ts";

/** Returns what a plan costs in a currency and what it includes, as names and values. */
export function usePlanFacts(): (plan: Plan, currency: string) => readonly (readonly [string, string])[] {
  const t = useTranslations("limits");
  const format = useFormat();
  const { amount } = useLimitFormat();
  return (plan, currency) => {
    const moneyIn = (prices: Plan["prices"]) => {
      const price = prices.find((each) => each.currency === currency) ?? prices[0];
      if (price === undefined) return null;
      return price.monthly === 0 ? t("free") : format.money(price.monthly, price.currency);
    };
    const price = moneyIn(plan.prices);
    const includedAi = moneyIn(plan.includedAi);
    return [
      ...(price === null ? [] : [[t("price"), price] as const]),
      ...limitNames.map((name) => [t(`name.${name}`), amount(name, plan[name])] as const),
      ...(includedAi === null || plan.includedAi.every(({ monthly }) => monthly === 0)
        ? []
        : [[t("includedAi"), includedAi] as const]),
    ];
  };
}
