import {
  refreshIntervalMs,
  refreshThresholdMs,
  sessionIdleMs,
  sessionMonitorTickMs,
  warningThresholdMs,
} from "@praxisportal/contract/limits";
import { flushActivity } from "./times/activity.ts";
import { endSession } from "./clear-session.ts";
import { lastActivityMs } from "./times/last-activity.ts";
import { refresh } from "./times/renew.ts";
import { isWarningOpen, openWarning } from "./times/session-warning.ts";
import { remainingMs, tokenRemainingMs } from "./times/session-times.ts";
import type { SessionTimes } from "./times/session-times.ts";
import { sessionStore } from "./session.store.ts";
import { signOut } from "./sign-out.ts";

/** The action that the monitor must take. */
export type Verdict = "ok" | "refresh" | "expired" | "inactive";

/**
 * Evaluates the session from the server's times and the recorded activity (in ms by this browser's clock, or null if
 * there is no record). The session is refreshed only if the user was active since the last response. Otherwise, the
 * warning would never be shown.
 */
export function evaluateSession(times: SessionTimes, activityMs: number | null, nowMs: number): Verdict {
  const remaining = remainingMs(times, nowMs);
  if (remaining === 0) return "expired";
  if (activityMs !== null && nowMs - activityMs > sessionIdleMs) return "inactive";
  const token = tokenRemainingMs(times, nowMs);
  const isTokenDue =
    token === null ? nowMs - times.receivedAtMs >= refreshIntervalMs : token < refreshThresholdMs;
  const isActive = activityMs !== null && activityMs > times.receivedAtMs;
  return isActive && (isTokenDue || remaining < refreshThresholdMs) ? "refresh" : "ok";
}

/** Runs the monitor once, and then the activity check. */
async function checkSession(): Promise<void> {
  flushActivity();
  const { status, times } = sessionStore.getState();
  if (status !== "signedIn" || times === null) return;
  const verdict = evaluateSession(times, lastActivityMs(), Date.now());
  if (verdict === "expired") return endSession("expired");
  if (verdict === "inactive") {
    await signOut("inactive");
    return;
  }
  // A refresh without a response is retried in the next run. A rejected refresh has ended the session.
  if (verdict === "refresh") await refresh().catch(() => undefined);
  warnIfDue();
}

function warnIfDue(): void {
  const { status, times } = sessionStore.getState();
  if (status !== "signedIn" || times === null) return;
  const remaining = remainingMs(times);
  sessionStore.setState({ remainingMs: remaining });
  if (remaining === 0) endSession("expired");
  else if (remaining <= warningThresholdMs && !isWarningOpen()) openWarning(remaining);
}

/** Checks every 60 s, and at once when the tab becomes visible. Returns a function that stops it. */
export function startSessionMonitor(): () => void {
  const onVisible = () => {
    if (document.visibilityState === "visible") void checkSession();
  };
  const interval = setInterval(() => void checkSession(), sessionMonitorTickMs);
  document.addEventListener("visibilitychange", onVisible);
  return () => {
    clearInterval(interval);
    document.removeEventListener("visibilitychange", onVisible);
  };
}
