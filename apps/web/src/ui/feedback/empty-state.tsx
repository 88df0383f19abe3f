import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "../cx.ts";

export interface EmptyStateProps {
  icon: LucideIcon;
  title: ReactNode;
  /** One sentence that explains what is missing and why. */
  text?: ReactNode;
  /** One button that resolves the state. */
  action?: ReactNode;
  className?: string | undefined;
}

/** Shown for an empty list, no search results or a missing permission. */
export function EmptyState({ icon: Icon, title, text, action, className }: EmptyStateProps) {
  return (
    <div className={cx("grid justify-items-center px-4 py-12 text-center", className)}>
      <span className="grid size-12 place-items-center rounded-full bg-surface-3 text-text-2">
        <Icon size={20} strokeWidth={1.75} aria-hidden />
      </span>
      <p className="mt-4 text-section text-text">{title}</p>
      {text !== undefined && <p className="mt-1 max-w-[44ch] text-dense text-text-2">{text}</p>}
      {action !== undefined && <div className="mt-4">{action}</div>}
    </div>
  );
}
