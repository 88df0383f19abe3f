import { setLegacySession } from "../../app-state/app-state.actions.ts";
import { isRecord, readJson, tabValues, writeJson } from "../../storage/browser-storage.ts";
import { clearPersonData } from "../../storage/person-data.ts";
import { storageKeys } from "../../storage/storage-keys.ts";
import { endSessionInTab } from "../clear-session.ts";
import { emptySession, sessionStore, type SignedOutReason } from "../session.store.ts";

/**
 * A session of the legacy practice server in this tab, used while the portal's own sign-in is unreachable. It has no
 * portal user.
 */
export type LegacySession = {
  readonly token: string;
  readonly username: string;
  readonly practiceName: string;
};

function isLegacySession(value: unknown): value is LegacySession {
  return (
    isRecord(value) && ["token", "username", "practiceName"].every((name) => typeof value[name] === "string")
  );
}

/** Returns the session of this tab, or null if there is none. */
export function legacySession(): LegacySession | null {
  return readJson(tabValues, storageKeys.legacySession, isLegacySession);
}

function enter(): void {
  sessionStore.setState({ ...emptySession, status: "legacy" }, true);
  setLegacySession(true);
}

/** Starts a session in this tab, after removing all data of a portal user from this browser. */
export async function beginLegacySession(session: LegacySession): Promise<void> {
  await clearPersonData();
  writeJson(tabValues, storageKeys.legacySession, session);
  enter();
}

/**
 * Continues the session after a reload. Returns false if this tab has none. The next call shows whether it has ended.
 */
export function resumeLegacySession(): boolean {
  if (legacySession() === null) return false;
  enter();
  return true;
}

/** Ends the session in this tab and opens the login page. Does not call the server. */
export function endLegacySession(reason: SignedOutReason): void {
  if (sessionStore.getState().status !== "legacy") return;
  setLegacySession(false);
  endSessionInTab(reason);
}
