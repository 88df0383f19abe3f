import { cx } from "../cx.ts";

/** Distance between the arches in CSS pixels. */
const step = 32;
/** Radius of the innermost arch. */
const inner = 38.5;
const center = 202;
const top = 201;

/**
 * The logo's arch, repeated, as decoration of the brand area: six arches on the bottom edge. Place it at the
 * bottom right, where the outer arches are cut off.
 */
export function BrandArches({ className }: { className?: string | undefined }) {
  const arches = [0, 1, 2, 3, 4, 5].map((index) => inner + index * step);
  return (
    <svg
      width="250"
      height="306"
      viewBox="0 0 250 306"
      aria-hidden="true"
      focusable="false"
      className={cx("pointer-events-none", className)}
    >
      <g fill="none" strokeWidth="1.5" className="stroke-brand-line">
        {arches.map((radius) => (
          <path
            key={radius}
            d={`M${center - radius} 400V${top}a${radius} ${radius} 0 0 1 ${radius * 2} 0V400`}
          />
        ))}
      </g>
    </svg>
  );
}
