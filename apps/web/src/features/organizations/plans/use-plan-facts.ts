import { useTranslations } from "use-intl";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { limitNames } from "../tenants/limits.ts";
import type { Plan } from "../tenants/tenants.api.ts";
import { useLimitFormat } from "../tenants/use-limit-format.ts";

/**
 * Returns a function that formats an amount of a plan in a currency, or else in the plan's first currency. The function
 * returns null if the plan has no price.
 */
export function usePlanAmount(): (prices: Plan["includedAi"], currency: string) => string | null {
  const t = useTranslations("limits");
  const format = useFormat();
  return (prices, currency) => {
    const price = prices.find((candidate) => candidate.currency === currency) ?? prices[0];
    if (price === undefined) return null;
    return price.monthly === 0 ? t("free") : format.money(price.monthly, price.currency);
  };
}

/** Returns a function that lists the price of a plan in a currency and the limits of the plan, as names and values. */
export function usePlanFacts(): (plan: Plan, currency: string) => readonly (readonly [string, string])[] {
  const t = useTranslations("limits");
  const { amount } = useLimitFormat();
  const priceOf = usePlanAmount();
  return (plan, currency) => {
    const price = priceOf(plan.prices, currency);
    const includedAi = priceOf(plan.includedAi, currency);
    return [
      ...(price === null ? [] : [[t("price"), price] as const]),
      ...limitNames.map((name) => [t(`name.${name}`), amount(name, plan[name])] as const),
      ...(includedAi === null || plan.includedAi.every(({ monthly }) => monthly === 0)
        ? []
        : [[t("includedAi"), includedAi] as const]),
    ];
  };
}
