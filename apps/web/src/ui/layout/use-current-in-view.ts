import { type RefObject, useEffect, useRef } from "react";

/** Scrolls a row of links to the current link. The row must be the offset parent of its links. */
export function useCurrentInView<Row extends HTMLElement>(
  current: string | undefined,
): RefObject<Row | null> {
  const row = useRef<Row>(null);
  useEffect(() => {
    const link = row.current?.querySelector<HTMLElement>("[aria-current]");
    const { current: strip } = row;
    // Scrolls only the row, because scrollIntoView would also scroll the page.
    if (link && strip) strip.scrollLeft = link.offsetLeft - (strip.clientWidth - link.offsetWidth) / 2;
  }, [current]);
  return row;
}
