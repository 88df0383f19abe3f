import {
  cloneElement,
  useEffect,
  useState,
  type FocusEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  type SyntheticEvent,
} from "react";
import { preloadable } from "../button/lazy-trigger.tsx";
import type { TooltipPopupProps } from "./tooltip-popup.tsx";
import type { Side } from "./tooltip-position.ts";

/** Downloaded on the first hover or focus. */
export const tooltipPopup = preloadable<TooltipPopupProps>(
  async () => (await import("./tooltip-popup.tsx")).TooltipPopup,
);

/** Hover delay before the tooltip shows. */
const restMs = 400;
/** Long enough for the pointer to cross the gap to the tooltip. */
const leaveMs = 120;

interface Handlers {
  onPointerEnter?: (event: PointerEvent<HTMLElement>) => void;
  onPointerLeave?: (event: PointerEvent<HTMLElement>) => void;
  onPointerDown?: (event: PointerEvent<HTMLElement>) => void;
  onFocus?: (event: FocusEvent<HTMLElement>) => void;
  onBlur?: (event: FocusEvent<HTMLElement>) => void;
}

export interface TooltipProps {
  /** Null: no tooltip for now; the control keeps its element, and with it the focus. */
  label: ReactNode;
  side?: Side;
  /** One focusable element that accepts the event handlers of a DOM element. */
  children: ReactElement<Handlers>;
}

/** Calls both handlers, the element's own first. */
function both<E extends SyntheticEvent>(own: ((event: E) => void) | undefined, added: (event: E) => void) {
  return (event: E) => {
    own?.(event);
    added(event);
  };
}

/** A single timer; starting it again replaces the pending call. */
function createHoverTimer() {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = () => clearTimeout(timer);
  const begin = (ms: number, act: () => void) => {
    end();
    timer = setTimeout(act, ms);
  };
  return { begin, end };
}

/**
 * A short text on hover or focus. It repeats or extends the accessible name visually; it is never the only
 * place of information and is hidden from assistive technology. It stays while the pointer is over it;
 * Escape, a click and scrolling close it.
 */
export function Tooltip({ label, side = "top", children }: TooltipProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [Popup, setPopup] = useState(tooltipPopup.loaded);
  const [wait] = useState(createHoverTimer);
  const { props } = children;

  // The control's name has the same text, so a failed download is not reported.
  const preload = () =>
    tooltipPopup.load().then(
      (loaded) => setPopup(() => loaded),
      () => undefined,
    );

  const after = (ms: number, next: HTMLElement | null) => wait.begin(ms, () => setAnchor(next));
  const now = (next: HTMLElement | null) => {
    wait.end();
    setAnchor(next);
  };
  useEffect(() => wait.end, [wait]);

  return (
    <>
      {cloneElement(children, {
        onPointerEnter: both(props.onPointerEnter, (event) => {
          // Touch triggers the action, not the tooltip.
          if (event.pointerType === "touch") return;
          void preload();
          after(anchor === null ? restMs : 0, event.currentTarget);
        }),
        onPointerLeave: both(props.onPointerLeave, () => after(leaveMs, null)),
        onPointerDown: both(props.onPointerDown, () => now(null)),
        onFocus: both(props.onFocus, ({ currentTarget }) => {
          if (!currentTarget.matches(":focus-visible")) return;
          void preload();
          now(currentTarget);
        }),
        onBlur: both(props.onBlur, () => now(null)),
      })}
      {anchor !== null && Popup !== undefined && label !== null && (
        <Popup
          anchor={anchor}
          side={side}
          onStay={wait.end}
          onLeave={() => after(leaveMs, null)}
          onClose={() => now(null)}
        >
          {label}
        </Popup>
      )}
    </>
  );
}
