import { countAxis } from "./count-axis.ts";
import { cx } from "../cx.ts";

export interface ChartBar {
  readonly key: string;
  /** Label below the axis. Shown if there is room for it. */
  readonly tick: string;
  /** Tooltip text. */
  readonly title: string;
  /** One count per series, the lowest segment first. */
  readonly values: readonly number[];
  /** The additional expected count, drawn as a dashed outline. */
  readonly forecast?: number;
}

export interface BarChartProps {
  bars: readonly ChartBar[];
  /** Background classes of the series, for example `bg-chart-1`. */
  colors: readonly string[];
  /** Accessible name of the chart. The table next to it contains the values. */
  label: string;
  /** Distance between ticks in bars, counted from the last bar. */
  tickEvery: number;
  /** Formats a tick of the count axis. `step` is the distance between ticks. */
  axis: (value: number, step: number) => string;
  /** A limit as a dashed line with its name. */
  limit?: { readonly value: number; readonly label: string } | undefined;
}

/** Leaves room above the line of a limit for its name. */
const labelRoom = 1.1;

/**
 * Bar chart of counts over time that fills the available width without scaling its text. Segments are stacked
 * with a gap.
 */
export function BarChart({ bars, colors, label, tickEvery, axis, limit }: BarChartProps) {
  const sumOf = ({ values, forecast = 0 }: ChartBar) => values.reduce((sum, value) => sum + value, forecast);
  const { top, ticks } = countAxis(Math.max(...bars.map(sumOf), (limit?.value ?? 0) * labelRoom));
  const step = ticks[1] ?? top;
  return (
    <div
      role="img"
      aria-label={label}
      // Reserves space at the right for the last label, which is wider than a narrow bar.
      className="grid grid-cols-[auto_1fr] gap-x-3 pr-5 text-small text-text-3"
    >
      <div className="relative grid h-44 justify-items-end" aria-hidden>
        {ticks.map((tick) => (
          <span key={tick} className="col-start-1 row-start-1 whitespace-nowrap tabular-nums">
            {/* As wide as the widest label; the labels themselves are positioned at their height. */}
            <span className="invisible">{axis(tick, step)}</span>
            <span className="absolute right-0 translate-y-1/2" style={{ bottom: `${(tick / top) * 100}%` }}>
              {axis(tick, step)}
            </span>
          </span>
        ))}
      </div>
      <div className="relative h-44" aria-hidden>
        {ticks.map((tick) => (
          <span
            key={tick}
            className="absolute inset-x-0 border-t border-line"
            style={{ bottom: `${(tick / top) * 100}%` }}
          />
        ))}
        <div className="absolute inset-0 flex items-end">
          {bars.map((bar) => (
            <span key={bar.key} title={bar.title} className="group flex h-full min-w-0 flex-1 items-end">
              {sumOf(bar) > 0 && (
                <span
                  className="mx-auto flex w-3/4 max-w-20 flex-col-reverse group-hover:opacity-80"
                  style={{ height: `${(sumOf(bar) / top) * 100}%` }}
                >
                  <StackedBars values={bar.values} colors={colors} />
                  {bar.forecast !== undefined && bar.forecast > 0 && (
                    <span
                      className="mb-px min-h-1 w-full rounded-t-[2px] border-[1.5px] border-dashed border-chart-2"
                      style={{ flexGrow: bar.forecast, flexBasis: 0 }}
                    />
                  )}
                </span>
              )}
            </span>
          ))}
        </div>
        {limit !== undefined && (
          <span
            className="absolute inset-x-0 border-t-[1.5px] border-dashed border-text-2"
            style={{ bottom: `${(limit.value / top) * 100}%` }}
          >
            <span className="absolute bottom-0.5 left-1 rounded-r-1 bg-surface px-1 font-strong whitespace-nowrap text-text-2">
              {limit.label}
            </span>
          </span>
        )}
      </div>
      <span aria-hidden />
      <div className="mt-1.5 flex h-4" aria-hidden>
        {bars.map(({ key, tick }, index) => (
          <span key={key} className="relative min-w-0 flex-1">
            {(bars.length - 1 - index) % tickEvery === 0 && (
              <span
                className={cx(
                  "absolute left-1/2 -translate-x-1/2 whitespace-nowrap tabular-nums",
                  index === bars.length - 1 && "font-title text-text",
                )}
              >
                {tick}
              </span>
            )}
          </span>
        ))}
      </div>
    </div>
  );
}

function StackedBars({ values, colors }: { values: readonly number[]; colors: readonly string[] }) {
  const visible = values.flatMap((value, index) =>
    value > 0 ? [{ value, color: colors[index] ?? "" }] : [],
  );
  return visible.map(({ value, color }, index) => (
    <span
      key={color}
      className={cx(
        "min-h-0.5 w-full border-surface forced-colors:bg-[CanvasText]",
        index > 0 && "border-b-[1.5px]",
        index === visible.length - 1 && "rounded-t-[2px]",
        color,
      )}
      style={{ flexGrow: value, flexBasis: 0 }}
    />
  ));
}
