import ChevronRight from "lucide-react/icons/chevron-right";
import type { ReactNode } from "react";
import { cx } from "../cx.ts";

export interface DisclosureProps {
  summary: ReactNode;
  /** The content reaches the edges of a card, so the summary has its own padding. */
  flush?: boolean;
  /** True if it is initially open. */
  open?: boolean;
  children: ReactNode;
}

/** Collapsible content below a summary line. Disclosures may be nested. */
export function Disclosure({ summary, flush = false, open = false, children }: DisclosureProps) {
  return (
    <details className="border-t border-line" open={open}>
      <summary
        className={cx(
          "flex min-h-11 cursor-pointer list-none items-center gap-2 py-2 text-dense font-label text-text-2",
          flush ? "focus-inset px-5" : "rounded-r-2",
        )}
      >
        <ChevronRight
          size={16}
          strokeWidth={2}
          aria-hidden
          className="shrink-0 text-text-3 transition-transform duration-(--t-quick) [[open]>summary>&]:rotate-90"
        />
        {summary}
      </summary>
      {children}
    </details>
  );
}
