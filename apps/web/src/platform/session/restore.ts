import type { CheckAuth } from "@praxisportal/contract/auth/auth.schema";
import { isApiError } from "../api-client/api-error.ts";
import { call } from "../api-client/call.ts";
import { selectedOrganization, storeSelectedOrganization } from "../api-client/selected-organization.ts";
import { renewToken } from "../api-client/token-refresh.ts";
import { accessToken } from "../api-client/tokens.ts";
import { describeError } from "../app-state/record-error.ts";
import { beginSession, startOrganization } from "./begin-session.ts";
import { endSession } from "./clear-session.ts";
import { checkAuthRoute, getMeRoute } from "./session.routes.ts";
import { storedTimes } from "./session-times.ts";
import { emptySession, sessionStore } from "./session.store.ts";

type FoundSession = Extract<CheckAuth, { authenticated: true }>;

let running: Promise<boolean> | null = null;

/**
 * Restores the session of this browser if an access token is stored; resolves with whether somebody is signed in.
 * Callers at the same time share one attempt, and a restored session is not asked for again. When nobody
 * answered, storage stays as it is, so that a reload can try again.
 */
export function restore(): Promise<boolean> {
  if (sessionStore.getState().status === "signedIn") return Promise.resolve(true);
  running ??= attempt().finally(() => {
    running = null;
  });
  return running;
}

async function attempt(): Promise<boolean> {
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
    const { user, organization } = await inPracticeOfTab(session);
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

/** A stored access token lives ten minutes, the session behind it longer: ask, renew once, ask again. */
async function currentSession(): Promise<CheckAuth> {
  const session = await call(checkAuthRoute, { background: true });
  if (session.authenticated) return session;
  await renewToken(accessToken());
  return call(checkAuthRoute, { background: true });
}

/**
 * Person and practice of this tab. check-auth tells the role in the practice the session starts in; a tab that
 * worked in another one asks for the role there, and falls back if it is no longer the person's.
 */
async function inPracticeOfTab(session: FoundSession) {
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
