import { sessionSignals } from "../api-client/session-signals.ts";
import { appState } from "../app-state/app-state.store.ts";
import { trackActivity } from "./times/activity.ts";
import { applyTimes } from "./begin-session.ts";
import { endSession, reloadAfterSessionChange } from "./clear-session.ts";
import { syncOtherTabs } from "./cross-tab.ts";
import { tabValues } from "../storage/browser-storage.ts";
import { storageKeys } from "../storage/storage-keys.ts";
import { confirmSession } from "./restore.ts";
import { startSessionMonitor } from "./session-monitor.ts";
import { receivedTimes, remainingMs, storedTimes, storeTimes } from "./times/session-times.ts";
import { watchSessionForWarning } from "./times/session-warning.ts";
import { sessionStore } from "./session.store.ts";
import { isSigningOut } from "./sign-out.ts";
import { trackTyping } from "./page-state/typed-fields.ts";

/**
 * Connects the session to server responses, other tabs and timers. Returns a function that stops it. The monitor and
 * activity tracking run only while the user is signed in.
 */
export function startSessionRuntime(): () => void {
  const stops = [
    sessionSignals.refreshed.on((response) => {
      const times = receivedTimes(response, sessionStore.getState().times);
      storeTimes(times);
      applyTimes(times);
    }),
    sessionSignals.lost.on((error) => {
      if (!isSigningOut()) endSession(hasExpired(error.code) ? "expired" : "invalid");
    }),
    sessionSignals.otherPerson.on(reloadAfterSessionChange),
    sessionSignals.restricted.on((restriction) => sessionStore.setState({ restriction })),
    appState.subscribe(({ online }, before) => {
      if (online && !before.online) void confirmSession();
    }),
    syncOtherTabs(),
    watchSessionForWarning(),
    runWhileSignedIn(),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/**
 * Returns whether the session has expired. After the server has removed an expired session, it responds as if the
 * session had never existed.
 */
function hasExpired(code: string): boolean {
  const times = storedTimes();
  return code === "SESSION_EXPIRED" || (times !== null && remainingMs(times) === 0);
}

function runWhileSignedIn(): () => void {
  let stops: (() => void)[] = [];
  const follow = () => {
    const isSignedIn = sessionStore.getState().status === "signedIn";
    if (isSignedIn && stops.length === 0) {
      stops = [startSessionMonitor(), trackActivity(), trackTyping()];
      if (tabValues.get(storageKeys.draft) !== null)
        void import("./continue-draft.ts").then(({ continueStoredDraft }) => continueStoredDraft());
    }
    if (!isSignedIn) {
      for (const stop of stops) stop();
      stops = [];
    }
  };
  follow();
  const unsubscribe = sessionStore.subscribe(follow);
  return () => {
    unsubscribe();
    for (const stop of stops) stop();
  };
}
