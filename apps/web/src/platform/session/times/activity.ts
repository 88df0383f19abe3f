import { activityDebounceMs } from "@praxisportal/contract/limits";
import { setLastActivity } from "./last-activity.ts";
import { sessionStore } from "../session.store.ts";
import { isWarningOpen } from "./session-warning.ts";

/** DOM events that count as user activity. */
export const activityEvents = ["mousedown", "keydown", "scroll", "touchstart"] as const;

let pendingAtMs: number | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Records activity at once. The router calls it on each navigation. Records nothing when signed out or while the expiry
 * dialog is open, because a click on the dialog's backdrop must not extend the session.
 */
export function recordActivity(atMs = Date.now()): void {
  if (isTracked()) setLastActivity(atMs);
}

/** Records activity that is still being debounced, so that the periodic check does not miss it. */
export function flushActivity(): void {
  clearTimeout(timer);
  const atMs = pendingAtMs;
  pendingAtMs = null;
  if (atMs !== null) recordActivity(atMs);
}

/**
 * Starts tracking activity and returns a function that stops it. Activity is recorded one second after its last event.
 */
export function trackActivity(): () => void {
  const onActivity = () => {
    if (!isTracked()) return;
    pendingAtMs = Date.now();
    clearTimeout(timer);
    timer = setTimeout(flushActivity, activityDebounceMs);
  };
  const options = { capture: true, passive: true };
  for (const event of activityEvents) document.addEventListener(event, onActivity, options);
  return () => {
    for (const event of activityEvents) document.removeEventListener(event, onActivity, options);
    clearTimeout(timer);
    pendingAtMs = null;
  };
}

function isTracked(): boolean {
  return sessionStore.getState().status === "signedIn" && !isWarningOpen();
}
