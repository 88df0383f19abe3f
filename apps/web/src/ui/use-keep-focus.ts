import { type RefObject, useLayoutEffect } from "react";

/**
 * Moves focus into an open overlay when the focused element was removed with a change of content. Otherwise
 * focus would fall to the page behind it and key presses would be lost.
 */
export function useKeepFocus(popup: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    if (popup.current !== null && document.activeElement === document.body)
      popup.current.focus({ preventScroll: true });
  });
}
