import { useEffect, useLayoutEffect, useRef, type ReactNode } from "react";
import { createPortal } from "react-dom";
import { positionBeside, type Side } from "./tooltip-position.ts";

export interface TooltipPopupProps {
  anchor: HTMLElement;
  side: Side;
  onStay: () => void;
  onLeave: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** The tooltip next to its anchor, above all other content. Closes on Escape, Tab, scroll and resize. */
export function TooltipPopup(props: TooltipPopupProps) {
  const { anchor, side, onStay, onLeave, onClose, children } = props;
  const popup = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const element = popup.current;
    if (element === null) return;
    const { left, top } = positionBeside(side, anchor.getBoundingClientRect(), {
      width: element.offsetWidth,
      height: element.offsetHeight,
    });
    element.style.left = `${left}px`;
    element.style.top = `${top}px`;
    const frame = requestAnimationFrame(() => element.removeAttribute("data-starting-style"));
    return () => cancelAnimationFrame(frame);
  }, [anchor, side, children]);

  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent) => {
      // Tab leaves the anchor. A tooltip that the pointer keeps open would cover the next focused element.
      if (event.key === "Escape" || event.key === "Tab") onClose();
    };
    document.addEventListener("keydown", handleKeyDown, true);
    window.addEventListener("scroll", onClose, { capture: true, passive: true });
    window.addEventListener("resize", onClose);
    return () => {
      document.removeEventListener("keydown", handleKeyDown, true);
      window.removeEventListener("scroll", onClose, { capture: true });
      window.removeEventListener("resize", onClose);
    };
  }, [onClose]);

  return createPortal(
    <div
      ref={popup}
      aria-hidden
      data-starting-style=""
      onPointerEnter={onStay}
      onPointerLeave={onLeave}
      className="motion-open fixed top-0 left-0 z-60 max-w-72 rounded-r-2 border border-line-strong bg-overlay px-2 py-1 text-small text-text shadow-sh-2"
    >
      {children}
    </div>,
    document.body,
  );
}
