// Without memoization, the start chunk is smaller.
"use no memo";

import type { LucideIcon } from "lucide-react";
import ChevronDown from "lucide-react/icons/chevron-down";
import type { ComponentProps } from "react";
import { cx } from "../cx.ts";
import { inputClass, type FieldSize } from "./input-style.ts";

export interface NativeSelectProps extends Omit<ComponentProps<"select">, "size" | "multiple"> {
  size?: FieldSize;
  icon?: LucideIcon | undefined;
  /** `field` is a form field. `button` has the border of a secondary button (language switch). */
  variant?: "field" | "button";
}

/** A styled native select. Its options are `<option>` children. */
export function NativeSelect(props: NativeSelectProps) {
  const { size = "medium", icon: Icon, variant = "field", className, children, ...rest } = props;
  return (
    <span className={cx("relative block min-w-0", className)}>
      {Icon && (
        <Icon
          size={16}
          strokeWidth={2}
          className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-text-2"
          aria-hidden
        />
      )}
      <select
        {...rest}
        className={cx(
          inputClass({ size, iconLeft: Icon !== undefined, iconRight: true }),
          "appearance-none [&>option]:bg-overlay [&>option]:text-text",
          variant === "button" && "not-focus:border-line-strong",
        )}
      >
        {children}
      </select>
      <ChevronDown
        size={16}
        strokeWidth={2}
        className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-text-2"
        aria-hidden
      />
    </span>
  );
}
