import type { ReactNode } from "react";

/** A key or key combination. */
export function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd className="inline-flex h-5 items-center rounded-r-1 bg-surface-3 px-1.5 font-sans text-small font-label whitespace-nowrap text-text-2">
      {children}
    </kbd>
  );
}
