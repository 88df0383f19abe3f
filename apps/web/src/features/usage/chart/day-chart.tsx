import type { Usage } from "@praxisportal/contract/usage/usage.schema";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { ChartCard, type ChartRow, type ChartSeries } from "./chart-card.tsx";
import { toBars, type DailyStats, type Measure, measureValue, placeIn, seriesOf } from "../usage-stats.ts";
import { useAmounts } from "../use-amounts.ts";

/** Number of date labels that fit below the bars on a phone. */
const maxTicks = 5;

interface StackedBar {
  readonly date: string;
  readonly values: readonly number[];
}

interface StatChartProps {
  title: string;
  /** Absent if the chart shows no costs. */
  currency?: string;
  series: readonly ChartSeries[];
  by: "day" | "month";
  bars: readonly StackedBar[];
  offeredMeasures?: readonly Measure[];
  measure: Measure;
  onMeasure: (measure: Measure) => void;
  children?: React.ReactNode;
}

/** Shows values by day or month as a chart and a table. */
export function StatChart({ currency = "EUR", by, bars, measure, ...card }: StatChartProps) {
  const t = useTranslations("usage");
  const amounts = useAmounts(currency);
  const nameOf = by === "day" ? amounts.day : amounts.month;
  const rows: readonly ChartRow[] = bars.map(({ date, values }) => {
    const amount = amounts.amount(
      values.reduce((sum, value) => sum + value, 0),
      measure,
    );
    const name = nameOf(date);
    const tick = by === "day" ? amounts.shortDay(date) : amounts.shortMonth(date);
    return { key: date, tick, name, title: t("chart.bar", { time: name, amount }), values };
  });
  return (
    <ChartCard
      {...card}
      columnHeader={t(`chart.${by}`)}
      rows={rows}
      measure={measure}
      amount={(value) => amounts.amount(value, measure)}
      axis={amounts.axis(measure)}
      tickEvery={Math.max(1, Math.ceil(rows.length / maxTicks))}
    />
  );
}

/** Shows the daily usage of a period by provider. */
export function ProviderDaysCard({ usage, order }: { usage: Usage; order: readonly string[] }) {
  const t = useTranslations("usage");
  const [measure, setMeasure] = useState<Measure>("cost");
  const series = seriesOf(order);
  const days = new Map(usage.byDay.map(({ date }) => [date, series.map(() => 0)]));
  for (const entry of usage.byDayAndProvider) {
    const values = days.get(entry.date);
    const place = placeIn(series, entry.provider);
    if (values !== undefined) values[place] = (values[place] ?? 0) + measureValue(entry, measure);
  }
  return (
    <StatChart
      title={t("chart.days")}
      currency={usage.currency}
      series={series.map(({ key, color }) => ({
        name: key === null ? t("others") : (usage.byProvider[key]?.name ?? key),
        color,
      }))}
      by="day"
      bars={[...days].map(([date, values]) => ({ date, values }))}
      measure={measure}
      onMeasure={setMeasure}
    />
  );
}

interface DaysCardProps {
  title: string;
  currency: string;
  days: readonly DailyStats[];
  /** Rendered between header and chart. */
  children?: React.ReactNode;
}

/** Shows usage by day, or by month for long ranges. */
export function DaysCard({ title, currency, days, children }: DaysCardProps) {
  const t = useTranslations("usage");
  const [measure, setMeasure] = useState<Measure>("cost");
  const { by, bars } = toBars(days);
  return (
    <StatChart
      title={title}
      currency={currency}
      series={[{ name: t(`measure.${measure}`), color: "bg-chart-1" }]}
      by={by}
      bars={bars.map((bar) => ({ date: bar.date, values: [measureValue(bar, measure)] }))}
      measure={measure}
      onMeasure={setMeasure}
    >
      {children}
    </StatChart>
  );
}
