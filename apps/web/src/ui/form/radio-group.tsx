import { useId, type ReactNode } from "react";
import { cx } from "../cx.ts";
import { FieldError } from "./field.tsx";

export interface RadioOption<Value extends string> {
  value: Value;
  label: ReactNode;
  hint?: ReactNode;
  disabled?: boolean;
}

export interface RadioGroupProps<Value extends string> {
  label: ReactNode;
  options: readonly RadioOption<Value>[];
  value: Value | null;
  onChange: (value: Value) => void;
  error?: string | undefined;
  className?: string | undefined;
}

/** A single choice with all options visible. */
export function RadioGroup<Value extends string>(props: RadioGroupProps<Value>) {
  const { label, options, value, onChange, error, className } = props;
  const name = useId();
  const errorId = `${name}-error`;
  const isInvalid = error !== undefined;
  return (
    <fieldset
      role="radiogroup"
      // Focusable, because a form moves the focus to its first invalid control.
      tabIndex={isInvalid ? -1 : undefined}
      aria-invalid={isInvalid || undefined}
      aria-describedby={isInvalid ? errorId : undefined}
      className={cx("min-w-0", className)}
    >
      <legend className="mb-2 text-dense font-label text-text">{label}</legend>
      <div className="grid gap-3">
        {options.map((option) => (
          <label key={option.value} className="flex items-start gap-3 text-body text-text">
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              disabled={option.disabled}
              onChange={() => onChange(option.value)}
              className="mt-px size-4.5 shrink-0 appearance-none rounded-full border border-field bg-surface transition-[border-width] duration-(--t-quick) checked:border-[5.5px] checked:border-accent disabled:border-line-strong disabled:bg-surface-3 forced-colors:appearance-auto"
            />
            <span className="min-w-0">
              {option.label}
              {option.hint !== undefined && (
                <span className="block text-small text-text-3">{option.hint}</span>
              )}
            </span>
          </label>
        ))}
      </div>
      {isInvalid && <FieldError id={errorId}>{error}</FieldError>}
    </fieldset>
  );
}
