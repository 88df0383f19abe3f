import { useEffect, useEffectEvent } from "react";
import { onPersonDataCleared } from "../../platform/storage/person-data.ts";

/**
 * Calls `callback` when no personal data may remain on the page: after sign-out, screen lock or a change of user, and
 * on `pagehide`, because the browser may restore the page from the back/forward cache.
 */
export function useOnPersonDataCleared(callback: () => void): void {
  const latest = useEffectEvent(callback);
  useEffect(() => {
    const handle = () => latest();
    const stopListening = onPersonDataCleared(handle);
    window.addEventListener("pagehide", handle);
    return () => {
      stopListening();
      window.removeEventListener("pagehide", handle);
    };
  }, []);
}
