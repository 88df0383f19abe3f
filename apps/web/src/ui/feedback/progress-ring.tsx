import type { ReactNode } from "react";
import { cx } from "../cx.ts";

/** Sizes in CSS pixels, fixed by the specification of the expiry dialog. */
const ringRadius = 54;
const ringBox = 120;

const circumference = 2 * Math.PI * ringRadius;

export interface ProgressRingProps {
  /** Remaining share, 1 (full) to 0 (empty). The ring empties clockwise from the top. */
  ratio: number;
  /** True if the last minute has begun. */
  urgent?: boolean;
  /** Content of the center: the remaining time and its unit. */
  children?: ReactNode;
}

/** A ring that empties. It only decorates the text in its center. */
export function ProgressRing({ ratio, urgent = false, children }: ProgressRingProps) {
  const remaining = Math.min(Math.max(ratio, 0), 1);
  return (
    <div className="relative grid size-30 place-items-center">
      <svg
        width={ringBox}
        height={ringBox}
        viewBox={`0 0 ${ringBox} ${ringBox}`}
        aria-hidden="true"
        focusable="false"
        // Rotated so that the stroke starts at the top. The gap opens there and grows clockwise.
        className="absolute inset-0 -rotate-90"
      >
        <circle cx="60" cy="60" r={ringRadius} fill="none" strokeWidth="8" className="stroke-surface-3" />
        <circle
          data-ring="left"
          cx="60"
          cy="60"
          r={ringRadius}
          fill="none"
          strokeWidth="8"
          strokeLinecap="round"
          strokeDasharray={`${circumference * remaining} ${circumference}`}
          strokeDashoffset={-circumference * (1 - remaining)}
          className={cx(
            "transition-[stroke-dashoffset,stroke-dasharray] duration-1000 ease-linear",
            urgent ? "stroke-chart-2" : "stroke-accent",
            remaining === 0 && "opacity-0",
          )}
        />
      </svg>
      <div className="relative text-center tabular-nums">{children}</div>
    </div>
  );
}
