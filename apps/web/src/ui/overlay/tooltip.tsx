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

/** Hover delay before the tooltip appears. */
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
  /** Null for no tooltip. The control keeps its element and therefore the focus. */
  label: ReactNode;
  side?: Side;
  /** One focusable element that accepts the event handlers of a DOM element. */
  children: ReactElement<Handlers>;
}

/** Returns a handler that calls the element's own handler and then the added handler. */
function chainHandlers<E extends SyntheticEvent>(
  ownHandler: ((event: E) => void) | undefined,
  addedHandler: (event: E) => void,
) {
  return (event: E) => {
    ownHandler?.(event);
    addedHandler(event);
  };
}

/** Creates a timer. Starting it again replaces the pending call. */
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
 * A short text on hover or focus. It repeats or extends the accessible name visually. It must never be the only source
 * of information, because it is hidden from assistive technology. It stays while the pointer is over it. Escape, a
 * click and scrolling close it.
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

  const setAnchorAfter = (ms: number, next: HTMLElement | null) => wait.begin(ms, () => setAnchor(next));
  const setAnchorNow = (next: HTMLElement | null) => {
    wait.end();
    setAnchor(next);
  };
  useEffect(() => wait.end, [wait]);

  return (
    <>
      {cloneElement(children, {
        onPointerEnter: chainHandlers(props.onPointerEnter, (event) => {
          // Touch triggers the action and shows no tooltip.
          if (event.pointerType === "touch") return;
          void preload();
          setAnchorAfter(anchor === null ? restMs : 0, event.currentTarget);
        }),
        onPointerLeave: chainHandlers(props.onPointerLeave, () => setAnchorAfter(leaveMs, null)),
        onPointerDown: chainHandlers(props.onPointerDown, () => setAnchorNow(null)),
        onFocus: chainHandlers(props.onFocus, ({ currentTarget }) => {
          if (!currentTarget.matches(":focus-visible")) return;
          void preload();
          setAnchorNow(currentTarget);
        }),
        onBlur: chainHandlers(props.onBlur, () => setAnchorNow(null)),
      })}
      {anchor !== null && Popup !== undefined && label !== null && (
        <Popup
          anchor={anchor}
          side={side}
          onStay={wait.end}
          onLeave={() => setAnchorAfter(leaveMs, null)}
          onClose={() => setAnchorNow(null)}
        >
          {label}
        </Popup>
      )}
    </>
  );
}
