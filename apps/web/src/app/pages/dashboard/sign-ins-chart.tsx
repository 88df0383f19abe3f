import { signInAxis, type SignInDay } from "./sign-in-scale.ts";

export interface SignInsChartProps {
  days: readonly SignInDay[];
  /** Accessible name of the chart, whose values are in the table. */
  label: string;
  /** Label of a day, for example "11." */
  dayLabel: (day: string) => string;
  /** Tooltip text of a bar. */
  barTitle: (day: SignInDay) => string;
}

/** Size of the chart. Its width is that of the side column, so that its text has the same size as other text. */
const size = { width: 280, height: 148, bottom: 22, top: 8 };
/** Space to the left of the plot, which is a gap and the width of each digit of a label. */
const labelWidths = { gap: 12, digit: 8 };
/** Gap between the two parts of a bar, in the background color. */
const gap = 2;

/**
 * Bars by day, with successful sign-ins at the bottom in chart-1, refused ones on top in chart-2, and a gap between
 * them.
 */
export function SignInsChart({ days, label, dayLabel, barTitle }: SignInsChartProps) {
  const { top, ticks } = signInAxis(days);
  const leftMargin = labelWidths.gap + labelWidths.digit * String(top).length;
  const plotHeight = size.height - size.bottom - size.top;
  const y = (value: number) => size.top + plotHeight * (1 - value / top);
  const step = (size.width - leftMargin) / Math.max(1, days.length);
  const width = Math.min(32, step * 0.7);
  return (
    <svg
      viewBox={`0 0 ${size.width} ${size.height}`}
      role="img"
      aria-label={label}
      className="w-full max-w-96"
    >
      {ticks.map((tick) => (
        <g key={tick}>
          <line
            x1={leftMargin}
            x2={size.width}
            y1={y(tick)}
            y2={y(tick)}
            strokeWidth={1}
            className="stroke-line"
          />
          <text
            x={leftMargin - 8}
            y={y(tick) + 4}
            textAnchor="end"
            className="fill-text-3 text-small tabular-nums"
          >
            {tick}
          </text>
        </g>
      ))}
      {days.map((day, index) => {
        const x = leftMargin + index * step + (step - width) / 2;
        const last = index === days.length - 1;
        const lower = y(day.succeeded);
        const upper = y(day.succeeded + day.failed);
        const lift = day.succeeded > 0 ? gap : 0;
        return (
          <g key={day.day}>
            <title>{barTitle(day)}</title>
            <rect x={x} y={size.top} width={width} height={plotHeight} fill="transparent" />
            {day.succeeded > 0 && (
              <rect x={x} y={lower} width={width} height={y(0) - lower} rx={2} className="fill-chart-1" />
            )}
            {day.failed > 0 && (
              <rect
                x={x}
                y={upper - lift}
                width={width}
                height={Math.max(2, lower - upper)}
                rx={Math.min(2, (lower - upper) / 2)}
                className="fill-chart-2"
              />
            )}
            {(last || (days.length - 1 - index) % 3 === 0) && (
              <text
                x={x + width / 2}
                y={size.height - 4}
                textAnchor="middle"
                className={
                  last
                    ? "fill-text text-small font-title tabular-nums"
                    : "fill-text-3 text-small tabular-nums"
                }
              >
                {dayLabel(day.day)}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}
