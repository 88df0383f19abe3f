// Without memoization, the start chunk is smaller.
"use no memo";

import { cx } from "../cx.ts";

export type SpinnerSize = "small" | "medium" | "large" | "xlarge";
export type SpinnerType = "default" | "dots" | "ring" | "pulse";

/** Edge length in CSS pixels per size. */
export const spinnerPixels: Record<SpinnerSize, number> = { small: 16, medium: 24, large: 40, xlarge: 64 };

export interface SpinnerProps {
  size?: SpinnerSize;
  /** `default` is an open arc, `ring` the same arc on a full track. */
  type?: SpinnerType;
  /**
   * Describes the content that is being loaded. Without a label, the spinner is hidden from assistive technology, and
   * adjacent text must describe it.
   */
  label?: string | undefined;
  className?: string | undefined;
}

function drawing(type: SpinnerType) {
  if (type === "dots") {
    return [3.5, 12, 20.5].map((x, index) => (
      <circle
        key={x}
        cx={x}
        cy="12"
        r="2.75"
        fill="currentColor"
        className={cx(
          "motion-dot",
          index === 1 && "[animation-delay:160ms]",
          index === 2 && "[animation-delay:320ms]",
        )}
      />
    ));
  }
  if (type === "pulse") {
    return <circle cx="12" cy="12" r="9" fill="currentColor" className="motion-pulse origin-center" />;
  }
  return (
    <g fill="none" stroke="currentColor" strokeWidth="2.25" strokeLinecap="round">
      {type === "ring" && <circle cx="12" cy="12" r="9.5" opacity=".2" />}
      <path d="M12 2.5a9.5 9.5 0 1 1-9.5 9.5" className="motion-spin origin-center" />
    </g>
  );
}

/** Shows that work is in progress. Uses the color of the surrounding text. */
export function Spinner({ size = "medium", type = "default", label, className }: SpinnerProps) {
  const pixels = spinnerPixels[size];
  return (
    <span
      role={label === undefined ? undefined : "status"}
      aria-hidden={label === undefined ? true : undefined}
      data-spinner={type}
      className={cx("inline-flex shrink-0", className)}
    >
      <svg width={pixels} height={pixels} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
        {drawing(type)}
      </svg>
      {label !== undefined && <span className="sr-only">{label}</span>}
    </span>
  );
}
