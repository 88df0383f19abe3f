import { type RefObject, useLayoutEffect } from "react";

/** CSS property with the height of the toasts at the bottom edge, in CSS pixels. base.css reads it. */
const property = "--toasts-height";

/** Publishes the height of the toasts, so that the user can scroll the content of the page above them. */
export function useSpaceBelow(stack: RefObject<HTMLElement | null>): void {
  // Runs after every render, because toasts appear, disappear and expand with a render.
  useLayoutEffect(() => {
    const height = stack.current?.getBoundingClientRect().height ?? 0;
    document.documentElement.style.setProperty(property, `${Math.ceil(height)}px`);
  });
  useLayoutEffect(() => () => void document.documentElement.style.removeProperty(property), []);
}
