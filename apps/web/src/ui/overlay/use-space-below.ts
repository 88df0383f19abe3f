import { type RefObject, useLayoutEffect } from "react";

/** Read by base.css: the height of the toasts at the bottom edge, in CSS pixels. */
const property = "--toasts-height";

/** Publishes the height of the toasts, so that the page can be scrolled clear of them. */
export function useSpaceBelow(stack: RefObject<HTMLElement | null>): void {
  // After every render, because toasts appear, disappear and expand with a render.
  useLayoutEffect(() => {
    const height = stack.current?.getBoundingClientRect().height ?? 0;
    document.documentElement.style.setProperty(property, `${Math.ceil(height)}px`);
  });
  useLayoutEffect(() => () => void document.documentElement.style.removeProperty(property), []);
}
