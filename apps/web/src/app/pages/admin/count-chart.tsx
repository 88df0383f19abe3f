import { countAxis } from "../dashboard/sign-in-scale.ts";
import { useFormat } from "../../../platform/i18n/use-format.ts";

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

const gridLine = "absolute inset-x-0 border-t border-line";

/** Counts over time as bars, as wide as there is room; words keep their size. */
export function CountChart({ bars, label, tickEvery }: CountChartProps) {
  const format = useFormat();
  const { top, ticks } = countAxis(Math.max(...bars.map(({ count }) => count)));
  return (
    <div role="img" aria-label={label} className="grid grid-cols-[auto_1fr] gap-x-3 text-small text-text-3">
      <div className="relative h-44" aria-hidden>
        {/* As wide as the widest figure; the figures themselves stand at their height. */}
        <span className="invisible tabular-nums">{format.number(top)}</span>
        {ticks.map((tick) => (
          <span
            key={tick}
            className="absolute right-0 translate-y-1/2 tabular-nums"
            style={{ bottom: `${(tick / top) * 100}%` }}
          >
            {format.number(tick)}
          </span>
        ))}
      </div>
      <div className="relative h-44" aria-hidden>
        {ticks.map((tick) => (
          <span key={tick} className={gridLine} style={{ bottom: `${(tick / top) * 100}%` }} />
        ))}
        <div className="absolute inset-0 flex items-end">
          {bars.map(({ key, title, count }) => (
            <span key={key} title={title} className="group flex h-full min-w-0 flex-1 items-end">
              {count > 0 && (
                <span
                  className="mx-auto min-h-0.5 w-3/4 rounded-t-[2px] bg-chart-2 group-hover:opacity-80 forced-colors:bg-[CanvasText]"
                  style={{ height: `${(count / top) * 100}%` }}
                />
              )}
            </span>
          ))}
        </div>
      </div>
      <span aria-hidden />
      <div className="mt-1.5 flex h-4" aria-hidden>
        {bars.map(({ key, tick }, index) => (
          <span key={key} className="relative min-w-0 flex-1">
            {(bars.length - 1 - index) % tickEvery === 0 && (
              <span
                className={`absolute left-1/2 -translate-x-1/2 whitespace-nowrap tabular-nums ${index === bars.length - 1 ? "font-title text-text" : ""}`}
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
