import { useLayoutEffect, useRef, useState, type RefObject } from "react";

/** Distance from the end that still counts as the end. */
const slackPx = 24;

/** Keeps a growing text scrolled to its end until the user scrolls up. */
export function useStickToEnd(
  boxRef: RefObject<HTMLElement | null>,
  content: string,
): { isAtEnd: boolean; onScroll: () => void; toEnd: () => void } {
  const sticks = useRef(true);
  const [isAtEnd, setIsAtEnd] = useState(true);

  useLayoutEffect(() => {
    const box = boxRef.current;
    if (box !== null && sticks.current) box.scrollTop = box.scrollHeight;
  }, [boxRef, content]);

  const note = (atEnd: boolean) => {
    sticks.current = atEnd;
    setIsAtEnd(atEnd);
  };
  return {
    isAtEnd,
    onScroll: () => {
      const box = boxRef.current;
      if (box !== null) note(box.scrollHeight - box.scrollTop - box.clientHeight < slackPx);
    },
    toEnd: () => {
      const box = boxRef.current;
      if (box === null) return;
      box.scrollTop = box.scrollHeight;
      note(true);
    },
  };
}
