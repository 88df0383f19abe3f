import type { CheckAuth } from "@praxisportal/contract/auth/auth.schema";
import { isApiError } from "../api-client/api-error.ts";
import { call } from "../api-client/call.ts";
import { selectedOrganization, storeSelectedOrganization } from "../api-client/selected-organization.ts";
import { renewToken } from "../api-client/token-refresh.ts";
import { accessToken } from "../api-client/tokens.ts";
import { setLegacySession } from "../app-state/app-state.actions.ts";
import { appState } from "../app-state/app-state.store.ts";
import { describeError } from "../app-state/record-error.ts";
import { markServerLost, responseTimeoutMs } from "../connection/connection-watch.ts";
import { beginSession, startOrganization } from "./begin-session.ts";
import { endSession } from "./clear-session.ts";
import { checkAuthRoute, getMeRoute } from "./session.routes.ts";
import { storedTimes } from "./times/session-times.ts";
import { tabValues } from "../storage/browser-storage.ts";
import { storageKeys } from "../storage/storage-keys.ts";
import { emptySession, sessionStore } from "./session.store.ts";

type FoundSession = Extract<CheckAuth, { authenticated: true }>;

/** Time until the next attempt to confirm a session with a server that responds with an error. */
const confirmAgainMs = 5_000;

let runningAttempt: Promise<boolean> | null = null;
let confirming: Promise<boolean> | null = null;

/**
 * Restores this browser's session if an access token is stored. Resolves with whether the user is signed in to the
 * portal. A session of the legacy practice server in this tab takes precedence. Concurrent callers share one attempt,
 * and a restored session is not requested again. If the server does not respond within 3 s, the session starts
 * unconfirmed from the data that the browser stores.
 */
export function restore(): Promise<boolean> {
  if (sessionStore.getState().status === "signedIn") return Promise.resolve(true);
  runningAttempt ??= attempt().finally(() => {
    runningAttempt = null;
  });
  return runningAttempt;
}

/** Checks a session that started unconfirmed. It then gets the user's current data and rights, or ends. */
export async function confirmSession(): Promise<void> {
  if (sessionStore.getState().isUnconfirmed) await confirm();
}

async function attempt(): Promise<boolean> {
  if (tabValues.get(storageKeys.legacySession) !== null) {
    const { resumeLegacySession } = await import("./legacy/legacy-session.ts");
    if (resumeLegacySession()) return false;
  }
  // Left over from a tab that was closed.
  if (appState.getState().connectionMode === "legacy") setLegacySession(false);
  if (accessToken() === null) {
    if (sessionStore.getState().status === "unknown") sessionStore.setState({ status: "signedOut" });
    return false;
  }
  const confirmed = confirm();
  return Promise.race([confirmed, startStored(confirmed)]);
}

/** Starts the stored session when the server is known not to respond. Otherwise, settles like `confirmed`. */
async function startStored(confirmed: Promise<boolean>): Promise<boolean> {
  await untilLost(confirmed);
  return (await isStartedFromStorage()) || confirmed;
}

/** Starts the session from storage if the server is lost. Returns whether it has started. */
async function isStartedFromStorage(): Promise<boolean> {
  const isUndecided = () => sessionStore.getState().status === "unknown" && !appState.getState().online;
  if (!isUndecided()) return sessionStore.getState().isUnconfirmed;
  const { beginStoredSession } = await import("./stored-session.ts");
  return isUndecided() ? beginStoredSession() : sessionStore.getState().isUnconfirmed;
}

/** Resolves when the server is lost, or when `response` has settled. */
function untilLost(response: Promise<unknown>): Promise<void> {
  const startedAt = Date.now();
  return new Promise((resolve) => {
    const timer = setTimeout(() => markServerLost(startedAt), responseTimeoutMs);
    const stop = appState.subscribe(({ online }) => {
      if (!online) end();
    });
    function end(): void {
      clearTimeout(timer);
      stop();
      resolve();
    }
    void response.finally(end);
  });
}

function confirm(): Promise<boolean> {
  confirming ??= checkSession().finally(() => {
    confirming = null;
  });
  return confirming;
}

async function checkSession(): Promise<boolean> {
  try {
    const session = await currentSession();
    if (!session.authenticated) {
      endSession("invalid");
      return false;
    }
    const { user, organization } = await switchToTabOrganization(session);
    beginSession({ ...session, user }, organization, storedTimes());
    return true;
  } catch (error) {
    if (isApiError(error) && error.status === 401) return false;
    if (await isStartedFromStorage()) {
      // A server that was found but still fails is checked again. A lost server is checked when it is found.
      if (appState.getState().online) setTimeout(() => void confirmSession(), confirmAgainMs);
      return true;
    }
    // The stored session had already ended, and the reason is set.
    if (sessionStore.getState().signedOutReason !== null) return false;
    const { message, code } = describeError(error, "");
    sessionStore.setState(
      { ...emptySession, status: "signedOut", error: message || null, errorCode: code },
      true,
    );
    return false;
  }
}

/**
 * Returns the current session. An access token expires before its session, so a failed check is repeated once after a
 * renewal.
 */
async function currentSession(): Promise<CheckAuth> {
  const session = await call(checkAuthRoute, { background: true });
  if (session.authenticated) return session;
  await renewToken(accessToken());
  return call(checkAuthRoute, { background: true });
}

/**
 * Returns the user and organization of this tab. check-auth returns the role in the session's start organization. A tab
 * with another organization requests the role there, and falls back to the start organization if the user has lost
 * access.
 */
async function switchToTabOrganization(session: FoundSession) {
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
