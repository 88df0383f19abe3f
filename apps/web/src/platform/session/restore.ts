import type { CheckAuth } from "@praxisportal/contract/auth/auth.schema";
import { isApiError } from "../api-client/api-error.ts";
import { call } from "../api-client/call.ts";
import { selectedOrganization, storeSelectedOrganization } from "../api-client/selected-organization.ts";
import { renewToken } from "../api-client/token-refresh.ts";
import { accessToken } from "../api-client/tokens.ts";
import { setConnectionMode } from "../app-state/app-state.actions.ts";
import { appState } from "../app-state/app-state.store.ts";
import { describeError } from "../app-state/record-error.ts";
import { beginSession, startOrganization } from "./begin-session.ts";
import { endSession } from "./clear-session.ts";
import { checkAuthRoute, getMeRoute } from "./session.routes.ts";
import { storedTimes } from "./times/session-times.ts";
import { tabValues } from "../storage/browser-storage.ts";
import { storageKeys } from "../storage/storage-keys.ts";
import { emptySession, sessionStore } from "./session.store.ts";

type FoundSession = Extract<CheckAuth, { authenticated: true }>;

let running: Promise<boolean> | null = null;

/**
 * Restores this browser's session if an access token is stored; resolves with whether the user is signed in to the
 * portal. A session of the older practice server in this tab comes first.
 * Concurrent callers share one attempt, and a restored session is not requested again. Without a response
 * storage stays unchanged, so that a reload can try again.
 */
export function restore(): Promise<boolean> {
  if (sessionStore.getState().status === "signedIn") return Promise.resolve(true);
  running ??= attempt().finally(() => {
    running = null;
  });
  return running;
}

async function attempt(): Promise<boolean> {
  if (tabValues.get(storageKeys.legacySession) !== null) {
    const { resumeLegacySession } = await import("./legacy/legacy-session.ts");
    if (resumeLegacySession()) return false;
  }
  // Left over from a tab that was closed.
  if (appState.getState().connectionMode === "legacy") setConnectionMode("cloud");
  if (accessToken() === null) {
    if (sessionStore.getState().status === "unknown") sessionStore.setState({ status: "signedOut" });
    return false;
  }
  try {
    const session = await currentSession();
    if (!session.authenticated) {
      endSession("invalid");
      return false;
    }
    const { user, organization } = await inOrganizationOfTab(session);
    beginSession({ ...session, user }, organization, storedTimes());
    return true;
  } catch (error) {
    if (isApiError(error) && error.status === 401) return false;
    const { message, code } = describeError(error, "");
    sessionStore.setState(
      { ...emptySession, status: "signedOut", error: message || null, errorCode: code },
      true,
    );
    return false;
  }
}

/** An access token lives for ten minutes, its session longer: check, renew once, check again. */
async function currentSession(): Promise<CheckAuth> {
  const session = await call(checkAuthRoute, { background: true });
  if (session.authenticated) return session;
  await renewToken(accessToken());
  return call(checkAuthRoute, { background: true });
}

/**
 * Returns the user and organization of this tab. check-auth returns the role in the session's start
 * organization; a tab that used another one requests the role there, and falls back if the user lost access.
 */
async function inOrganizationOfTab(session: FoundSession) {
  const start = startOrganization(session);
  const chosen = selectedOrganization();
  if (chosen === null || chosen.id === start?.id || session.restriction !== null) {
    return { user: session.user, organization: start };
  }
  try {
    return { user: await call(getMeRoute, { background: true }), organization: chosen };
  } catch (error) {
    if (!isApiError(error) || (error.status !== 403 && error.status !== 404)) throw error;
    storeSelectedOrganization(null);
    return { user: session.user, organization: start };
  }
}
