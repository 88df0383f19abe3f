// Without memoization, the start chunk is smaller.
"use no memo";

import Check from "lucide-react/icons/check";
import Minus from "lucide-react/icons/minus";
import { useEffect, useRef, type ComponentProps, type ReactNode } from "react";
import { cx } from "../cx.ts";

export interface CheckboxProps extends Omit<
  ComponentProps<"input">,
  "type" | "onChange" | "size" | "checked"
> {
  /** Label next to the box. If absent, `aria-label` is required. */
  label?: ReactNode;
  hint?: ReactNode;
  checked?: boolean | undefined;
  /** True if some of the rows are selected. */
  indeterminate?: boolean;
  onChange?: (checked: boolean) => void;
  /** Enlarges the hit area to 44 px (table rows). */
  wideHit?: boolean;
}

/** A native checkbox of 18 px. */
export function Checkbox(props: CheckboxProps) {
  const { label, hint, indeterminate = false, onChange, wideHit = false, className, ...rest } = props;
  const ref = useRef<HTMLInputElement>(null);
  const Mark = indeterminate ? Minus : Check;

  useEffect(() => {
    // This state has only a property and no attribute.
    if (ref.current) ref.current.indeterminate = indeterminate;
  }, [indeterminate]);

  return (
    <label
      className={cx(
        "relative inline-flex items-start gap-3 text-body text-text",
        wideHit &&
          "align-middle before:absolute before:top-1/2 before:left-2.25 before:size-11 before:-translate-1/2",
        className,
      )}
    >
      <span className="relative mt-px grid size-4.5 shrink-0 place-items-center">
        <input
          {...rest}
          ref={ref}
          type="checkbox"
          onChange={onChange && ((event) => onChange(event.currentTarget.checked))}
          className="peer absolute inset-0 m-0 appearance-none rounded-r-1 border border-field bg-surface transition-colors duration-(--t-quick) checked:border-accent checked:bg-accent indeterminate:border-accent indeterminate:bg-accent aria-invalid:border-danger disabled:border-line-strong disabled:bg-surface-3 forced-colors:appearance-auto"
        />
        <Mark
          size={14}
          strokeWidth={2.5}
          className="pointer-events-none relative hidden text-accent-ink peer-checked:block peer-indeterminate:block peer-disabled:text-text-3 forced-colors:hidden!"
          aria-hidden
        />
      </span>
      {label !== undefined && (
        <span className="min-w-0">
          {label}
          {hint !== undefined && <span className="block text-small text-text-3">{hint}</span>}
        </span>
      )}
    </label>
  );
}
