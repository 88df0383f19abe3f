// Rarely rendered. Without memoization, the chunk is smaller.
"use no memo";

import { errorBoxAutoHideMs, successBoxAutoHideMs } from "@praxisportal/contract/limits";
import type { LucideIcon } from "lucide-react";
import CircleCheck from "lucide-react/icons/circle-check";
import CircleX from "lucide-react/icons/circle-x";
import Info from "lucide-react/icons/info";
import PartyPopper from "lucide-react/icons/party-popper";
import ListChecks from "lucide-react/icons/list-checks";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import X from "lucide-react/icons/x";
import { useState, type ReactNode } from "react";
import { ClockBar } from "../layout/clock-bar.tsx";
import { cx } from "../cx.ts";
import { useDismissTimer } from "./use-dismiss-timer.ts";

export type ErrorVariant = "error" | "warning" | "info";
export type SuccessVariant = "success" | "achievement" | "complete";

interface BoxProps {
  title?: ReactNode;
  children?: ReactNode;
  /** At most one action: a button or link. */
  action?: ReactNode;
  /** Called when the box disappears, automatically or because it was closed. */
  onHide?: (() => void) | undefined;
  className?: string | undefined;
}

export interface ErrorBoxProps extends BoxProps {
  variant?: ErrorVariant;
  /** Stays until the page removes it. */
  persistent?: boolean;
  /** Stays until the user closes it. Requires `closeLabel`. */
  dismissible?: boolean;
  closeLabel?: string;
  /** Milliseconds until a box that is neither persistent nor dismissible disappears. */
  hideAfterMs?: number;
}

export interface SuccessBoxProps extends BoxProps {
  variant?: SuccessVariant;
  /** Milliseconds until it disappears, shown as a bar. */
  hideAfterMs?: number;
  closeLabel?: string;
}

const errorStyles: Record<ErrorVariant, { icon: LucideIcon; box: string; colorClass: string }> = {
  error: { icon: CircleX, box: "border-danger-line bg-danger-soft", colorClass: "text-danger" },
  warning: { icon: TriangleAlert, box: "border-transparent bg-warning-soft", colorClass: "text-warning" },
  info: { icon: Info, box: "border-transparent bg-info-soft", colorClass: "text-info" },
};

const successIcons: Record<SuccessVariant, LucideIcon> = {
  success: CircleCheck,
  achievement: PartyPopper,
  complete: ListChecks,
};

function CloseButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={onClick}
      className="-my-1.5 -mr-2 grid size-8 shrink-0 place-items-center rounded-r-3 text-text-2 hover:text-text"
    >
      <X size={16} strokeWidth={2} aria-hidden />
    </button>
  );
}

function BoxBody(props: BoxProps & { icon: LucideIcon; colorClass: string }) {
  const { icon: Icon, colorClass, title, children, action } = props;
  return (
    <>
      <Icon size={18} strokeWidth={1.75} className={cx("mt-px shrink-0", colorClass)} aria-hidden />
      <div className="min-w-0 flex-1">
        {title !== undefined && <p className="font-strong text-text">{title}</p>}
        {children !== undefined && <div className="text-dense text-text-2">{children}</div>}
        {action !== undefined && <div className="mt-2">{action}</div>}
      </div>
    </>
  );
}

/** An error, warning or note within the page. Disappears after 10 s unless it is persistent or dismissible. */
export function ErrorBox(props: ErrorBoxProps) {
  const { variant = "error", persistent = false, dismissible = false, closeLabel, className } = props;
  const { hideAfterMs = errorBoxAutoHideMs, onHide } = props;
  const [hidden, setHidden] = useState(false);
  const style = errorStyles[variant];

  function hide() {
    setHidden(true);
    onHide?.();
  }

  const clock = useDismissTimer(persistent || dismissible || hidden ? null : hideAfterMs, hide);
  if (hidden) return null;
  return (
    <div
      role={variant === "info" ? "status" : "alert"}
      data-kind={variant}
      {...clock.pauseHandlers}
      className={cx("flex items-start gap-3 rounded-r-3 border px-4 py-3", style.box, className)}
    >
      <BoxBody {...props} icon={style.icon} colorClass={style.colorClass} />
      {dismissible && closeLabel !== undefined && <CloseButton label={closeLabel} onClick={hide} />}
    </div>
  );
}

/** A success message within the page that disappears after 5 s, with a bar that shows the time. */
export function SuccessBox(props: SuccessBoxProps) {
  const { variant = "success", hideAfterMs = successBoxAutoHideMs, onHide, closeLabel, className } = props;
  const [hidden, setHidden] = useState(false);

  function hide() {
    setHidden(true);
    onHide?.();
  }

  const clock = useDismissTimer(hidden ? null : hideAfterMs, hide);
  if (hidden) return null;
  return (
    <div
      role="status"
      data-kind={variant}
      {...clock.pauseHandlers}
      className={cx(
        "relative flex items-start gap-3 overflow-hidden rounded-r-3 border border-transparent bg-success-soft px-4 py-3",
        className,
      )}
    >
      <BoxBody {...props} icon={successIcons[variant]} colorClass="text-success" />
      {closeLabel !== undefined && <CloseButton label={closeLabel} onClick={hide} />}
      <ClockBar durationMs={hideAfterMs} paused={clock.paused} />
    </div>
  );
}
