import type { TenantBilling } from "@praxisportal/contract/tenants/subscription.schema";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { linkClass } from "../../../ui/button/link-style.ts";
import { cx } from "../../../ui/cx.ts";
import { FigureCard } from "../figure-card.tsx";
import type { MonthCosts } from "./month-costs.ts";

interface MonthCardProps {
  billing: TenantBilling;
  costs: MonthCosts;
  /** AI costs of the previous month, or undefined if there are none. */
  previousAiCosts: { readonly month: string; readonly costMicros: number } | undefined;
}

function Row({ name, strong = false, children }: { name: ReactNode; strong?: boolean; children: ReactNode }) {
  return (
    <div
      className={cx(
        "flex items-baseline justify-between gap-4 py-2.5",
        strong ? "border-t border-line-strong font-strong" : "border-b border-line last:border-0",
      )}
    >
      <dt className={strong ? "text-text" : "min-w-0 text-text-2"}>{name}</dt>
      <dd className="whitespace-nowrap text-text tabular-nums">{children}</dd>
    </div>
  );
}

/** Shows the costs of the month so far. The figure is the sum of the calculation below it. */
export function MonthCard({ billing, costs, previousAiCosts }: MonthCardProps) {
  const t = useTranslations("billing");
  const words = useTranslations("limits");
  const format = useFormat();
  const { currency, ai, currentTerm, next } = billing;
  const money = (micros: number) => format.money(micros, currency);
  const { date, dayOfMonth, month } = format.calendar;
  const { planDays } = costs;
  const plan = words(`plan.${billing.plan}`);
  return (
    <FigureCard
      title={t("month.title", { month: month(ai.month.from) })}
      figure={money(costs.total)}
      unit={t("net")}
    >
      <dl className="mt-2 text-dense">
        <Row
          name={
            <>
              <span className="block text-text">{t("month.plan", { plan })}</span>
              <span className="block text-small text-text-3 tabular-nums">
                {planDays !== null
                  ? `${billing.term === "year" ? date(planDays.from) : dayOfMonth(planDays.from)} – ${date(planDays.to)}`
                  : currentTerm === null
                    ? t("month.trial")
                    : t("month.prepaid", { date: date(currentTerm.to) })}
              </span>
            </>
          }
        >
          {money(costs.plan)}
        </Row>
        <Row
          name={
            <>
              <Link to="/usage" className={linkClass}>
                {t("month.ai", { amount: money(ai.costMicros) })}
              </Link>
              <span className="block text-small text-text-3 tabular-nums">
                {t("month.included", {
                  amount: money(Math.min(ai.costMicros, ai.includedMicros)),
                  included: money(ai.includedMicros),
                })}
              </span>
              {previousAiCosts !== undefined && (
                <span className="block text-small text-text-3">
                  {t("month.before", {
                    month: month(previousAiCosts.month),
                    amount: money(previousAiCosts.costMicros),
                  })}
                </span>
              )}
            </>
          }
        >
          {money(costs.overage)}
        </Row>
        <Row strong name={t("month.total")}>
          {money(costs.total)}
        </Row>
      </dl>
      {ai.unpricedCalls > 0 && (
        <p className="mt-1 text-small text-warning">{t("month.unpriced", { count: ai.unpricedCalls })}</p>
      )}
      {next !== null && (
        <p className="mt-1 text-small text-text-2">
          {t("month.next", { plan: words(`plan.${next.plan}`), date: date(next.startsOn) })}
        </p>
      )}
    </FigureCard>
  );
}
