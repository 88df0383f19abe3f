import type { LucideIcon } from "lucide-react";
import { useId } from "react";
import { cx } from "../cx.ts";

export interface Segment<Value extends string> {
  value: Value;
  label: string;
  icon?: LucideIcon;
}

export interface SegmentedControlProps<Value extends string> {
  /** Accessible name of the group, for example "Darstellung". */
  label: string;
  segments: readonly Segment<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  /** Shows only icons. The labels become accessible names and tooltips. */
  iconsOnly?: boolean;
  className?: string | undefined;
}

/**
 * A single choice of a few options. It uses native radio buttons, so arrow keys work. It is always one row. Below 768
 * px it is as wide as its container and shows no icons next to the labels.
 */
export function SegmentedControl<Value extends string>(props: SegmentedControlProps<Value>) {
  const { label, segments, value, onChange, iconsOnly = false, className } = props;
  const name = useId();
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={cx(
        "inline-flex max-w-full rounded-r-3 border border-line-strong bg-surface p-0.5",
        // The names of icons are tooltips, which are not printed.
        iconsOnly ? "print:hidden" : "max-md:w-full",
        className,
      )}
    >
      {segments.map(({ value: own, label: word, icon: Icon }) => (
        <label
          key={own}
          title={iconsOnly ? word : undefined}
          className={cx(
            "relative inline-flex min-h-9.5 items-center justify-center gap-2 rounded-r-2 text-center text-dense font-nav text-text-2 hyphens-none [overflow-wrap:normal] transition-colors duration-(--t-quick) hover:text-text has-checked:bg-surface-3 has-checked:text-text has-focus-visible:outline-2 has-focus-visible:outline-focus md:min-h-7.5 md:whitespace-nowrap",
            iconsOnly ? "w-10 md:w-8" : "px-2 max-md:flex-auto md:px-3",
          )}
        >
          <input
            type="radio"
            name={name}
            value={own}
            checked={own === value}
            onChange={() => onChange(own)}
            aria-label={iconsOnly ? word : undefined}
            className="absolute inset-0 m-0 cursor-pointer appearance-none outline-none"
          />
          {Icon && (
            <Icon
              size={16}
              strokeWidth={2}
              className={cx("shrink-0", !iconsOnly && "max-md:hidden")}
              aria-hidden
            />
          )}
          {!iconsOnly && word}
        </label>
      ))}
    </div>
  );
}
