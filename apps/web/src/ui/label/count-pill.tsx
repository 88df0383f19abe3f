import type { ReactNode } from "react";
import { cx } from "../cx.ts";

/** A number next to a label. `current` is true if it belongs to the selected tab. */
export function CountPill({ children, current = false }: { children: ReactNode; current?: boolean }) {
  return (
    <span
      className={cx(
        "inline-flex h-5 min-w-5 items-center justify-center rounded-r-2 px-1.5 text-small font-label whitespace-nowrap tabular-nums",
        current ? "bg-accent-soft text-accent-text" : "bg-surface-3 text-text-2",
      )}
    >
      {children}
    </span>
  );
}
