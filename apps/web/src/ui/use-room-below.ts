import { type RefObject, useLayoutEffect } from "react";

/** Read by base.css: what the toasts take of the lower edge, in CSS pixels. */
const property = "--toasts-height";

/** Tells the page how much of its lower edge the toasts take, so that it can be scrolled clear of them. */
export function useRoomBelow(stack: RefObject<HTMLElement | null>): void {
  // After every drawing: toasts come, leave and unfold with one.
  useLayoutEffect(() => {
    const height = stack.current?.getBoundingClientRect().height ?? 0;
    document.documentElement.style.setProperty(property, `${Math.ceil(height)}px`);
  });
  useLayoutEffect(() => () => void document.documentElement.style.removeProperty(property), []);
}
