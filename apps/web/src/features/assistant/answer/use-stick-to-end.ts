import { useLayoutEffect, useRef, useState, type RefObject } from "react";

/** Distance from the end that still counts as the end. */
const tolerancePx = 24;

/** Keeps a growing text scrolled to its end until the user scrolls up. */
export function useStickToEnd(
  boxRef: RefObject<HTMLElement | null>,
  content: string,
): { isAtEnd: boolean; onScroll: () => void; scrollToEnd: () => void } {
  const isPinned = useRef(true);
  const [isAtEnd, setIsAtEnd] = useState(true);

  useLayoutEffect(() => {
    const box = boxRef.current;
    if (box !== null && isPinned.current) box.scrollTop = box.scrollHeight;
  }, [boxRef, content]);

  const updateAtEnd = (atEnd: boolean) => {
    isPinned.current = atEnd;
    setIsAtEnd(atEnd);
  };
  return {
    isAtEnd,
    onScroll: () => {
      const box = boxRef.current;
      if (box !== null) updateAtEnd(box.scrollHeight - box.scrollTop - box.clientHeight < tolerancePx);
    },
    scrollToEnd: () => {
      const box = boxRef.current;
      if (box === null) return;
      box.scrollTop = box.scrollHeight;
      updateAtEnd(true);
    },
  };
}
