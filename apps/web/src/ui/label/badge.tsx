import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "../cx.ts";

export type Tone = "success" | "info" | "warning" | "danger" | "neutral";

const tones: Record<Tone, string> = {
  success: "bg-success-soft text-success",
  info: "bg-info-soft text-info",
  warning: "bg-warning-soft text-warning",
  danger: "bg-danger-soft text-danger",
  neutral: "bg-neutral-soft text-neutral",
};

export interface BadgeProps {
  tone: Tone;
  /** Required, because color must never be the only indication of a status. */
  icon: LucideIcon;
  children: ReactNode;
  className?: string | undefined;
}

/**
 * A status as text and icon on a soft background. It takes one line, or several in a table whose columns are too
 * narrow. Not clickable.
 */
export function Badge({ tone, icon: Icon, children, className }: BadgeProps) {
  return (
    <span
      data-tone={tone}
      className={cx(
        "inline-flex min-h-6 max-w-full items-center gap-1 rounded-r-2 px-1.5 py-1 text-small font-label [overflow-wrap:normal] whitespace-nowrap in-[tbody]:whitespace-normal",
        tones[tone],
        className,
      )}
    >
      <Icon size={14} strokeWidth={2} className="shrink-0" aria-hidden />
      <span className="min-w-0">{children}</span>
    </span>
  );
}
