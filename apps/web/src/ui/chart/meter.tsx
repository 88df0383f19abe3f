import { approachingLimitRatio } from "@praxisportal/contract/limits";
import type { ReactNode } from "react";
import { cx } from "../cx.ts";

export type MeterLevel = "normal" | "warning" | "full";

/** Returns the level of a meter: a warning above 80 %, full at 100 %. */
export function meterLevel(ratio: number): MeterLevel {
  if (ratio >= 1) return "full";
  return ratio > approachingLimitRatio ? "warning" : "normal";
}

const fills: Record<MeterLevel, string> = { normal: "bg-accent", warning: "bg-chart-2", full: "bg-danger" };

export interface MeterProps {
  /** Accessible name of what is measured. */
  label: string;
  /** The value as text, for example "37,20 € von 60,00 €". The page also shows it next to the meter. */
  valueText: string;
  /** 0 to 1. Larger values are drawn as full. */
  ratio: number;
  /** Forecast of the final value, 0 to 1. */
  forecastRatio?: number | undefined;
  /** Marks the warning threshold of 80 %. */
  limitMark?: boolean;
  /** Always uses the accent color. Used for progress, which never warns. */
  plain?: boolean;
  className?: string | undefined;
}

function percent(ratio: number): string {
  return `${Math.min(Math.max(ratio, 0), 1) * 100}%`;
}

/** A usage meter, 8 px high. Its value is always shown next to it. */
export function Meter(props: MeterProps) {
  const { label, valueText, ratio, forecastRatio, limitMark = false, plain = false, className } = props;
  const level = plain ? "normal" : meterLevel(ratio);
  return (
    <div
      role={plain ? "progressbar" : "meter"}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(Math.min(Math.max(ratio, 0), 1) * 100)}
      aria-valuetext={valueText}
      data-level={level}
      className={cx("relative h-2 overflow-hidden rounded-r-1 bg-surface-3 forced-colors:border", className)}
    >
      {forecastRatio !== undefined && (
        <span
          className="absolute inset-y-0 left-0 bg-accent-line"
          style={{ width: percent(forecastRatio) }}
        />
      )}
      <span
        className={cx(
          "absolute inset-y-0 left-0 transition-[width] duration-(--t-enter) forced-colors:bg-[Highlight]",
          fills[level],
        )}
        style={{ width: percent(ratio) }}
      />
      {limitMark && (
        <span className="absolute inset-y-0 w-0.5 bg-text" style={{ left: percent(approachingLimitRatio) }} />
      )}
    </div>
  );
}

/** Progress of running work: a meter with its name at the left and its value at the right. */
export function Progress({
  label,
  valueText,
  ratio,
}: {
  label: string;
  valueText: ReactNode & string;
  ratio: number;
}) {
  return (
    <div>
      <div className="mb-2 flex items-baseline justify-between gap-3 text-dense">
        <span className="text-text">{label}</span>
        <span className="whitespace-nowrap text-text-2 tabular-nums">{valueText}</span>
      </div>
      <Meter plain label={label} valueText={valueText} ratio={ratio} />
    </div>
  );
}
