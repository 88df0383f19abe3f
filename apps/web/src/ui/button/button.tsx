import type { LucideIcon } from "lucide-react";
import { useContext, useId, type ComponentProps, type MouseEvent } from "react";
import { buttonClass, type ButtonVariant, type ButtonSize } from "./button-style.ts";
import { cx } from "../cx.ts";
import { ServerBlockContext } from "./server-block.ts";
import { Spinner } from "../feedback/spinner.tsx";

export interface ButtonProps extends Omit<ComponentProps<"button">, "disabled" | "type"> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  type?: "button" | "submit";
  icon?: LucideIcon | undefined;
  block?: boolean;
  /**
   * True while work on the server is in progress. The button then shows a spinner and `busyLabel`, and ignores further
   * clicks.
   */
  busy?: boolean;
  /** Label while busy. The button always has the width of the longer label. */
  busyLabel?: string | undefined;
  /** True if the action is currently not available. The button stays focusable and shows the reason. */
  disabled?: boolean;
  disabledReason?: string | undefined;
}

/** Returns the attributes that are passed to the element unchanged. */
function plainAttributes(props: ButtonProps): ComponentProps<"button"> {
  const { variant, size, type, icon, block, busy, busyLabel, disabled, disabledReason, ...attributes } =
    props;
  return attributes;
}

/**
 * A button of the design system. Never sets the `disabled` attribute, so that it keeps the focus and shows the reason.
 */
export function Button(props: ButtonProps) {
  const {
    variant = "secondary",
    size = "medium",
    type = "button",
    icon: Icon,
    block = false,
    busy = false,
    busyLabel,
  } = props;
  const { onClick, className, children } = props;
  const serverBlock = useContext(ServerBlockContext);
  const isBlocked = serverBlock !== null && props.busy !== undefined;
  const disabled = isBlocked || props.disabled === true;
  const disabledReason = isBlocked ? serverBlock : props.disabledReason;
  const attributes = plainAttributes(props);
  const reasonId = useId();
  const reason = disabled ? disabledReason : undefined;
  const inert = disabled || busy;
  const iconSize = size === "small" ? 16 : 18;

  function handleClick(event: MouseEvent<HTMLButtonElement>) {
    if (inert) {
      // Also stops implicit form submission, which browsers trigger through this click.
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
        className={cx(buttonClass({ variant, size, block, disabled }), busy && "cursor-progress", className)}
        aria-disabled={inert || undefined}
        aria-busy={busy || undefined}
        aria-describedby={cx(attributes["aria-describedby"], reason && reasonId) || undefined}
        title={reason ?? attributes.title}
        onClick={handleClick}
      >
        {/* Both labels share one cell, so that the width never changes. */}
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
