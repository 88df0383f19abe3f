import { type RefObject, useEffect, useRef } from "react";

/** What of a library's popup closes it. */
interface Closable {
  close: () => void;
}

/**
 * Closes what opened from a trigger when the window changes so that the trigger is no longer shown: the popup would
 * stand in the corner and cover the page, beside nothing.
 *
 * @returns for the popup's `actionsRef` and the trigger's `ref`
 */
export function useCloseWithoutTrigger<Actions extends Closable>(
  given: RefObject<HTMLButtonElement | null> | undefined,
): { actionsRef: RefObject<Actions | null>; ref: RefObject<HTMLButtonElement | null> } {
  const own = useRef<HTMLButtonElement>(null);
  const ref = given ?? own;
  const actionsRef = useRef<Actions>(null);
  useEffect(() => {
    function look() {
      if (ref.current?.checkVisibility() === false) actionsRef.current?.close();
    }
    window.addEventListener("resize", look);
    return () => window.removeEventListener("resize", look);
  }, [ref]);
  return { actionsRef, ref };
}
