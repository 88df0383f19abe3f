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
import { ClockBar } from "./clock-bar.tsx";
import { cx } from "./cx.ts";
import { useLeaveClock } from "./use-leave-clock.ts";

export type ErrorKind = "error" | "warning" | "info";
export type SuccessKind = "success" | "achievement" | "complete";

interface BoxProps {
  title?: ReactNode;
  children?: ReactNode;
  /** At most one action: a button or link. */
  action?: ReactNode;
  /** Called when the box disappears, by itself or closed. */
  onHide?: (() => void) | undefined;
  className?: string | undefined;
}

export interface ErrorBoxProps extends BoxProps {
  kind?: ErrorKind;
  /** Stays until the page removes it. */
  persistent?: boolean;
  /** Stays until the user closes it; needs `closeLabel`. */
  dismissible?: boolean;
  closeLabel?: string;
  /** Milliseconds until a box that is neither persistent nor dismissible disappears. */
  hideAfterMs?: number;
}

export interface SuccessBoxProps extends BoxProps {
  kind?: SuccessKind;
  /** Milliseconds until it disappears; shown as a bar. */
  hideAfterMs?: number;
  closeLabel?: string;
}

const errorLooks: Record<ErrorKind, { icon: LucideIcon; box: string; ink: string }> = {
  error: { icon: CircleX, box: "border-danger-line bg-danger-soft", ink: "text-danger" },
  warning: { icon: TriangleAlert, box: "border-transparent bg-warning-soft", ink: "text-warning" },
  info: { icon: Info, box: "border-transparent bg-info-soft", ink: "text-info" },
};

const successIcons: Record<SuccessKind, LucideIcon> = {
  success: CircleCheck,
  achievement: PartyPopper,
  complete: ListChecks,
};

function CloseButton({ label, onPress }: { label: string; onPress: () => void }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={onPress}
      className="-my-1.5 -mr-2 grid size-8 shrink-0 place-items-center rounded-r-3 text-text-2 hover:text-text"
    >
      <X size={16} strokeWidth={2} aria-hidden />
    </button>
  );
}

function BoxBody(props: BoxProps & { icon: LucideIcon; ink: string }) {
  const { icon: Icon, ink, title, children, action } = props;
  return (
    <>
      <Icon size={18} strokeWidth={1.75} className={cx("mt-px shrink-0", ink)} aria-hidden />
      <div className="min-w-0 flex-1">
        {title !== undefined && <p className="font-strong text-text">{title}</p>}
        {children !== undefined && <div className="text-dense text-text-2">{children}</div>}
        {action !== undefined && <div className="mt-2">{action}</div>}
      </div>
    </>
  );
}

/**
 * An error, warning or note within the page. Disappears after 10 s unless it is persistent or dismissible.
 */
export function ErrorBox(props: ErrorBoxProps) {
  const { kind = "error", persistent = false, dismissible = false, closeLabel, className } = props;
  const { hideAfterMs = errorBoxAutoHideMs, onHide } = props;
  const [hidden, setHidden] = useState(false);
  const look = errorLooks[kind];

  function hide() {
    setHidden(true);
    onHide?.();
  }

  const clock = useLeaveClock(persistent || dismissible || hidden ? null : hideAfterMs, hide);
  if (hidden) return null;
  return (
    <div
      role={kind === "info" ? "status" : "alert"}
      data-kind={kind}
      {...clock.hold}
      className={cx("flex items-start gap-3 rounded-r-3 border px-4 py-3", look.box, className)}
    >
      <BoxBody {...props} icon={look.icon} ink={look.ink} />
      {dismissible && closeLabel !== undefined && <CloseButton label={closeLabel} onPress={hide} />}
    </div>
  );
}

/** A success message within the page that disappears after 5 s, with a bar that shows the time. */
export function SuccessBox(props: SuccessBoxProps) {
  const { kind = "success", hideAfterMs = successBoxAutoHideMs, onHide, closeLabel, className } = props;
  const [hidden, setHidden] = useState(false);

  function hide() {
    setHidden(true);
    onHide?.();
  }

  const clock = useLeaveClock(hidden ? null : hideAfterMs, hide);
  if (hidden) return null;
  return (
    <div
      role="status"
      data-kind={kind}
      {...clock.hold}
      className={cx(
        "relative flex items-start gap-3 overflow-hidden rounded-r-3 border border-transparent bg-success-soft px-4 py-3",
        className,
      )}
    >
      <BoxBody {...props} icon={successIcons[kind]} ink="text-success" />
      {closeLabel !== undefined && <CloseButton label={closeLabel} onPress={hide} />}
      <ClockBar durationMs={hideAfterMs} paused={clock.paused} />
    </div>
  );
}
