import { useEffect, useState } from "react";

/** Bars with buttons at the bottom edge: the actions of dialogs and drawers, and the selection bar. */
const bars = "[data-bottom-bar]";

/** From this width on, toasts are next to such a bar instead of above it; CSS pixels. */
const wide = 768;

function heightOfBars(): number {
  if (window.innerWidth >= wide) return 0;
  const lower = window.innerHeight;
  const tops = [...document.querySelectorAll(bars)]
    .map((bar) => bar.getBoundingClientRect())
    .filter(({ height, top, bottom }) => height > 0 && top < lower && bottom >= lower - 1)
    .map(({ top }) => lower - top);
  return Math.ceil(Math.max(0, ...tops));
}

/**
 * Returns the height in CSS pixels of the bars at the bottom edge of a narrow window, so that nothing covers
 * their buttons.
 */
export function useBarOffset(active: boolean): number {
  const [height, setHeight] = useState(0);
  useEffect(() => {
    if (!active) return undefined;
    let frame = 0;
    const measure = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => setHeight(heightOfBars()));
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
  }, [active]);
  return active ? height : 0;
}
