import { useEffect, useEffectEvent } from "react";
import { onPersonDataCleared } from "../../platform/storage/person-data.ts";

/**
 * Calls `callback` when no personal data may remain on the page: after sign-out, screen lock or a change of user, and
 * on `pagehide`, because the browser may restore the page from the back/forward cache.
 */
export function useOnPersonDataCleared(forget: () => void): void {
  const latest = useEffectEvent(forget);
  useEffect(() => {
    const act = () => latest();
    const stopListening = onPersonDataCleared(act);
    window.addEventListener("pagehide", act);
    return () => {
      stopListening();
      window.removeEventListener("pagehide", act);
    };
  }, []);
}
