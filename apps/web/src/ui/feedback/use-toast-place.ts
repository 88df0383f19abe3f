import { type RefObject, useEffect, useState } from "react";

/** Bars with buttons at the bottom edge: the actions of dialogs and drawers, and the selection bar. */
const bars = "[data-bottom-bar]";

/**
 * Minimum window width, in CSS pixels, at which toasts are in the right corner. In a narrower window, they take the
 * full width.
 */
const wide = 768;

/** @param stack The stack of toasts. */
function heightOfBars(stack: HTMLElement | null): number {
  const lower = window.innerHeight;
  const isWide = window.innerWidth >= wide;
  const box = stack?.getBoundingClientRect();
  // The area that the toasts would cover without an offset.
  const left = isWide ? (box?.left ?? 0) : 0;
  const reach = isWide ? (box?.height ?? 0) + 24 : 1;
  const tops = [...document.querySelectorAll(bars)]
    .map((bar) => bar.getBoundingClientRect())
    .filter((bar) => bar.height > 0 && bar.top < lower && bar.bottom >= lower - reach && bar.right > left)
    .map(({ top }) => lower - top);
  return Math.ceil(Math.max(0, ...tops));
}

/** Room that one toast needs at the bottom edge, in CSS pixels. */
const toastRoom = 176;

/** Returns whether a dialog is where the toasts would be, so that they would cover its fields. */
function isCoveredByDialog(stack: HTMLElement | null): boolean {
  const box = stack?.getBoundingClientRect();
  if (box === undefined || window.innerWidth < wide) return false;
  return [...document.querySelectorAll("[data-dialog]")]
    .map((dialog) => dialog.getBoundingClientRect())
    .some(({ right, bottom }) => right > box.left && bottom > window.innerHeight - toastRoom);
}

/**
 * Returns the distance of the toasts from the bottom edge, in CSS pixels, at which they do not cover the buttons of a
 * bar. Returns null while a dialog needs their place.
 */
export function useToastPlace(stack: RefObject<HTMLElement | null>, active: boolean): number | null {
  const [place, setPlace] = useState<number | null>(0);
  useEffect(() => {
    if (!active) return undefined;
    let frame = 0;
    const measure = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() =>
        setPlace(isCoveredByDialog(stack.current) ? null : heightOfBars(stack.current)),
      );
    };
    measure();
    // Bars appear with dialogs and selections, and stick only while there is content below them.
    const changes = new MutationObserver(measure);
    changes.observe(document.body, { childList: true, subtree: true });
    window.addEventListener("scroll", measure, { passive: true });
    window.addEventListener("resize", measure);
    return () => {
      cancelAnimationFrame(frame);
      changes.disconnect();
      window.removeEventListener("scroll", measure);
      window.removeEventListener("resize", measure);
    };
  }, [stack, active]);
  return active ? place : 0;
}
