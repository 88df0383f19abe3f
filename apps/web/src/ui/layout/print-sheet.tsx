import type { ReactNode } from "react";
import { createPortal } from "react-dom";

/**
 * Content that is printed instead of the page (styles in app.css). Hidden on screen and from assistive technology. Only
 * one may exist at a time.
 */
export function PrintSheet({ children }: { children: ReactNode }) {
  return createPortal(
    <div data-print-sheet aria-hidden="true" className="hidden">
      {children}
    </div>,
    document.body,
  );
}
