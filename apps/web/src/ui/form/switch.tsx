import type { ComponentProps, ReactNode } from "react";
import { cx } from "../cx.ts";

export interface SwitchProps extends Omit<
  ComponentProps<"input">,
  "type" | "role" | "onChange" | "checked" | "size"
> {
  label?: ReactNode;
  hint?: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** A switch for settings that take effect at once, 36 × 20 px. */
export function Switch({ label, hint, checked, onChange, className, ...rest }: SwitchProps) {
  return (
    <label className={cx("inline-flex items-start gap-3 text-body text-text", className)}>
      <span className="relative block h-5 w-9 shrink-0">
        <input
          {...rest}
          type="checkbox"
          role="switch"
          aria-checked={checked}
          checked={checked}
          onChange={(event) => onChange(event.currentTarget.checked)}
          className="peer absolute inset-0 m-0 appearance-none rounded-full border border-field bg-surface transition-colors duration-(--t-quick) checked:border-accent checked:bg-accent disabled:opacity-60 forced-colors:appearance-auto"
        />
        <span
          aria-hidden="true"
          className="pointer-events-none absolute top-0.5 left-0.5 size-4 rounded-full bg-field transition-[translate,background-color] duration-(--t-quick) peer-checked:translate-x-4 peer-checked:bg-accent-ink forced-colors:hidden"
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
