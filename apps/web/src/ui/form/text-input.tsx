// Without memoization, the start chunk is smaller.
"use no memo";

import type { LucideIcon } from "lucide-react";
import Lock from "lucide-react/icons/lock";
import type { ComponentProps } from "react";
import { cx } from "../cx.ts";
import { inputClass, type FieldSize } from "./input-style.ts";

export interface TextInputProps extends Omit<ComponentProps<"input">, "size"> {
  size?: FieldSize;
  /** Decoration at the left, for example the magnifier of a search field. */
  icon?: LucideIcon | undefined;
}

/**
 * A single-line text field. If it is read-only, it shows a lock, and the hint of the `Field` should explain the reason.
 */
export function TextInput({
  size = "medium",
  icon: Icon,
  className,
  readOnly = false,
  ...rest
}: TextInputProps) {
  return (
    <span className={cx("relative block min-w-0", className)}>
      {Icon && (
        <Icon
          size={16}
          strokeWidth={2}
          className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-text-3"
          aria-hidden
        />
      )}
      <input
        type="text"
        {...rest}
        readOnly={readOnly}
        className={inputClass({ size, iconLeft: Icon !== undefined, iconRight: readOnly })}
      />
      {readOnly && (
        <Lock
          size={16}
          strokeWidth={2}
          className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-text-3"
          aria-hidden
        />
      )}
    </span>
  );
}
