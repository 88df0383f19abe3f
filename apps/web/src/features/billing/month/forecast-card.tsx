import type { Quota } from "@praxisportal/contract/billing/billing.schema";
import type { TenantBilling } from "@praxisportal/contract/tenants/subscription.schema";
import { useTranslations } from "use-intl";
import { WriteButton } from "../../../platform/forms/write-block.tsx";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { Meter, meterLevel } from "../../../ui/chart/meter.tsx";
import { StatusBadge } from "../../../ui/label/status-badge.tsx";
import { FigureCard } from "../figure-card.tsx";
import type { MonthCosts } from "./month-costs.ts";

interface ForecastCardProps {
  billing: TenantBilling;
  costs: MonthCosts;
  quota: Quota;
  /** Opens the budget form. Absent without the permission to change it. */
  onBudget?: (() => void) | undefined;
}

/** Shows the forecast of the month's costs, and of the share of the AI budget that they will use. */
export function ForecastCard({ billing, costs: { forecast }, quota, onBudget }: ForecastCardProps) {
  const t = useTranslations("billing");
  const format = useFormat();
  const money = (micros: number) => format.money(micros, billing.currency);
  const limit = quota.limitMicros;
  const expected = limit === null || forecast === null ? null : limit === 0 ? 1 : forecast.ai / limit;
  const isClose = expected !== null && meterLevel(expected) !== "normal";
  return (
    <FigureCard
      title={t("forecast.title")}
      aside={
        isClose && (
          <StatusBadge meaning="warning">
            {t("forecast.about", { share: format.percent(expected) })}
          </StatusBadge>
        )
      }
      figure={forecast === null ? "–" : t("forecast.figure", { amount: money(forecast.total) })}
      unit={forecast === null ? undefined : t("net")}
    >
      <p className="mt-1 text-dense text-text-2 tabular-nums">
        {billing.trialEndsAt !== null
          ? t("forecast.trial")
          : forecast === null
            ? t("forecast.early")
            : t(forecast.overage > 0 ? "forecast.text" : "forecast.textIncluded", {
                ai: money(forecast.ai),
                overage: money(forecast.overage),
              })}
      </p>
      <div className="mt-auto pt-4">
        {limit === null ? (
          <p className="text-dense text-text-2">{t("budget.none")}</p>
        ) : (
          <Budget quota={quota} limit={limit} expected={expected} />
        )}
        <div className="mt-3 flex items-center justify-between gap-3 text-small text-text-3 [&>button]:flex-none">
          <span>{limit === null ? "" : t("budget.effect")}</span>
          {onBudget && (
            <WriteButton
              size="small"
              {...(limit !== null && { "aria-label": t("budget.change") })}
              onClick={onBudget}
            >
              {t(limit === null ? "budget.set" : "change")}
            </WriteButton>
          )}
        </div>
      </div>
    </FigureCard>
  );
}

function Budget({ quota, limit, expected }: { quota: Quota; limit: number; expected: number | null }) {
  const t = useTranslations("billing");
  const format = useFormat();
  const usedMicros = quota.usedMicros + quota.heldMicros;
  const ratio = limit === 0 ? 1 : usedMicros / limit;
  const amounts = {
    used: format.money(usedMicros, quota.currency),
    limit: format.money(limit, quota.currency),
  };
  return (
    <>
      <h3 className="text-dense font-strong text-text">{t("budget.title")}</h3>
      <Meter
        className="mt-1.5"
        label={t("budget.title")}
        valueText={t("budget.used", amounts)}
        ratio={ratio}
        forecastRatio={expected ?? undefined}
        limitMark
      />
      <p className="mt-1.5 flex flex-wrap justify-between gap-x-3 text-small text-text-2 tabular-nums">
        <span>
          {t("budget.today", { share: format.percent(ratio) })}
          {expected !== null && <>, {t("budget.expected", { share: format.percent(expected) })}</>}
        </span>
        <span>{t("budget.used", amounts)}</span>
      </p>
    </>
  );
}
