import { useEffect, useRef, useState, type ComponentProps } from "react";
import { cx } from "../cx.ts";

export interface CodeInputProps extends Omit<
  ComponentProps<"input">,
  "value" | "onChange" | "type" | "size" | "maxLength"
> {
  value: string;
  onChange: (digits: string) => void;
  /** Called once when the last digit is entered. */
  onComplete?: ((digits: string) => void) | undefined;
  /** Number of digits, shown in two groups. */
  digits?: number;
  /** Shows dots and prevents browsers from filling in or storing the value. */
  secret?: boolean;
}

const emptyInput = { selectionStart: 0, selectionEnd: 0, value: "" };

/** Input for a six-digit code. It is one real input drawn as cells, so that paste, autofill and editing work. */
export function CodeInput({
  value,
  onChange,
  onComplete,
  digits = 6,
  secret = false,
  className,
  ...rest
}: CodeInputProps) {
  const [focused, setFocused] = useState(false);
  const [selected, setSelected] = useState(false);
  const element = useRef<HTMLInputElement>(null);
  const cells = Array.from({ length: digits }, (_, index) => index);
  const active = Math.min(value.length, digits - 1);

  useEffect(() => {
    if (!focused) return;
    const readSelection = () => {
      const { selectionStart, selectionEnd, value: text } = element.current ?? emptyInput;
      setSelected(text !== "" && selectionStart === 0 && selectionEnd === text.length);
    };
    document.addEventListener("selectionchange", readSelection);
    return () => document.removeEventListener("selectionchange", readSelection);
  }, [focused]);

  function change(text: string) {
    const next = text.replaceAll(/\D/g, "").slice(0, digits);
    onChange(next);
    if (next.length === digits && next !== value) onComplete?.(next);
  }

  return (
    <div className={cx("relative", className)}>
      <input
        {...rest}
        type={secret ? "password" : "text"}
        inputMode="numeric"
        autoComplete={secret ? "off" : "one-time-code"}
        pattern="[0-9]*"
        value={value}
        onChange={(event) => change(event.currentTarget.value)}
        onFocus={(event) => {
          element.current = event.currentTarget;
          setFocused(true);
          rest.onFocus?.(event);
        }}
        onBlur={(event) => {
          setFocused(false);
          rest.onBlur?.(event);
        }}
        // The cells below draw the content. The input stays on top, so that a click anywhere focuses it.
        className="absolute inset-0 z-10 w-full cursor-text bg-transparent text-transparent caret-transparent outline-none selection:bg-transparent selection:text-transparent"
      />
      <div
        className={cx(
          "flex gap-2",
          focused && selected && "rounded-r-3 outline-2 outline-offset-2 outline-focus",
        )}
        aria-hidden="true"
      >
        {cells.map((index) => (
          <span
            key={index}
            data-active={focused && index === active}
            className={cx(
              "grid h-14 min-w-0 flex-1 place-items-center rounded-r-3 border text-title tabular-nums text-text",
              focused && selected ? "bg-accent-soft" : "bg-surface",
              index === digits / 2 &&
                "relative ml-3 before:absolute before:-left-4 before:w-2 before:border-t before:border-line-strong",
              rest["aria-invalid"] ? "border-danger" : "border-field",
              focused &&
                !selected &&
                index === active &&
                "border-focus shadow-[0_0_0_1px_var(--focus),0_0_0_4px_var(--accent-soft)] forced-colors:outline-2",
            )}
          >
            {secret && index < value.length ? "•" : (value[index] ?? "")}
          </span>
        ))}
      </div>
    </div>
  );
}
