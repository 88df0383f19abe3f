import {
  refreshIntervalMs,
  refreshThresholdMs,
  sessionIdleMs,
  sessionMonitorTickMs,
  warningThresholdMs,
} from "@praxisportal/contract/limits";
import { flushActivity } from "./activity.ts";
import { endSession } from "./clear-session.ts";
import { lastActivityMs } from "./last-activity.ts";
import { refresh } from "./renew.ts";
import { isWarningOpen, openWarning } from "./session-warning.ts";
import { remainingMs, tokenRemainingMs } from "./session-times.ts";
import type { SessionTimes } from "./session-times.ts";
import { sessionStore } from "./session.store.ts";
import { signOut } from "./sign-out.ts";

/** What the monitor has to do now. */
export type Verdict = "ok" | "refresh" | "expired" | "inactive";

/**
 * Judges the session from the server's times and the record of activity (ms by this browser's clock; null without
 * one). It is refreshed only for a person who did something since the last answer; else nobody would ever be
 * warned.
 */
export function judgeSession(times: SessionTimes, activityMs: number | null, nowMs: number): Verdict {
  const left = remainingMs(times, nowMs);
  if (left === 0) return "expired";
  if (activityMs !== null && nowMs - activityMs > sessionIdleMs) return "inactive";
  const token = tokenRemainingMs(times, nowMs);
  const tokenDue =
    token === null ? nowMs - times.receivedAtMs >= refreshIntervalMs : token < refreshThresholdMs;
  const active = activityMs !== null && activityMs > times.receivedAtMs;
  return active && (tokenDue || left < refreshThresholdMs) ? "refresh" : "ok";
}

/** One round of the monitor and of the activity check that follows it. */
async function checkSession(): Promise<void> {
  flushActivity();
  const { status, times } = sessionStore.getState();
  if (status !== "signedIn" || times === null) return;
  const verdict = judgeSession(times, lastActivityMs(), Date.now());
  if (verdict === "expired") return endSession("expired");
  if (verdict === "inactive") {
    await signOut("inactive");
    return;
  }
  // A refresh nobody answered is tried again in the next round; a refused one has ended the session.
  if (verdict === "refresh") await refresh().catch(() => undefined);
  warnIfDue();
}

function warnIfDue(): void {
  const { status, times } = sessionStore.getState();
  if (status !== "signedIn" || times === null) return;
  const left = remainingMs(times);
  sessionStore.setState({ remainingMs: left });
  if (left === 0) endSession("expired");
  else if (left <= warningThresholdMs && !isWarningOpen()) openWarning(left);
}

/** Checks every 60 s, and at once when a sleeping tab is looked at again. Returns how to stop. */
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
