import { pendingLoginMs } from "./pending-limits.ts";
import { isApiError } from "../api-client/api-error.ts";
import { login, type LoginCredentials } from "../session/session.actions.ts";
import type { PendingLogin } from "./pending-sync.ts";

/** Pauses between attempts, in ms. The last pause repeats. */
const pausesMs = [1_000, 2_000, 4_000, 8_000];
/** Statuses of a proxy while the portal behind it is down. */
const proxyStatuses: readonly number[] = [502, 504];

/** The only copy of the credentials, in the memory of this page. */
let pending: PendingLogin<LoginCredentials> | null = null;

/** Returns whether a login failed because the portal cannot be reached, so that it may be repeated. */
export function isPortalUnreachable(error: unknown): boolean {
  return isApiError(error) && (error.hasNoResponse || proxyStatuses.includes(error.status));
}

/** Returns the login attempt waiting for the portal, without its credentials, or null if there is none. */
export function pendingLogin(): Omit<PendingLogin<LoginCredentials>, "data"> | null {
  if (pending === null) return null;
  const { data: _data, ...head } = pending;
  return head;
}

/**
 * Keeps a login attempt that could not reach the portal and repeats it until the portal responds, for at most two
 * minutes. Resolves with the next step, or null if it was given up or canceled.
 * @throws The error with which the portal rejects the attempt. The attempt is then dropped.
 */
export async function retryLogin(
  credentials: LoginCredentials,
  signal: AbortSignal,
): Promise<"signedIn" | "secondStep" | null> {
  const id = crypto.randomUUID();
  const startedAt = Date.now();
  pending = {
    id,
    timestamp: startedAt,
    type: "auth",
    module: "session",
    action: "login",
    data: credentials,
  };
  try {
    for (let count = 0; ; count += 1) {
      const pauseMs = pausesMs[Math.min(count, pausesMs.length - 1)] ?? 0;
      const leftMs = startedAt + pendingLoginMs - Date.now();
      await untilNextAttempt(Math.min(pauseMs, leftMs), signal);
      const attempt = current(id);
      if (attempt === null || signal.aborted) return null;
      try {
        return await login(attempt.data);
      } catch (error) {
        if (!isPortalUnreachable(error)) throw error;
      }
    }
  } finally {
    if (pending?.id === id) pending = null;
  }
}

/** Returns the attempt unless it is too old or was replaced. */
function current(id: string): PendingLogin<LoginCredentials> | null {
  if (pending?.id !== id || Date.now() - pending.timestamp >= pendingLoginMs) return null;
  return pending;
}

/** Waits until the pause is over, the browser is back online or the signal is aborted, whichever comes first. */
function untilNextAttempt(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const next = () => {
      clearTimeout(timer);
      window.removeEventListener("online", next);
      signal.removeEventListener("abort", next);
      resolve();
    };
    const timer = setTimeout(next, ms);
    window.addEventListener("online", next);
    signal.addEventListener("abort", next);
    if (signal.aborted) next();
  });
}
