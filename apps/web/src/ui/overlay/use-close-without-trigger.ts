import { type RefObject, useEffect, useRef } from "react";

/** The part of a library's popup that closes it. */
interface Closable {
  close: () => void;
}

/**
 * Closes a popup when a resize hides its trigger. Otherwise, the popup would move to the corner and cover the page.
 *
 * @returns Refs for the popup's `actionsRef` and the trigger's `ref`.
 */
export function useCloseWithoutTrigger<Actions extends Closable>(
  externalRef: RefObject<HTMLButtonElement | null> | undefined,
): { actionsRef: RefObject<Actions | null>; ref: RefObject<HTMLButtonElement | null> } {
  const triggerRef = useRef<HTMLButtonElement>(null);
  const ref = externalRef ?? triggerRef;
  const actionsRef = useRef<Actions>(null);
  useEffect(() => {
    function closeIfHidden() {
      if (ref.current?.checkVisibility() === false) actionsRef.current?.close();
    }
    window.addEventListener("resize", closeIfHidden);
    return () => window.removeEventListener("resize", closeIfHidden);
  }, [ref]);
  return { actionsRef, ref };
}
