import { type FocusEventHandler, type RefObject, useLayoutEffect, useRef } from "react";

/**
 * Moves focus into an open overlay when the focused element was removed with a change of content. Otherwise focus would
 * fall to the page behind it and key presses would be lost. Waits until the overlay has had the focus, because the
 * initial focus is set a frame after opening and is skipped if the overlay already has the focus. Returns the handlers
 * of the overlay.
 */
export function useKeepFocus(popup: RefObject<HTMLElement | null>): { onFocus: FocusEventHandler } {
  const hadFocus = useRef(false);
  useLayoutEffect(() => {
    if (popup.current === null) hadFocus.current = false;
    else if (hadFocus.current && document.activeElement === document.body)
      popup.current.focus({ preventScroll: true });
  });
  return { onFocus: () => (hadFocus.current = true) };
}
