import ChartColumn from "lucide-react/icons/chart-column";
import Table2 from "lucide-react/icons/table-2";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { BarChart } from "../../../ui/chart/bar-chart.tsx";
import { SegmentedControl } from "../../../ui/form/segmented-control.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { axisDigits, type CostMonth } from "./month-bars.ts";

interface CostsChartCardProps {
  months: readonly CostMonth[];
  currency: string;
  /** AI costs expected at the end of the last month, or null if there is no forecast. */
  forecast: number | null;
  /** The budget of AI costs, or null if there is none. */
  budget: number | null;
}

/**
 * Maximum number of months for which each month has a label. With more months, every third has one, counted from the
 * last.
 */
const labeledMax = 4;

/** Shows AI costs by month as a chart or a table, with the forecast dashed and the budget as a line. */
export function CostsChartCard({ months, currency, forecast, budget }: CostsChartCardProps) {
  const t = useTranslations("billing");
  const format = useFormat();
  const [view, setView] = useState<"chart" | "table">("chart");
  const money = (micros: number) => format.money(micros, currency);
  const last = months.at(-1);
  const expected = last === undefined || forecast === null ? 0 : Math.max(0, forecast - last.costMicros);
  const swatch = "size-2.5 shrink-0 rounded-[2px]";
  return (
    <Card
      title={t("chart.title")}
      description={t("net")}
      aside={
        <>
          <ul className="mr-2 flex flex-wrap gap-x-4 gap-y-1 text-small text-text-2">
            <li className="flex items-center gap-1.5">
              <span aria-hidden className={`${swatch} bg-chart-1 forced-colors:border`} />
              {t("chart.cost")}
            </li>
            {expected > 0 && (
              <li className="flex items-center gap-1.5">
                <span aria-hidden className={`${swatch} border-[1.5px] border-dashed border-chart-2`} />
                {t("chart.forecast")}
              </li>
            )}
          </ul>
          <SegmentedControl
            label={t("chart.view")}
            iconsOnly
            segments={[
              { value: "chart", label: t("chart.asChart"), icon: ChartColumn },
              { value: "table", label: t("chart.asTable"), icon: Table2 },
            ]}
            value={view}
            onChange={setView}
          />
        </>
      }
    >
      {view === "chart" ? (
        <BarChart
          label={t("chart.label")}
          colors={["bg-chart-1"]}
          tickEvery={months.length > labeledMax ? 3 : 1}
          axis={(value, step) => format.money(value, currency, axisDigits(step))}
          limit={
            budget === null
              ? undefined
              : { value: budget, label: t("chart.budget", { amount: money(budget) }) }
          }
          bars={months.map(({ month, costMicros }) => ({
            key: month,
            tick: format.calendar.monthShort(month),
            title: t("chart.bar", { month: format.calendar.month(month), amount: money(costMicros) }),
            values: [costMicros],
            ...(month === last?.month && { forecast: expected }),
          }))}
        />
      ) : (
        <table aria-label={t("chart.title")} className="w-full text-dense">
          <thead className="text-left text-small text-text-3">
            <tr>
              <th scope="col" className="pb-1.5 font-strong">
                {t("chart.month")}
              </th>
              <th scope="col" className="pb-1.5 text-right font-strong">
                {t("chart.cost")}
              </th>
            </tr>
          </thead>
          <tbody>
            {months.toReversed().map(({ month, costMicros }) => (
              <tr key={month}>
                <th scope="row" className="border-t border-line py-2 text-left font-normal text-text">
                  {format.calendar.month(month)}
                  {month === last?.month && expected > 0 && (
                    <span className="block text-small text-text-3">
                      {t("chart.expected", { amount: money(costMicros + expected) })}
                    </span>
                  )}
                </th>
                <td className="border-t border-line py-2 text-right align-top tabular-nums">
                  {money(costMicros)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}
