import { type RefObject, useEffect, useState } from "react";
import { bottomBars, onBottomBars } from "../overlay/bottom-bars.ts";

/**
 * Minimum window width, in CSS pixels, at which toasts are in the right corner. In a narrower window, they take the
 * full width.
 */
const wide = 768;

/** @param stack The stack of toasts. */
function barsHeight(stack: HTMLElement | null): number {
  const lower = window.innerHeight;
  const isWide = window.innerWidth >= wide;
  const box = stack?.getBoundingClientRect();
  // The area that the toasts would cover without an offset.
  const left = isWide ? (box?.left ?? 0) : 0;
  const reach = isWide ? (box?.height ?? 0) + 24 : 1;
  const tops = bottomBars()
    .map((bar) => bar.getBoundingClientRect())
    .filter((bar) => bar.height > 0 && bar.top < lower && bar.bottom >= lower - reach && bar.right > left)
    .map(({ top }) => lower - top);
  return Math.ceil(Math.max(0, ...tops));
}

/** Room that one toast needs at the bottom edge, in CSS pixels. */
const toastRoom = 176;

const dialogOf = (bar: HTMLElement) => bar.closest("[data-dialog]");

/** Returns whether a dialog is where the toasts would be, so that they would cover its fields. */
function isCoveredByDialog(stack: HTMLElement | null): boolean {
  const box = stack?.getBoundingClientRect();
  if (box === undefined || window.innerWidth < wide) return false;
  return bottomBars()
    .flatMap((bar) => dialogOf(bar)?.getBoundingClientRect() ?? [])
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
        setPlace(isCoveredByDialog(stack.current) ? null : barsHeight(stack.current)),
      );
    };
    const sizes = new ResizeObserver(measure);
    const watch = () => {
      sizes.disconnect();
      // Some bars stick only while there is content below them, so the height of the page moves them.
      sizes.observe(document.body);
      for (const part of [stack.current, ...bottomBars().flatMap((bar) => [bar, dialogOf(bar)])])
        if (part) sizes.observe(part);
      measure();
    };
    watch();
    const stopWatching = onBottomBars(watch);
    // Drawers slide in, which changes no size.
    const onMoved = ({ target }: Event) => {
      if (target instanceof Node && bottomBars().some((bar) => target.contains(bar))) measure();
    };
    document.addEventListener("transitionend", onMoved);
    window.addEventListener("scroll", measure, { passive: true });
    window.addEventListener("resize", measure);
    return () => {
      cancelAnimationFrame(frame);
      sizes.disconnect();
      stopWatching();
      document.removeEventListener("transitionend", onMoved);
      window.removeEventListener("scroll", measure);
      window.removeEventListener("resize", measure);
    };
  }, [stack, active]);
  return active ? place : 0;
}
