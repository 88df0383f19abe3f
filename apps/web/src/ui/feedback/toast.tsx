import { errorBoxAutoHideMs, successBoxAutoHideMs } from "@praxisportal/contract/limits";
import type { LucideIcon } from "lucide-react";
import CircleCheck from "lucide-react/icons/circle-check";
import CircleX from "lucide-react/icons/circle-x";
import Info from "lucide-react/icons/info";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import X from "lucide-react/icons/x";
import { Children, type ReactNode, useRef } from "react";
import { createPortal } from "react-dom";
import { ClockBar } from "../layout/clock-bar.tsx";
import { cx } from "../cx.ts";
import { useSpaceBelow } from "../overlay/use-space-below.ts";
import { useDismissTimer } from "./use-dismiss-timer.ts";
import { useToastPlace } from "./use-toast-place.ts";

export type ToastType = "success" | "info" | "warning" | "error";

const toastStyles: Record<ToastType, { icon: LucideIcon; colorClass: string }> = {
  success: { icon: CircleCheck, colorClass: "text-success" },
  info: { icon: Info, colorClass: "text-info" },
  warning: { icon: TriangleAlert, colorClass: "text-warning" },
  error: { icon: CircleX, colorClass: "text-danger" },
};

/** Long enough to read two lines. Missed toasts remain in the notification list. */
const infoToastMs = 8_000;

/**
 * Returns the milliseconds for which a toast stays, or null if it stays until closed. A toast without a close button
 * disappears after at most 10 s.
 */
export function toastDurationMs(type: ToastType, closable: boolean): number | null {
  if (type === "success") return successBoxAutoHideMs;
  if (type === "info") return infoToastMs;
  return closable ? null : errorBoxAutoHideMs;
}

export interface ToastCardProps {
  type: ToastType;
  title: ReactNode;
  text?: ReactNode;
  /** At most one button or link with `linkClass`. */
  action?: ReactNode;
  /** If absent, the toast has no close button. */
  closeLabel?: string | undefined;
  /** Called when it is closed by the user or by its timeout. */
  onClose: () => void;
  /** Overrides the timeout of the type. Null keeps the toast until it is closed. */
  durationMs?: number | null | undefined;
}

/** One message. Hover and focus pause its timeout. An error must never be shown only in a toast. */
export function ToastCard(props: ToastCardProps) {
  const { type, title, text, action, closeLabel, onClose } = props;
  const { durationMs = toastDurationMs(type, closeLabel !== undefined) } = props;
  const clock = useDismissTimer(durationMs, onClose);
  const { icon: Icon, colorClass } = toastStyles[type];
  return (
    <div
      role={type === "error" ? "alert" : "status"}
      data-type={type}
      {...clock.pauseHandlers}
      className="motion-toast pointer-events-auto relative flex w-full items-start gap-3 overflow-hidden rounded-r-3 border border-line-strong bg-overlay px-4 py-3 text-text shadow-sh-2"
    >
      <Icon size={20} strokeWidth={1.75} className={cx("shrink-0", colorClass)} aria-hidden />
      <div className="min-w-0 flex-1">
        <p className="text-body font-strong">{title}</p>
        {text !== undefined && <p className="text-dense text-text-2">{text}</p>}
        {action !== undefined && <div className="mt-0.5 text-dense">{action}</div>}
      </div>
      {closeLabel !== undefined && (
        <button
          type="button"
          aria-label={closeLabel}
          title={closeLabel}
          onClick={onClose}
          className="-mt-1.5 -mr-2 grid size-8 shrink-0 place-items-center rounded-r-3 text-text-2 hover:bg-surface-3 hover:text-text max-md:size-10"
        >
          <X size={16} strokeWidth={2} aria-hidden />
        </button>
      )}
      {type === "success" && durationMs !== null && (
        <ClockBar durationMs={durationMs} paused={clock.paused} />
      )}
    </div>
  );
}

export interface ToastStackProps {
  label: string;
  /** Set if another element needs the space below 768 px. */
  yields?: boolean;
  children: ReactNode;
}

/**
 * The stack of toasts at the bottom right, newest last, above the buttons of a dialog or selection at the bottom edge.
 * While a dialog reaches under it, the toasts wait until the dialog closes. The caller passes at most three
 * `ToastCard`s. A narrow window shows only the newest one. The stack is mounted at the body, above the backdrop of a
 * dialog. `aria-live` keeps an open dialog from hiding it. It is "off", because each card announces itself.
 */
export function ToastStack({ label, yields = false, children }: ToastStackProps) {
  const stack = useRef<HTMLElement>(null);
  const bottom = useToastPlace(stack, Children.count(children) > 0);
  useSpaceBelow(stack);
  return createPortal(
    <section
      ref={stack}
      aria-label={label}
      aria-live="off"
      data-toasts=""
      {...(bottom ? { style: { bottom: `calc(${bottom}px + 0.5rem)` } } : {})}
      className={cx(
        "pointer-events-none fixed right-4 bottom-[max(1rem,env(safe-area-inset-bottom))] left-4 z-60 ml-auto grid max-w-[360px] gap-3 max-md:max-w-none max-md:[&>:not(:last-child)]:hidden md:right-6 md:bottom-6 md:left-auto md:w-[clamp(20rem,50vw-19.75rem,22.5rem)]",
        yields && "max-md:hidden",
      )}
    >
      {bottom !== null && children}
    </section>,
    document.body,
  );
}
