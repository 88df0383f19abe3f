import ChartColumn from "lucide-react/icons/chart-column";
import Table2 from "lucide-react/icons/table-2";
import { type ReactNode, useState } from "react";
import { useTranslations } from "use-intl";
import { BarChart, type ChartBar } from "../../../ui/chart/bar-chart.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { SegmentedControl } from "../../../ui/form/segmented-control.tsx";
import { type Measure, measures } from "../usage-stats.ts";

/** A series of the chart, as named in the legend. */
export interface ChartSeries {
  readonly name: string;
  readonly color: string;
}

/** A bar and its row in the table. */
export interface ChartRow extends ChartBar {
  /** Name of the day or month in the table. */
  readonly name: string;
}

export interface ChartCardProps {
  title: string;
  /** Header of the first column: day or month. */
  columnHeader: string;
  series: readonly ChartSeries[];
  rows: readonly ChartRow[];
  /** The measures that can be chosen. The default is all measures. */
  offeredMeasures?: readonly Measure[] | undefined;
  measure: Measure;
  onMeasure: (measure: Measure) => void;
  /** Formats a value for table and label. */
  amount: (value: number) => string;
  axis: (value: number, step: number) => string;
  tickEvery: number;
  /** Rendered between header and chart, such as the range picker. */
  children?: ReactNode;
}

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

/** Values over time as a chart or a table. */
export function ChartCard(props: ChartCardProps) {
  const {
    title,
    series,
    rows,
    offeredMeasures = measures,
    measure,
    onMeasure,
    amount,
    axis,
    tickEvery,
    children,
  } = props;
  const t = useTranslations("usage");
  const [asTable, setAsTable] = useState(false);
  const total = sumOf(rows.map(({ values }) => sumOf(values)));
  return (
    <Card
      title={title}
      aside={
        <>
          <SegmentedControl
            label={t("chart.measure")}
            segments={offeredMeasures.map((value) => ({ value, label: t(`measure.${value}`) }))}
            value={measure}
            onChange={onMeasure}
          />
          <SegmentedControl
            label={t("chart.view")}
            iconsOnly
            segments={[
              { value: "chart", label: t("chart.asChart"), icon: ChartColumn },
              { value: "table", label: t("chart.asTable"), icon: Table2 },
            ]}
            value={asTable ? "table" : "chart"}
            onChange={(view) => setAsTable(view === "table")}
          />
        </>
      }
    >
      {children}
      {total === 0 ? (
        <p className="text-dense text-text-2">{t("chart.none")}</p>
      ) : asTable ? (
        <ValuesTable {...props} />
      ) : (
        <>
          {series.length > 1 && <Legend series={series} />}
          <BarChart
            bars={rows}
            colors={series.map(({ color }) => color)}
            label={t("chart.label", { title, amount: amount(total) })}
            tickEvery={tickEvery}
            axis={axis}
          />
        </>
      )}
    </Card>
  );
}

function Legend({ series }: { series: readonly ChartSeries[] }) {
  return (
    <ul className="mb-4 flex flex-wrap gap-x-4 gap-y-1 text-small text-text-2">
      {series.map(({ name, color }) => (
        <li key={name} className="flex items-center gap-1.5">
          <Dot color={color} />
          {name}
        </li>
      ))}
    </ul>
  );
}

/** Shows the color swatch of a series. */
export function Dot({ color }: { color: string }) {
  return <span aria-hidden className={`size-2.5 shrink-0 rounded-[2px] forced-colors:border ${color}`} />;
}

const cell = "border-t border-line py-1.5 pl-4 text-right whitespace-nowrap tabular-nums";
const headerCell = "py-1.5 pl-4 text-right align-bottom font-strong [overflow-wrap:normal] hyphens-none";

function ValuesTable({ title, columnHeader, series, rows, amount }: ChartCardProps) {
  const t = useTranslations("usage");
  const hasParts = series.length > 1;
  return (
    // With many providers the table is wider than a phone: the total comes first, and the scroll area must be
    // focusable.
    <div className="overflow-x-auto" role="region" aria-label={title} tabIndex={0}>
      <table className="w-full text-dense">
        <thead className="text-left text-small text-text-3">
          <tr>
            <th scope="col" className="py-1.5 pr-3 align-bottom font-strong">
              {columnHeader}
            </th>
            <th scope="col" className={headerCell}>
              {t("chart.sum")}
            </th>
            {hasParts &&
              series.map(({ name }) => (
                <th key={name} scope="col" className={headerCell}>
                  {name}
                </th>
              ))}
          </tr>
        </thead>
        <tbody>
          {rows.toReversed().map(({ key, name, values }) => (
            <tr key={key}>
              <th
                scope="row"
                className="border-t border-line py-1.5 pr-3 text-left font-normal whitespace-nowrap"
              >
                {name}
              </th>
              <td className={cell}>{amount(sumOf(values))}</td>
              {hasParts &&
                values.map((value, index) => (
                  <td key={series[index]?.name} className={`${cell} text-text-2`}>
                    {amount(value)}
                  </td>
                ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
