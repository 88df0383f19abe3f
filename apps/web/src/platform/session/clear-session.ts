import { setShownPerson } from "../api-client/session-signals.ts";
import { clearPersonData, clearPersonDataOfTab } from "../storage/person-data.ts";
import { noteScreenLocked } from "./desk-state.ts";
import { isStorageOfOtherSession, noteHeldSession } from "./held-session.ts";
import { sessionNavigation } from "./session-navigation.ts";
import { emptySession, sessionStore } from "./session.store.ts";
import type { SignedOutReason } from "./session.store.ts";

/** What the server told about a sign-out it forced. */
export type ToldBySignOut = {
  /** Text for the person. */
  readonly message?: string | undefined;
  /** Word for the cause, as the server logs it (`password_changed`, `replaced` …). */
  readonly cause?: string | undefined;
};

/**
 * Removes everything of the person from this browser: storage, caches, databases and memory of this tab. Theme,
 * locale, remembered practices and the label of the device stay. The other tabs notice and do the same.
 */
function clearSession(): Promise<void> {
  setShownPerson(null);
  return clearPersonData();
}

/**
 * Ends the session in this browser and goes to /login. Does nothing for who is signed out already, so that
 * several failing calls end it once. The server is not asked; `logout` does that.
 */
export function endSession(reason: SignedOutReason, told: ToldBySignOut = {}): void {
  if (sessionStore.getState().status === "signedOut") return;
  // The storage is another session's by now: what ends here is only what this tab shows.
  if (isStorageOfOtherSession()) return reloadForOtherSession();
  void clearSession();
  leave(reason, told);
}

/**
 * Another tab ended the session: this one forgets what it shows. The shared storage is left alone, because the
 * next person may have signed in there already.
 */
export function endSessionInTab(reason: SignedOutReason): void {
  if (sessionStore.getState().status === "signedOut") return;
  setShownPerson(null);
  clearPersonDataOfTab();
  leave(reason, {});
}

/** The screen is locked: this browser forgets what it shows. The session rests on the server until it is woken. */
export function restSession(): void {
  if (sessionStore.getState().status === "signedOut") return;
  if (isStorageOfOtherSession()) return reloadForOtherSession();
  // First, so that the other tabs know why the tokens are gone.
  noteScreenLocked(true);
  void clearSession();
  leave("locked", {});
}

/** Somebody signed in anew in this browser: nothing of the former session may stay on this screen. */
export function reloadForOtherSession(): void {
  setShownPerson(null);
  noteHeldSession(false);
  clearPersonDataOfTab();
  sessionStore.setState(emptySession, true);
  sessionNavigation().reload();
}

function leave(reason: SignedOutReason, told: ToldBySignOut): void {
  noteHeldSession(false);
  sessionStore.setState(
    {
      ...emptySession,
      status: "signedOut",
      signedOutReason: reason,
      signedOutDetail: told.message ?? null,
      signedOutCause: told.cause ?? null,
    },
    true,
  );
  sessionNavigation().toLogin(reason);
}
