import type { LucideIcon } from "lucide-react";
import { useId, type ComponentProps, type MouseEvent } from "react";
import { buttonClass, type ButtonKind, type ButtonSize } from "./button-style.ts";
import { cx } from "./cx.ts";
import { Spinner } from "./spinner.tsx";

export interface ButtonProps extends Omit<ComponentProps<"button">, "disabled" | "type"> {
  kind?: ButtonKind;
  size?: ButtonSize;
  type?: "button" | "submit";
  icon?: LucideIcon | undefined;
  block?: boolean;
  /** Work is running: a spinner, `busyLabel` if given, and further presses do nothing. */
  busy?: boolean;
  /** Word while busy; the button is as wide as the longer of both words from the start. */
  busyLabel?: string | undefined;
  /** Not usable now. The button stays reachable by keyboard and keeps saying why. */
  disabled?: boolean;
  disabledReason?: string | undefined;
}

/** What may go to the element as it is: everything the component does not handle itself. */
function plainAttributes(props: ButtonProps): ComponentProps<"button"> {
  const { kind, size, type, icon, block, busy, busyLabel, disabled, disabledReason, ...attributes } = props;
  return attributes;
}

/** A button of the design system. Never uses the `disabled` attribute, so that focus and reason stay. */
export function Button(props: ButtonProps) {
  const {
    kind = "secondary",
    size = "medium",
    type = "button",
    icon: Icon,
    block = false,
    busy = false,
    busyLabel,
  } = props;
  const { disabled = false, disabledReason, onClick, className, children } = props;
  const attributes = plainAttributes(props);
  const reasonId = useId();
  const reason = disabled ? disabledReason : undefined;
  const inert = disabled || busy;
  const iconSize = size === "small" ? 16 : 18;

  function press(event: MouseEvent<HTMLButtonElement>) {
    if (inert) {
      // Also stops the implicit submission of a form, which browsers send through this click.
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    onClick?.(event);
  }

  return (
    <>
      <button
        {...attributes}
        type={type}
        className={cx(buttonClass({ kind, size, block, disabled }), busy && "cursor-progress", className)}
        aria-disabled={inert || undefined}
        aria-busy={busy || undefined}
        aria-describedby={cx(attributes["aria-describedby"], reason && reasonId) || undefined}
        title={reason ?? attributes.title}
        onClick={press}
      >
        {/* Both words share one cell, so that the width never changes. */}
        <span className="grid place-items-center">
          <span className={cx("col-start-1 row-start-1 inline-flex items-center gap-2", busy && "invisible")}>
            {Icon && (
              <Icon
                size={iconSize}
                strokeWidth={size === "small" ? 2 : 1.75}
                className="shrink-0"
                aria-hidden
              />
            )}
            {children}
          </span>
          {(busy || busyLabel !== undefined) && (
            <span
              aria-hidden={!busy || undefined}
              className={cx("col-start-1 row-start-1 inline-flex items-center gap-2", !busy && "invisible")}
            >
              <Spinner size="small" />
              {busyLabel ?? children}
            </span>
          )}
        </span>
      </button>
      {reason !== undefined && (
        <span id={reasonId} hidden>
          {reason}
        </span>
      )}
    </>
  );
}
