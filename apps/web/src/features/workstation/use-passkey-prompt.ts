import { useEffect, useEffectEvent } from "react";
import { supportsPasskeys } from "../../platform/passkeys/passkey-support.ts";

/** A pointer that moves this soon after the lock belongs to a user who is leaving. */
const leavingMs = 3_000;

/**
 * Calls `open` once when a user arrives at the lock screen: immediately if the page was just loaded, otherwise when
 * they return to the window or move the pointer. Does nothing without a passkey.
 */
export function usePasskeyPrompt(
  { hasPasskey, hasArrived }: { hasPasskey: boolean; hasArrived: boolean },
  open: () => void,
): void {
  const onArrival = useEffectEvent(open);
  const isOffered = hasPasskey && supportsPasskeys();
  useEffect(() => {
    if (!isOffered) return;
    const abort = new AbortController();
    const shownAt = performance.now();
    const arrive = () => {
      if (document.visibilityState !== "visible") return;
      abort.abort();
      onArrival();
    };
    if (hasArrived) arrive();
    if (abort.signal.aborted) return;
    const { signal } = abort;
    const move = () => performance.now() - shownAt > leavingMs && arrive();
    window.addEventListener("focus", arrive, { signal });
    document.addEventListener("visibilitychange", arrive, { signal });
    document.addEventListener("pointermove", move, { signal });
    return () => abort.abort();
  }, [isOffered, hasArrived]);
}
