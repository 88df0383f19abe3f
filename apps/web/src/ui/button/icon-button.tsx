import type { LucideIcon } from "lucide-react";
import { useId, type ComponentProps, type MouseEvent } from "react";
import { cx } from "../cx.ts";
import { Tooltip } from "../overlay/tooltip.tsx";

export interface IconButtonProps extends Omit<
  ComponentProps<"button">,
  "type" | "disabled" | "aria-label" | "title"
> {
  icon: LucideIcon;
  /** Accessible name and tooltip. */
  label: string;
  /** 36 px or 32 px. Below 768 px, 44 px or 40 px. */
  size?: "medium" | "small";
  variant?: "quiet" | "edge";
  tone?: "normal" | "danger";
  disabled?: boolean;
  /** Replaces the tooltip while disabled. */
  disabledReason?: string | undefined;
  tooltipSide?: "top" | "right" | "bottom" | "left";
}

/** An icon-only button, which always has a name and a tooltip. */
export function IconButton(props: IconButtonProps) {
  const { icon: Icon, label, size = "medium", variant = "quiet", tone = "normal", disabled = false } = props;
  const { disabledReason, tooltipSide = "top", className, onClick } = props;
  const attributes = plainAttributes(props);
  const reasonId = useId();
  const reason = disabled ? disabledReason : undefined;

  function handleClick(event: MouseEvent<HTMLButtonElement>) {
    if (disabled) event.preventDefault();
    else onClick?.(event);
  }

  return (
    <Tooltip label={reason ?? label} side={tooltipSide}>
      <button
        {...attributes}
        type="button"
        aria-label={label}
        aria-disabled={disabled || undefined}
        aria-describedby={reason === undefined ? attributes["aria-describedby"] : reasonId}
        onClick={handleClick}
        className={cx(
          "icon-button inline-grid shrink-0 place-items-center rounded-r-3 transition-colors duration-(--t-quick)",
          size === "small" ? "size-10 md:size-8" : "size-11 md:size-9",
          variant === "edge" ? "border border-line-strong bg-surface" : "data-popup-open:bg-surface-3",
          disabled && "text-text-3 opacity-70",
          !disabled && tone === "danger" && "text-danger hover:bg-danger-soft",
          !disabled && tone === "normal" && "text-text-2 hover:bg-surface-3 hover:text-text",
          className,
        )}
      >
        <Icon size={size === "small" ? 16 : 18} strokeWidth={size === "small" ? 2 : 1.75} aria-hidden />
        {reason !== undefined && (
          <span id={reasonId} hidden>
            {reason}
          </span>
        )}
      </button>
    </Tooltip>
  );
}

function plainAttributes(props: IconButtonProps): ComponentProps<"button"> {
  const { icon, label, size, variant, tone, disabled, disabledReason, tooltipSide, ...attributes } = props;
  return attributes;
}
