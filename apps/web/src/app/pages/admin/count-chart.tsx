import { useFormat } from "../../../platform/i18n/use-format.ts";
import { BarChart } from "../../../ui/chart/bar-chart.tsx";

export interface CountBar {
  readonly key: string;
  /** Label below the axis, if there is space for it. */
  readonly tick: string;
  /** Tooltip text. */
  readonly title: string;
  readonly count: number;
}

interface CountChartProps {
  bars: readonly CountBar[];
  /** Accessible name of the chart, whose values are in the table. */
  label: string;
  /** Distance between ticks in bars, counted from the last bar. */
  tickEvery: number;
}

const colors = ["bg-chart-2"];

/** Bar chart of one series of counts over time. */
export function CountChart({ bars, label, tickEvery }: CountChartProps) {
  const format = useFormat();
  return (
    <BarChart
      bars={bars.map(({ count, ...bar }) => ({ ...bar, values: [count] }))}
      colors={colors}
      label={label}
      tickEvery={tickEvery}
      axis={(value) => format.number(value)}
    />
  );
}
