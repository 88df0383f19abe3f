import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { plansQuery, type Tenant } from "./tenants.api.ts";

/** Returns the net price per month of a tenant's plan, or undefined until the plans are loaded. */
export function usePlanPrice(): (billing: Tenant["billing"]) => string | undefined {
  const t = useTranslations("limits");
  const format = useFormat();
  const { data: plans } = useQuery(plansQuery());
  return ({ plan, currency }) => {
    const price = plans
      ?.find(({ name }) => name === plan)
      ?.prices.find((candidate) => candidate.currency === currency);
    if (price === undefined) return undefined;
    return price.monthly === 0 ? t("free") : format.money(price.monthly, currency);
  };
}
