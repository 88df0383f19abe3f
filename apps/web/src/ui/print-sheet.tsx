import type { ReactNode } from "react";
import { createPortal } from "react-dom";

/**
 * What the printer gets instead of the page (styles in app.css): nothing of it is seen on the screen or read out.
 * One at a time.
 */
export function PrintSheet({ children }: { children: ReactNode }) {
  return createPortal(
    <div data-print-sheet aria-hidden="true" className="hidden">
      {children}
    </div>,
    document.body,
  );
}
