import { Tooltip as Base } from "@base-ui/react/tooltip";
import type { ReactElement, ReactNode } from "react";

export interface TooltipProps {
  label: ReactNode;
  side?: "top" | "right" | "bottom" | "left";
  /** One focusable element. */
  children: ReactElement;
}

/**
 * A short text under the pointer or the focus. It repeats the name or adds to it for the eye; it is never the only
 * place of something, and assistive technology does not hear it.
 */
export function Tooltip({ label, side = "top", children }: TooltipProps) {
  return (
    <Base.Root>
      <Base.Trigger delay={400} render={children} />
      <Base.Portal>
        <Base.Positioner positionMethod="fixed" side={side} sideOffset={6} className="z-60" aria-hidden>
          <Base.Popup className="motion-open max-w-72 rounded-r-2 border border-line-strong bg-overlay px-2 py-1 text-small text-text shadow-sh-2">
            {label}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
