import type { UsageStats } from "@praxisportal/contract/usage/usage.schema";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { Card } from "../../../ui/layout/card.tsx";
import { Dot } from "./chart-card.tsx";
import { measureCell, MeasuresHead } from "./measures-head.tsx";
import { unitsOf } from "../usage-stats.ts";
import { useAmounts } from "../use-amounts.ts";

/** Usage of a provider, model or person. */
export interface ShareRow {
  readonly key: string;
  readonly name: ReactNode;
  /** Second line below the name: the provider of a model. */
  readonly below?: string | undefined;
  /** Color of its series in the chart above. */
  readonly color?: string;
  readonly stats: UsageStats;
}

export interface ShareTableProps {
  title: string;
  description?: string;
  /** Header of the first column. */
  columnHeader: string;
  currency: string;
  rows: readonly ShareRow[];
  /** The total that the shares refer to. */
  total: number;
  /** Rendered below the table, such as a note about rows that are left out. */
  footer?: ReactNode;
}

/** Usage by provider, model or person with its share as a bar. */
export function ShareTable({
  title,
  description,
  columnHeader,
  currency,
  rows,
  total,
  footer,
}: ShareTableProps) {
  const t = useTranslations("usage");
  const format = useFormat();
  const share = (stats: UsageStats) => (total === 0 ? 0 : stats.costMicros / total);
  return (
    <Card title={title} {...(description === undefined ? {} : { description })} footer={footer}>
      <table aria-label={title} className="w-full text-dense">
        <MeasuresHead nameHeader={columnHeader} lastHeader={t("share")} />
        <tbody>
          {rows.map(({ key, name, below, color, stats }) => (
            <tr key={key}>
              <th
                scope="row"
                className="w-full border-t border-line py-2 pr-3 text-left align-top font-normal text-text wrap-break-word max-sm:pr-0 max-sm:wrap-anywhere"
              >
                <span className="flex items-baseline gap-2">
                  {color !== undefined && <Dot color={color} />}
                  <span className="min-w-0">
                    {name}
                    {below !== undefined && <span className="block text-small text-text-3">{below}</span>}
                    {stats.audioSeconds > 0 && (
                      <span className="block text-small text-text-3">
                        {t("audio", { length: format.number(stats.audioSeconds / 60, 1) })}
                      </span>
                    )}
                    <span className="block text-small text-text-3 sm:hidden">
                      {t("amount.requests", { count: stats.count })}
                    </span>
                  </span>
                </span>
                <span
                  aria-hidden
                  className="mt-1 block h-1.5 max-w-64 overflow-hidden rounded-full bg-surface-3"
                >
                  <span
                    className={`block h-full rounded-full forced-colors:bg-[CanvasText] ${color ?? "bg-chart-1"}`}
                    style={{ width: `${share(stats) * 100}%` }}
                  />
                </span>
              </th>
              <td className={`${measureCell} max-sm:hidden`}>{format.number(stats.count)}</td>
              <td className={`${measureCell} max-md:hidden`}>{format.number(unitsOf(stats))}</td>
              <td className={measureCell}>
                <Cost stats={stats} currency={currency} />
              </td>
              <td className={`${measureCell} text-text-3`}>
                {stats.unpricedCount === stats.count && stats.count > 0
                  ? "–"
                  : format.percent(share(stats), 1)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length === 0 && <p className="text-dense text-text-2">{t("chart.none")}</p>}
    </Card>
  );
}

/** Shows a cost, and the number of calls without a known price. */
function Cost({ stats, currency }: { stats: UsageStats; currency: string }) {
  const t = useTranslations("usage");
  const amounts = useAmounts(currency);
  const { costMicros, unpricedCount, count } = stats;
  if (count > 0 && unpricedCount === count) return <span className="text-warning">{t("unpriced.all")}</span>;
  return (
    <>
      {amounts.money(costMicros)}
      {unpricedCount > 0 && (
        <span className="block min-w-18 text-small whitespace-normal text-warning">
          {t("unpriced.some", { count: unpricedCount })}
        </span>
      )}
    </>
  );
}
