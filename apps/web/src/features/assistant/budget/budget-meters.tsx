import type { Quota } from "@praxisportal/contract/billing/billing.schema";
import { useTranslations } from "use-intl";
import { Meter } from "../../../ui/chart/meter.tsx";
import { useMoney } from "../use-money.ts";
import { budgetView, type BudgetView } from "./budget-view.ts";

/** This month's remaining budgets of the user and the organization. */
export function BudgetMeters({ quota }: { quota: Quota }) {
  const t = useTranslations("assistant");
  return (
    <section aria-label={t("budget.title")} className="grid gap-4">
      <BudgetMeter label={t("budget.own")} view={budgetView(quota.own)} currency={quota.currency} />
      <BudgetMeter label={t("budget.organization")} view={budgetView(quota)} currency={quota.currency} />
    </section>
  );
}

function BudgetMeter({ label, view, currency }: { label: string; view: BudgetView; currency: string }) {
  const t = useTranslations("assistant");
  const amount = useAmount(currency);
  const { limit, left, used } = view;
  if (limit === null || left === null)
    return (
      <div className="text-dense">
        <p className="font-label text-text">{label}</p>
        <p className="text-text-2 tabular-nums">{t("budget.unlimited", { used: amount(view, used) })}</p>
      </div>
    );
  const labels =
    view.unit === "money"
      ? t("budget.left", { left: amount(view, left), limit: amount(view, limit) })
      : t("budget.leftUnits", { left, limit });
  return (
    <div className="text-dense">
      <p className="font-label text-text">{label}</p>
      <p className="mb-1.5 text-text-2 tabular-nums">{labels}</p>
      <Meter label={label} valueText={labels} ratio={view.ratio} />
    </div>
  );
}

/** Returns a formatter for budget amounts in their unit. */
export function useAmount(currency: string): (view: Pick<BudgetView, "unit">, amount: number) => string {
  const t = useTranslations("assistant");
  const money = useMoney();
  return ({ unit }, amount) =>
    unit === "money" ? money(amount, currency) : t("budget.tokens", { count: amount });
}
