import { isOtherPerson } from "../api-client/session-signals.ts";
import { accessToken, storedPersonId } from "../api-client/tokens.ts";
import { storageKeys } from "../storage/storage-keys.ts";
import { applyTimes } from "./begin-session.ts";
import { endSessionInTab, reloadAfterSessionChange } from "./clear-session.ts";
import { isScreenLocked } from "./lock/workstation-state.ts";
import { lockedElsewhere } from "./lock/lock-screen.ts";
import { restore } from "./restore.ts";
import { storedTimes } from "./times/session-times.ts";
import { sessionStore } from "./session.store.ts";

const watchedKeys: readonly (string | null)[] = [
  storageKeys.accessToken,
  storageKeys.user,
  storageKeys.sessionTimes,
  // The entire storage was cleared.
  null,
];

/**
 * Reacts to session changes in other tabs of this browser. Returns a function that stops it. Events only trigger a
 * check of the storage, because a background tab may receive them late.
 */
export function syncOtherTabs(): () => void {
  const onStorage = (event: StorageEvent) => {
    if (watchedKeys.includes(event.key)) followStorage();
  };
  window.addEventListener("storage", onStorage);
  return () => window.removeEventListener("storage", onStorage);
}

function followStorage(): void {
  const { status } = sessionStore.getState();
  if (status === "signedIn") syncWithOtherTab();
  else if (status === "signedOut" && accessToken() !== null && storedPersonId() !== null) void restore();
}

function syncWithOtherTab(): void {
  if (isOtherPerson(storedPersonId())) return reloadAfterSessionChange();
  if (accessToken() === null) return isScreenLocked() ? lockedElsewhere() : endSessionInTab("logout");
  const times = storedTimes();
  if (times !== null && times.receivedAtMs > (sessionStore.getState().times?.receivedAtMs ?? 0)) {
    applyTimes(times);
  }
}
