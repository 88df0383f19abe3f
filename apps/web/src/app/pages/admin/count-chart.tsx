import { useFormat } from "../../../platform/i18n/use-format.ts";
import { BarChart } from "../../../ui/bar-chart.tsx";

export interface CountBar {
  readonly key: string;
  /** Below the axis, where there is room for it. */
  readonly tick: string;
  /** In words, for the pointer. */
  readonly title: string;
  readonly count: number;
}

interface CountChartProps {
  bars: readonly CountBar[];
  /** What a screen reader gets in place of the picture; the table has the rest. */
  label: string;
  /** Every how many bars there is a tick, counted from the last one. */
  tickEvery: number;
}

const colors = ["bg-chart-2"];

/** Counts over time as bars of one kind. */
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
