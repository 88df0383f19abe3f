import { useEffect, useEffectEvent } from "react";
import { onPersonDataCleared } from "../../platform/storage/person-data.ts";

/**
 * Calls `forget` when nothing of the person may stay here: she signed out, locked the screen, was followed by somebody
 * else, or left for another page that the browser may take her back from as it was.
 */
export function useForgotten(forget: () => void): void {
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
