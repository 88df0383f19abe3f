import type { Usage, UsageStats } from "@praxisportal/contract/usage/usage.schema";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { changeOf, sameDaysInPreviousMonth, unitsOf } from "../usage-stats.ts";
import { StatTile } from "./stat-tile.tsx";
import { pastUsageQuery } from "../usage.api.ts";
import { useAmounts } from "../use-amounts.ts";
import { Dot } from "../../../ui/label/dotted.tsx";

export interface CostTileProps {
  organizationId: string;
  usage: Pick<Usage, "startDate" | "endDate" | "currency" | "totals" | "otherCurrencies">;
}

/** Shows the cost, its change from the previous month, and the calls that the sum omits. */
export function CostTile({ organizationId, usage }: CostTileProps) {
  const t = useTranslations("usage");
  const amounts = useAmounts(usage.currency);
  const range = sameDaysInPreviousMonth(usage);
  const previousUsage = useQuery(pastUsageQuery(organizationId, range)).data;
  const isSameRange =
    previousUsage?.startDate === range.startDate && previousUsage.currency === usage.currency;
  const change = isSameRange ? changeOf(usage.totals, previousUsage.totals) : null;
  return (
    <StatTile
      title={t("cost.title")}
      value={amounts.money(usage.totals.costMicros)}
      month={amounts.month(usage.startDate)}
    >
      {change !== null && (
        <p className="mt-1 text-small text-text-2 tabular-nums">
          {t("cost.change", {
            change: amounts.change(change),
            from: amounts.shortDay(range.startDate),
            to: amounts.day(range.endDate),
          })}
        </p>
      )}
      <ExcludedCosts totals={usage.totals} otherCurrencies={usage.otherCurrencies} />
    </StatTile>
  );
}

/** Names the calls and currencies that a sum of costs omits or only estimates. */
export function ExcludedCosts({
  totals,
  otherCurrencies,
}: {
  totals: UsageStats;
  otherCurrencies: Usage["otherCurrencies"];
}) {
  const t = useTranslations("usage");
  const format = useFormat();
  const { count, estimatedCount, unpricedCount } = totals;
  return (
    <>
      {estimatedCount > 0 && (
        <p className="mt-1 text-small text-text-2">
          {t("estimated", { share: format.percent(estimatedCount / count, 1), count: estimatedCount })}
        </p>
      )}
      {unpricedCount > 0 && (
        <p className="mt-1 text-small text-warning">{t("unpriced.sum", { count: unpricedCount })}</p>
      )}
      {otherCurrencies.map(({ currency, costMicros }) => (
        <p key={currency} className="mt-1 text-small text-text-2">
          {t("otherCurrency", { amount: format.money(costMicros, currency) })}
        </p>
      ))}
    </>
  );
}

/**
 * Shows the number of calls and their average cost. As on the dashboard, the units are those that count against the
 * organization's limit. For a person, only their own calls count.
 */
export function CallsTile({
  usage,
}: {
  usage: Pick<Usage, "totals" | "currency" | "startDate"> & Partial<Pick<Usage, "budgetTokens">>;
}) {
  const { totals, currency, startDate } = usage;
  const t = useTranslations("usage");
  const format = useFormat();
  const amounts = useAmounts(currency);
  const pricedCount = totals.count - totals.unpricedCount;
  const units = usage.budgetTokens ?? unitsOf(totals);
  // The tables below do not count dictation as units.
  const dictationUnits = units - unitsOf(totals);
  const dictation = t("audio", { length: format.number(totals.audioSeconds / 60, 1) });
  return (
    <StatTile title={t("calls.title")} value={format.number(totals.count)} month={amounts.month(startDate)}>
      <p className="mt-1 text-small text-text-2 tabular-nums">
        {t("amount.units", { count: units })}
        {totals.audioSeconds > 0 && (
          <>
            {dictationUnits > 0 ? (
              `, ${t("calls.dictation", { count: dictationUnits, dictation })}`
            ) : (
              <>
                <Dot />
                {dictation}
              </>
            )}
          </>
        )}
      </p>
      {pricedCount > 0 && (
        <p className="mt-1 text-small text-text-2 tabular-nums">
          {t("calls.average", { amount: amounts.money(Math.round(totals.costMicros / pricedCount)) })}
        </p>
      )}
    </StatTile>
  );
}
