// Without memoization, the start chunk is smaller.
"use no memo";

import { cx } from "../cx.ts";

/** The logo mark: an arch with a small cross in a rounded square. `size` in CSS pixels. */
export function LogoMark({ size = 32, className }: { size?: number; className?: string | undefined }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 32 32"
      aria-hidden="true"
      focusable="false"
      className={cx("shrink-0", className)}
    >
      <rect width="32" height="32" rx="8" className="fill-accent" />
      <g fill="none" strokeLinecap="round" strokeLinejoin="round" className="stroke-accent-ink">
        <path strokeWidth="2.4" d="M9.5 25.2V14a6.5 6.5 0 0 1 13 0v11.2" />
        <path strokeWidth="2.2" d="M16 12.7v7.6M12.2 16.5h7.6" />
      </g>
    </svg>
  );
}

/** Logo mark and name. `size` is the edge of the mark in CSS pixels (32 on the login page, 28 in the sidebar). */
export function Logo({
  name,
  size = 32,
  className,
}: {
  name: string;
  size?: number;
  className?: string | undefined;
}) {
  return (
    <span className={cx("inline-flex items-center gap-3 font-title text-text", className)}>
      <LogoMark size={size} />
      <span
        className={cx(
          "hyphens-none",
          size >= 32 ? "text-[1.125rem] leading-6" : "text-[1.0625rem] leading-6",
        )}
      >
        {name}
      </span>
    </span>
  );
}
