import { setTabUserId } from "../api-client/session-signals.ts";
import { removePendingSyncsOf } from "../offline/stored-queue.ts";
import { clearPersonData, clearTabPersonData } from "../storage/person-data.ts";
import { captureDraft, storeDraft } from "./draft.ts";
import { persistScreenLocked } from "./lock/workstation-state.ts";
import { storageBelongsToOtherSession, setOwnSession } from "./own-session.ts";
import { sessionNavigation } from "./session-navigation.ts";
import { emptySession, sessionStore } from "./session.store.ts";
import type { SignedOutReason } from "./session.store.ts";

/** Details that the server sent with a forced sign-out. */
export type SignOutDetails = {
  /** Message for the user. */
  readonly message?: string | undefined;
  /** Machine-readable reason, as logged by the server (`password_changed`, `replaced` …). */
  readonly cause?: string | undefined;
};

/**
 * Removes all data of the user from this browser: storage, caches, databases and the memory of this tab. The theme, the
 * locale, remembered organizations and the device label stay. Other tabs detect this and do the same.
 */
function clearSession(): Promise<void> {
  setTabUserId(null);
  return clearPersonData();
}

/**
 * Ends the session in this browser and redirects to /login. Does nothing if already signed out, so that several failing
 * calls end it only once. Does not call the server, unlike `logout`.
 */
export function endSession(reason: SignedOutReason, details: SignOutDetails = {}): void {
  if (sessionStore.getState().status === "signedOut") return;
  // The storage already belongs to another session, so only this tab is cleared.
  if (storageBelongsToOtherSession()) return reloadAfterSessionChange();
  const { user } = sessionStore.getState();
  // Offline changes survive a session that ended without a sign-out. The same user can send them later.
  if (reason === "logout" && user !== null) removePendingSyncsOf(user.id);
  void clearSession();
  leave(reason, details);
}

/**
 * Ends the session in this tab after another tab ended it. Does not touch shared storage, because another user may
 * already have signed in there.
 */
export function endSessionInTab(reason: SignedOutReason): void {
  if (sessionStore.getState().status === "signedOut") return;
  setTabUserId(null);
  clearTabPersonData();
  leave(reason, {});
}

/**
 * Clears this browser after the screen was locked. The session stays on the server until it is unlocked. Only the page
 * and input of this tab stay, in memory, for the same user.
 */
export function lockSession(): void {
  if (sessionStore.getState().status === "signedOut") return;
  if (storageBelongsToOtherSession()) return reloadAfterSessionChange();
  // Set first, so that the other tabs can detect why the tokens were removed.
  persistScreenLocked(true);
  const draft = captureDraft();
  void clearSession();
  storeDraft(draft);
  leave("locked", {});
}

/**
 * Reloads the page after a new session was started in this browser, so that no data of the previous session stays
 * visible.
 */
export function reloadAfterSessionChange(): void {
  setTabUserId(null);
  setOwnSession(false);
  clearTabPersonData();
  sessionStore.setState(emptySession, true);
  sessionNavigation().reload();
}

function leave(reason: SignedOutReason, details: SignOutDetails): void {
  setOwnSession(false);
  sessionStore.setState(
    {
      ...emptySession,
      status: "signedOut",
      signedOutReason: reason,
      signedOutDetail: details.message ?? null,
      signedOutCause: details.cause ?? null,
    },
    true,
  );
  sessionNavigation().toLogin(reason);
}
