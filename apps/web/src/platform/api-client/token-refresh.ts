import type { refresh } from "@praxisportal/contract/auth/auth.endpoints";
import type { RefreshResult } from "@praxisportal/contract/auth/auth.schema";
import { lastActivityMaxAgeMs } from "@praxisportal/contract/limits";
import { localValues } from "../storage/browser-storage.ts";
import { storageKeys } from "../storage/storage-keys.ts";
import { ApiError, isApiError } from "./api-error.ts";
import { requestHeaders } from "./request-headers.ts";
import { route } from "./route.ts";
import { isOtherPerson, sessionSignals } from "./session-signals.ts";
import { accessToken, sessionHandle, storedPersonId, storeTokens } from "./tokens.ts";
import { send } from "./transport.ts";

export const refreshRoute = route<typeof refresh>()("auth.refresh", "POST", "/api/v1/auth/refresh");

const lockName = "portal-session-refresh";

/** Statuses that say nothing about the session: too slow, too early, an outdated page, or too many calls. */
const undecidedStatuses: readonly number[] = [408, 425, 426, 429];

/** Returns whether the server rejected the renewal. Returns false if it is unreachable, failing or in maintenance. */
function isRejection(error: unknown): error is ApiError {
  if (!isApiError(error) || error instanceof SessionReplacedError) return false;
  return error.status >= 400 && error.status < 500 && !undecidedStatuses.includes(error.status);
}

let sharedRenewal: Promise<void> | null = null;

/**
 * Obtains a token other than `rejected`. All callers in this tab share one refresh. Across tabs, only one refresh runs
 * at a time (Web Locks), and a waiting tab adopts the token that another tab obtained.
 * @throws ApiError if the refresh was rejected (the session has then ended and `lost` has been emitted), or if the
 * outcome is unknown (the session continues).
 */
export function renewToken(rejected: string | null): Promise<void> {
  const previousToken = accessToken();
  // If the screen was unlocked meanwhile, the rejection concerns the former session.
  const isReplaced = () => accessToken() !== null && accessToken() !== previousToken;
  sharedRenewal ??= exclusively(async () => {
    if (rejected !== null && accessToken() !== rejected) return adoptToken();
    await refreshNow({});
  })
    .catch((error: unknown) => {
      if (isRejection(error) && !isReplaced()) sessionSignals.lost.emit(error);
      throw error;
    })
    .finally(() => {
      sharedRenewal = null;
    });
  return sharedRenewal;
}

/** Resets the idle timeout ("Sitzung verlängern"). A failure does not end the session. */
export function extendSession(): Promise<RefreshResult> {
  return exclusively(() => refreshNow({ extend: true }));
}

async function refreshNow(options: { extend?: true }): Promise<RefreshResult> {
  const [token, handle] = [accessToken(), sessionHandle()];
  const body = { ...options, ...activityAge() };
  const response = await send({
    url: refreshRoute.path,
    method: refreshRoute.method,
    headers: requestHeaders({
      token,
      hasBody: true,
      background: false,
      idempotencyKey: undefined,
      bulkOperation: undefined,
      ifMatch: undefined,
      extra: undefined,
    }),
    body: JSON.stringify(body),
    signal: undefined,
    // The server returns the same new token for the same previous token, so a request can be repeated after a lost
    // response.
    isRetryable: true,
  });
  const result = response as RefreshResult;
  if (isOtherPerson(result.userId)) throw otherPersonError();
  const isCleared = token !== null && accessToken() === null;
  // The user signed out or locked the screen before the response arrived.
  if (isCleared || sessionHandle() !== handle) throw new SessionReplacedError(notAuthenticatedInit);
  storeTokens(result);
  sessionSignals.refreshed.emit(result);
  return result;
}

/**
 * Adopts the token that another tab has stored in the meantime. That tab signed out, renewed the token, or signed in
 * another user.
 */
function adoptToken(): void {
  if (accessToken() === null) throw notAuthenticated();
  if (isOtherPerson(storedPersonId())) throw otherPersonError();
}

/** Thrown if the renewed session is no longer the stored session. Nothing may be stored or cleared then. */
class SessionReplacedError extends ApiError {}

function otherPersonError(): ApiError {
  sessionSignals.otherPerson.emit();
  return new SessionReplacedError(notAuthenticatedInit);
}

const notAuthenticatedInit = {
  status: 401,
  code: "NOT_AUTHENTICATED",
  problem: null,
  retryAfterMs: null,
} as const;

/** Creates the 401 error for a call that has no usable token to send. */
export function notAuthenticated(): ApiError {
  return new ApiError(notAuthenticatedInit);
}

/** Returns the time since the user's last activity in any tab. Empty if no activity was recorded. */
function activityAge(): { lastActivityAgoMs?: number } {
  const recorded = localValues.get(storageKeys.lastActivity);
  const recordedMs = recorded === null ? Number.NaN : Number(recorded);
  if (!Number.isFinite(recordedMs)) return {};
  return {
    lastActivityAgoMs: Math.min(lastActivityMaxAgeMs, Math.max(0, Math.floor(Date.now() - recordedMs))),
  };
}

let queue: Promise<unknown> = Promise.resolve();

/** Runs refreshes one at a time: across tabs if the browser supports Web Locks, otherwise within this tab. */
function exclusively<T>(action: () => Promise<T>): Promise<T> {
  if ("locks" in navigator) return navigator.locks.request(lockName, action);
  const run = queue.then(action, action);
  queue = run.catch(() => undefined);
  return run;
}
