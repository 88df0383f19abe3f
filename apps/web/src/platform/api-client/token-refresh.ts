import type { refresh } from "@praxisportal/contract/auth/auth.endpoints";
import type { RefreshResult } from "@praxisportal/contract/auth/auth.schema";
import { lastActivityAgoMaxMs } from "@praxisportal/contract/limits";
import { localValues } from "../storage/browser-storage.ts";
import { storageKeys } from "../storage/storage-keys.ts";
import { ApiError, isApiError } from "./api-error.ts";
import { requestHeaders } from "./request-headers.ts";
import { route } from "./route.ts";
import { isOtherPerson, sessionSignals } from "./session-signals.ts";
import { accessToken, storedPersonId, storeTokens } from "./tokens.ts";
import { send } from "./transport.ts";

export const refreshRoute = route<typeof refresh>()("auth.refresh", "POST", "/api/v1/auth/refresh");

const lockName = "portal-session-refresh";

let sharedRenewal: Promise<void> | null = null;

/**
 * Gets a token other than `refused`. All callers of this tab share one refresh; over all tabs one runs at a time
 * (Web Locks), and a tab that waited takes the token the other one got.
 * @throws ApiError when the refresh was refused (the session is then over and `lost` has been emitted), or when
 * nobody answered (nothing is decided; the session stays).
 */
export function renewToken(refused: string | null): Promise<void> {
  sharedRenewal ??= exclusively(async () => {
    if (refused !== null && accessToken() !== refused) return adoptToken();
    await refreshNow({});
  })
    .catch((error: unknown) => {
      const decided = isApiError(error) && !error.unanswered && !(error instanceof OtherPersonError);
      if (decided) sessionSignals.lost.emit(error);
      throw error;
    })
    .finally(() => {
      sharedRenewal = null;
    });
  return sharedRenewal;
}

/** "Sitzung verlängern": moves the idle clock to now. Its failure decides nothing about the session. */
export function extendSession(): Promise<RefreshResult> {
  return exclusively(() => refreshNow({ extend: true }));
}

async function refreshNow(wish: { extend?: true }): Promise<RefreshResult> {
  const body = { ...wish, ...activityAge() };
  const answer = await send({
    url: refreshRoute.path,
    method: refreshRoute.method,
    headers: requestHeaders({
      token: accessToken(),
      hasBody: true,
      background: false,
      idempotencyKey: undefined,
      ifMatch: undefined,
      extra: undefined,
    }),
    body: JSON.stringify(body),
    signal: undefined,
    // The server hands out the same child for the same parent, so a lost answer may be asked for again.
    repeatable: true,
  });
  const result = answer as RefreshResult;
  if (isOtherPerson(result.userId)) throw otherPersonError();
  storeTokens(result);
  sessionSignals.refreshed.emit(result);
  return result;
}

/** Another tab changed the token meanwhile: signed out there, renewed there, or another person came. */
function adoptToken(): void {
  if (accessToken() === null) throw notAuthenticated();
  if (isOtherPerson(storedPersonId())) throw otherPersonError();
}

/** The session of this browser is sound, but it is not this tab's any more: nothing may be cleared for it. */
class OtherPersonError extends ApiError {}

function otherPersonError(): ApiError {
  sessionSignals.otherPerson.emit();
  return new OtherPersonError(notAuthenticatedFacts);
}

const notAuthenticatedFacts = {
  status: 401,
  code: "NOT_AUTHENTICATED",
  problem: null,
  retryAfterMs: null,
} as const;

/** The refusal that the client gives itself when there is no usable token left to send. */
export function notAuthenticated(): ApiError {
  return new ApiError(notAuthenticatedFacts);
}

/** How long ago the person last did something in any tab; nothing while no activity was recorded. */
function activityAge(): { lastActivityAgoMs?: number } {
  const recorded = localValues.get(storageKeys.lastActivity);
  const at = recorded === null ? Number.NaN : Number(recorded);
  if (!Number.isFinite(at)) return {};
  return { lastActivityAgoMs: Math.min(lastActivityAgoMaxMs, Math.max(0, Math.floor(Date.now() - at))) };
}

let queue: Promise<unknown> = Promise.resolve();

/** Runs one refresh after the other: across tabs where the browser has locks, else within this tab. */
function exclusively<T>(action: () => Promise<T>): Promise<T> {
  if ("locks" in navigator) return navigator.locks.request(lockName, action);
  const turn = queue.then(action, action);
  queue = turn.catch(() => undefined);
  return turn;
}
