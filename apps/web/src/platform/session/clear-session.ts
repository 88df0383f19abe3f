import { setShownPerson } from "../api-client/session-signals.ts";
import { clearPersonData, clearPersonDataOfTab } from "../storage/person-data.ts";
import { sessionNavigation } from "./session-navigation.ts";
import { emptySession, sessionStore } from "./session.store.ts";
import type { SignedOutReason } from "./session.store.ts";

/**
 * Removes everything of the person from this browser: storage, caches, databases and memory of this tab. Theme,
 * locale, remembered practices and the label of the device stay. The other tabs notice and do the same.
 */
export function clearSession(): Promise<void> {
  setShownPerson(null);
  return clearPersonData();
}

/**
 * Ends the session in this browser and goes to /login. Does nothing for who is signed out already, so that
 * several failing calls end it once. The server is not asked; `logout` does that.
 */
export function endSession(reason: SignedOutReason, detail: string | null = null): void {
  if (sessionStore.getState().status === "signedOut") return;
  void clearSession();
  leave(reason, detail);
}

/**
 * Another tab ended the session: this one forgets what it shows. The shared storage is left alone, because the
 * next person may have signed in there already.
 */
export function endSessionInTab(reason: SignedOutReason): void {
  if (sessionStore.getState().status === "signedOut") return;
  setShownPerson(null);
  clearPersonDataOfTab();
  leave(reason, null);
}

/** Another person signed in in this browser: nothing of the former one may stay on this screen. */
export function reloadForOtherPerson(): void {
  setShownPerson(null);
  clearPersonDataOfTab();
  sessionStore.setState(emptySession, true);
  sessionNavigation().reload();
}

function leave(reason: SignedOutReason, detail: string | null): void {
  sessionStore.setState(
    { ...emptySession, status: "signedOut", signedOutReason: reason, signedOutDetail: detail },
    true,
  );
  sessionNavigation().toLogin(reason);
}
