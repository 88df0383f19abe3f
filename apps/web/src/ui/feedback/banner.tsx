// Rarely rendered. Without memoization, the start chunk is smaller.
"use no memo";

import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "../cx.ts";
import { wholeWords } from "../label/whole-words.tsx";

export interface BannerProps {
  icon: LucideIcon;
  /** The state in a few words, shown in bold. */
  state: ReactNode;
  text?: ReactNode;
  /** One link or button. It must have `bannerLinkClass`. */
  action?: ReactNode;
  /** The default is a warning. */
  tone?: "info";
}

/** Classes of the link in a banner. */
export const bannerLinkClass = "rounded-r-1 text-dense font-strong text-warning underline underline-offset-3";

/** An application-wide state below the top bar. Pushes the content down and covers nothing. */
export function Banner({ icon: Icon, state, text, action, tone }: BannerProps) {
  return (
    <div
      role="status"
      className={cx(
        "flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-2 md:px-6",
        tone === "info" ? "bg-info-soft text-info" : "bg-warning-soft text-warning",
      )}
    >
      <span className="flex min-w-0 items-center gap-3">
        <Icon size={18} strokeWidth={1.75} className="shrink-0" aria-hidden />
        <strong className="min-w-0 text-body font-strong wrap-anywhere">{wholeWords(state)}</strong>
      </span>
      {text !== undefined && <span className="min-w-0 grow basis-60 text-dense">{text}</span>}
      {action !== undefined && <span className="ml-auto">{action}</span>}
    </div>
  );
}
