import type { BillingHistory } from "@praxisportal/contract/billing/billing.schema";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { QueryFallback } from "../../platform/app-state/query-fallback.tsx";
import { useFormat } from "../../platform/i18n/use-format.ts";
import { Card } from "../../ui/layout/card.tsx";
import { measureCell, MeasuresHead } from "./chart/measures-head.tsx";
import { changeOf, unitsOf } from "./usage-stats.ts";
import { monthsQuery } from "../../entities/quota/cost-months.api.ts";
import { useAmounts } from "./use-amounts.ts";

type Month = BillingHistory["data"][number];

/** Returns a closed month's change from the previous month, or null for the current month. */
function changeIn(months: readonly Month[], { month, currency, isClosed, ...stats }: Month): number | null {
  const [year = 0, number = 1] = month.split("-").map(Number);
  const previousMonth = new Date(Date.UTC(year, number - 2, 1)).toISOString().slice(0, 7);
  const previous = months.find(
    (candidate) => candidate.month === previousMonth && candidate.currency === currency,
  );
  return isClosed && previous !== undefined ? changeOf(stats, previous) : null;
}

/** The cost of each month, newest first. */
export function MonthsCard({ organizationId }: { organizationId: string }) {
  const t = useTranslations("usage");
  const query = useQuery(monthsQuery(organizationId));
  const { data } = query;
  if (data === undefined) return <QueryFallback query={query} failedTitle={t("costsFailed")} />;
  if (data.data.length === 0) return null;
  return (
    <Card title={t("months.title")} description={t("months.text")}>
      <table aria-label={t("months.title")} className="w-full text-dense">
        <MeasuresHead nameHeader={t("months.month")} lastHeader={t("months.change")} />
        <tbody>
          {data.data.map((month) => (
            <MonthRow
              key={`${month.month} ${month.currency}`}
              month={month}
              change={changeIn(data.data, month)}
            />
          ))}
        </tbody>
      </table>
    </Card>
  );
}

function MonthRow({ month, change }: { month: Month; change: number | null }) {
  const t = useTranslations("usage");
  const format = useFormat();
  const amounts = useAmounts(month.currency);
  return (
    <tr>
      <th scope="row" className="border-t border-line py-2 pr-3 text-left align-top font-normal text-text">
        {amounts.month(month.startDate)}
        {!month.isClosed && <span className="block text-small text-text-3">{t("months.running")}</span>}
      </th>
      <td className={`${measureCell} max-sm:hidden`}>{format.number(month.count)}</td>
      <td className={`${measureCell} max-md:hidden`}>{format.number(unitsOf(month))}</td>
      <td className={measureCell}>
        {amounts.money(month.costMicros)}
        {month.unpricedCount > 0 && (
          <span className="block text-small text-warning">
            {t("unpriced.some", { count: month.unpricedCount })}
          </span>
        )}
      </td>
      <td className={`${measureCell} text-text-2`}>{change === null ? "–" : amounts.change(change)}</td>
    </tr>
  );
}
