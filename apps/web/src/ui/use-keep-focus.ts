import { type RefObject, useLayoutEffect } from "react";

/**
 * Takes the focus into an open overlay when what had it went away with a change of the content.
 * Otherwise the focus falls to the page behind, and the next key reaches nothing.
 */
export function useKeepFocus(popup: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    if (popup.current !== null && document.activeElement === document.body)
      popup.current.focus({ preventScroll: true });
  });
}
