import { serverContact } from "../api-client/contact.ts";
import { deviceFingerprint } from "../api-client/device.ts";
import { setServerFound, setServerLost } from "../app-state/app-state.actions.ts";
import { appState } from "../app-state/app-state.store.ts";
import { realtimeStore } from "../realtime/realtime-events.ts";
import { reconnectDelayMs } from "../realtime/reconnect-rule.ts";
import { checkAuthRoute } from "../session/session.routes.ts";

/** Time within which the server has to respond. */
export const responseTimeoutMs = 3_000;
/** Pause before the retry of a refused connection, which a change of network may have caused. */
const repeatMs = 500;

let failures = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
let runningCheck: Promise<void> | null = null;

/**
 * Watches whether the server can be reached. It counts as lost when the live connection is closed or switched off and
 * check-auth gets no response within 3 s. The network state of the browser only triggers this check. A lost server is
 * checked again after 1, 2, 4, 8 and 16 s, then every 30 s. Returns a function that stops watching.
 */
export function watchConnection(): () => void {
  const check = () => void probe();
  const onVisible = () => {
    if (document.visibilityState === "visible" && !appState.getState().online) check();
  };
  window.addEventListener("online", check);
  window.addEventListener("offline", check);
  document.addEventListener("visibilitychange", onVisible);
  if (!navigator.onLine) check();
  const stops = [
    serverContact.on((hasResponded) => {
      if (hasResponded) markServerFound();
      else if (appState.getState().online) check();
    }),
    realtimeStore.subscribe(({ state }, before) => {
      if (state === "connected") markServerFound();
      else if (before.state === "connected" && state !== "closing") check();
    }),
  ];
  return () => {
    window.removeEventListener("online", check);
    window.removeEventListener("offline", check);
    document.removeEventListener("visibilitychange", onVisible);
    for (const stop of stops) stop();
    clearTimeout(timer);
    failures = 0;
  };
}

/**
 * Checks whether the server can be reached, and resolves when the result is known. Concurrent callers share one
 * attempt.
 */
export function probe(): Promise<void> {
  clearTimeout(timer);
  runningCheck ??= checkServer().finally(() => {
    runningCheck = null;
  });
  return runningCheck;
}

async function checkServer(): Promise<void> {
  const startedAt = Date.now();
  const abort = new AbortController();
  const deadline = setTimeout(() => abort.abort(), responseTimeoutMs);
  let hasResponded = await hasResponse(abort.signal);
  if (!hasResponded && !abort.signal.aborted) {
    await new Promise((resolve) => setTimeout(resolve, repeatMs));
    hasResponded = await hasResponse(abort.signal);
  }
  clearTimeout(deadline);
  if (hasResponded) markServerFound();
  else markServerLost(startedAt);
}

/** Returns whether the server responds. An error page of a proxy and the page of a captive portal do not count. */
async function hasResponse(signal: AbortSignal): Promise<boolean> {
  try {
    const headers = { "X-Device-Fingerprint": deviceFingerprint() };
    const response = await fetch(checkAuthRoute.path, { headers, cache: "no-store", signal });
    JSON.parse(await response.text());
    return true;
  } catch {
    return false;
  }
}

function markServerFound(): void {
  failures = 0;
  clearTimeout(timer);
  setServerFound();
}

/** Records that check-auth, sent at `startedAt` (ms), got no response in time. */
export function markServerLost(startedAt: number): void {
  clearTimeout(timer);
  failures += 1;
  const delayMs = reconnectDelayMs(failures);
  timer = setTimeout(() => void probe(), delayMs);
  // An open connection shows that the server is running, even if it is slow.
  if (realtimeStore.getState().state !== "connected") setServerLost(startedAt, Date.now() + delayMs);
}
