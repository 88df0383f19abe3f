// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { empty, json, networkError, problem } from "../api-client/testing/fetch-double.ts";
import { activityEvents, recordActivity } from "./times/activity.ts";
import { endSession } from "./clear-session.ts";
import { lastActivityMs } from "./times/last-activity.ts";
import { evaluateSession } from "./session-monitor.ts";
import { receivedTimes } from "./times/session-times.ts";
import { closeWarning, openWarning, sessionWarningStore } from "./times/session-warning.ts";
import { sessionStore } from "./session.store.ts";
import { person, refreshResponse, timesResponse } from "./testing/session-responses.ts";
import { countOf, createSessionTestContext, signInForTest } from "./testing/session-world.ts";
import type { SessionTestContext } from "./testing/session-world.ts";

const minuteMs = 60_000;

let context: SessionTestContext;
beforeEach(() => {
  context = createSessionTestContext({ logout: () => empty(), refresh: () => json(refreshResponse()) });
});
afterEach(() => context.end());

function act(type: string = "keydown"): void {
  document.body.dispatchEvent(new Event(type, { bubbles: true }));
}

/** Simulates user activity and waits for its debounce, so that it is recorded. */
async function actRecorded(): Promise<void> {
  await vi.advanceTimersByTimeAsync(10);
  act();
  await vi.advanceTimersByTimeAsync(1_000);
}

describe("verdict", () => {
  const at = 1_000_000;
  const times = (idleMin: number, tokenMin = 10) =>
    receivedTimes(
      {
        idleExpiresAt: new Date(idleMin * minuteMs).toISOString(),
        absoluteExpiresAt: new Date(600 * minuteMs).toISOString(),
        serverTime: new Date(0).toISOString(),
        accessTokenExpiresAt: new Date(tokenMin * minuteMs).toISOString(),
      },
      null,
      at,
    );

  it("R4-14 see R4-28 is expired exactly at the end", () => {
    expect(evaluateSession(times(30), at, at + 30 * minuteMs - 1)).toBe("ok");
    expect(evaluateSession(times(30), at, at + 30 * minuteMs)).toBe("expired");
  });

  it("R4-16 R9-10 is inactive after more than 30 minutes", () => {
    expect(evaluateSession(times(40), at, at + 30 * minuteMs)).toBe("ok");
    expect(evaluateSession(times(40), at, at + 30 * minuteMs + 1)).toBe("inactive");
  });

  it("R9-11 refreshes for an active user when less than 5 minutes of the token are left", () => {
    expect(evaluateSession(times(30), at + 1, at + 5 * minuteMs)).toBe("ok");
    expect(evaluateSession(times(30), at + 1, at + 5 * minuteMs + 1)).toBe("refresh");
  });

  it("see R4-15 refreshes for an active user when less than 5 minutes of the session are left", () => {
    expect(evaluateSession(times(6), at + 1, at + minuteMs)).toBe("ok");
    expect(evaluateSession(times(6), at + 1, at + minuteMs + 1)).toBe("refresh");
  });

  it("never refreshes without activity since the last response", () => {
    expect(evaluateSession(times(30), at, at + 9 * minuteMs)).toBe("ok");
    expect(evaluateSession(times(30), null, at + 9 * minuteMs)).toBe("ok");
  });

  it("R9-08 refreshes every 300000 ms while the end of the token is unknown", () => {
    const unknown = { ...times(30), accessTokenExpiresAt: null };
    expect(evaluateSession(unknown, at + 1, at + 299_999)).toBe("ok");
    expect(evaluateSession(unknown, at + 1, at + 300_000)).toBe("refresh");
  });
});

describe("monitor", () => {
  it("R4-13 R9-09 checks every 60 s", async () => {
    await signInForTest();
    await vi.advanceTimersByTimeAsync(59_999);
    expect(sessionStore.getState().remainingMs).toBe(30 * minuteMs);
    await vi.advanceTimersByTimeAsync(1);
    expect(sessionStore.getState().remainingMs).toBe(29 * minuteMs);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sessionStore.getState().remainingMs).toBe(28 * minuteMs);
  });

  it("see R4-15 refreshes the token of an active user and sends the time of the last activity", async () => {
    await signInForTest();
    await vi.advanceTimersByTimeAsync(5 * minuteMs - 2_000);
    await actRecorded();
    await vi.advanceTimersByTimeAsync(minuteMs + 1_000);
    expect(countOf(context.calls, "refresh")).toBe(1);
    expect(context.calls[0]?.body).toEqual({ lastActivityAgoMs: minuteMs + 1_990 });
    expect(localStorage.getItem("accessToken")).toBe("renewed");
    expect(sessionStore.getState().status).toBe("signedIn");
  });

  it("does not refresh the session of an inactive user before the warning", async () => {
    await signInForTest();
    await vi.advanceTimersByTimeAsync(24 * minuteMs);
    expect(context.calls).toHaveLength(0);
    expect(sessionWarningStore.getState().open).toBe(false);
  });

  it("R4-07 R4-14 see R8-52 logs out at the end, even when the clock jumped beyond it", async () => {
    await signInForTest();
    vi.setSystemTime(Date.now() + 45 * minuteMs);
    document.dispatchEvent(new Event("visibilitychange"));
    await vi.advanceTimersByTimeAsync(0);
    expect(context.toLogin).toHaveBeenCalledExactlyOnceWith("expired");
    expect(sessionStore.getState()).toMatchObject({ status: "signedOut", remainingMs: 0 });
  });

  it("R4-08 R4-16 see R8-52 logs out after 30 minutes of inactivity, including on the server", async () => {
    await signInForTest(person(), { idleMin: 40 });
    await vi.advanceTimersByTimeAsync(30 * minuteMs);
    expect(sessionStore.getState().status).toBe("signedIn");
    await vi.advanceTimersByTimeAsync(minuteMs);
    expect(countOf(context.calls, "logout")).toBe(1);
    expect(context.toLogin).toHaveBeenCalledExactlyOnceWith("inactive");
  });

  it("counts activity of another tab", async () => {
    await signInForTest(person(), { idleMin: 40 });
    await vi.advanceTimersByTimeAsync(29 * minuteMs);
    localStorage.setItem("lastActivity", String(Date.now()));
    await vi.advanceTimersByTimeAsync(3 * minuteMs);
    expect(sessionStore.getState().status).toBe("signedIn");
  });

  it("R4-06 see R8-52 a rejected silent refresh ends the session", async () => {
    context.responses["refresh"] = () => problem(401, "SESSION_EXPIRED");
    await signInForTest();
    await actRecorded();
    await vi.advanceTimersByTimeAsync(6 * minuteMs);
    expect(context.toLogin).toHaveBeenCalledExactlyOnceWith("expired");
  });

  it("retries a silent refresh in the next round when there was no response", async () => {
    context.responses["refresh"] = () => {
      throw networkError();
    };
    await signInForTest();
    await actRecorded();
    await vi.advanceTimersByTimeAsync(6 * minuteMs);
    expect(sessionStore.getState().status).toBe("signedIn");
    context.responses["refresh"] = () => json(refreshResponse());
    await vi.advanceTimersByTimeAsync(minuteMs);
    expect(localStorage.getItem("accessToken")).toBe("renewed");
  });

  it("stops with the session", async () => {
    await signInForTest();
    endSession("logout");
    await vi.advanceTimersByTimeAsync(60 * minuteMs);
    expect(context.calls).toHaveLength(0);
    expect(context.toLogin).toHaveBeenCalledOnce();
  });
});

describe("activity", () => {
  it.each(["mousedown", "keydown", "scroll", "touchstart"])(
    "R4-20 R4-21 R4-22 R4-23 %s updates the last-activity record",
    async (type) => {
      await signInForTest();
      await vi.advanceTimersByTimeAsync(10_000);
      act(type);
      const at = Date.now();
      await vi.advanceTimersByTimeAsync(1_000);
      expect(lastActivityMs()).toBe(at);
      // Activity is also recorded in parts of the page that stop the propagation of events or scroll on their own.
      const part = document.body.appendChild(document.createElement("div"));
      part.addEventListener(type, (event) => event.stopPropagation());
      for (const bubbles of [true, false]) {
        await vi.advanceTimersByTimeAsync(10_000);
        part.dispatchEvent(new Event(type, { bubbles }));
        const later = Date.now();
        await vi.advanceTimersByTimeAsync(1_000);
        expect(lastActivityMs()).toBe(later);
      }
      part.remove();
    },
  );

  it("tracks exactly these four kinds of events", () => {
    expect(activityEvents).toEqual(["mousedown", "keydown", "scroll", "touchstart"]);
  });

  it("R4-24 R9-13 records one second after the last event", async () => {
    await signInForTest();
    const signedInAt = lastActivityMs();
    await vi.advanceTimersByTimeAsync(5_000);
    act();
    await vi.advanceTimersByTimeAsync(900);
    act();
    const at = Date.now();
    await vi.advanceTimersByTimeAsync(999);
    expect(lastActivityMs()).toBe(signedInAt);
    await vi.advanceTimersByTimeAsync(1);
    expect(lastActivityMs()).toBe(at);
  });

  it("R4-26 the check every 60 s includes activity that is still being debounced", async () => {
    await signInForTest();
    await vi.advanceTimersByTimeAsync(59_500);
    act();
    const at = Date.now();
    await vi.advanceTimersByTimeAsync(500);
    expect(lastActivityMs()).toBe(at);
    // The next check also includes it.
    await vi.advanceTimersByTimeAsync(59_500);
    act();
    expect(lastActivityMs()).toBe(at);
    await vi.advanceTimersByTimeAsync(499);
    expect(lastActivityMs()).toBe(at);
    await vi.advanceTimersByTimeAsync(1);
    expect(lastActivityMs()).toBe(Date.now() - 500);
  });

  it("R4-19 R4-29 records nothing unless signed in", async () => {
    await actRecorded();
    recordActivity();
    expect(lastActivityMs()).toBeNull();
    await signInForTest();
    endSession("logout");
    await actRecorded();
    expect(lastActivityMs()).toBeNull();
  });

  it("R4-25 pauses while the warning dialog is open", async () => {
    await signInForTest();
    const before = lastActivityMs();
    openWarning(100_000);
    await actRecorded();
    recordActivity();
    expect(lastActivityMs()).toBe(before);
    closeWarning();
    await actRecorded();
    expect(lastActivityMs()).toBe(Date.now() - 1_000);
  });

  it("R2.2-12 a navigation is recorded at once", async () => {
    await signInForTest();
    await vi.advanceTimersByTimeAsync(7_000);
    recordActivity();
    expect(lastActivityMs()).toBe(Date.now());
  });
});

describe("warning", () => {
  it("R4-27 R9-12 opens with at most 5 minutes left", async () => {
    await signInForTest();
    await vi.advanceTimersByTimeAsync(24 * minuteMs);
    expect(sessionWarningStore.getState().open).toBe(false);
    await vi.advanceTimersByTimeAsync(minuteMs);
    expect(sessionWarningStore.getState()).toMatchObject({ open: true, secondsLeft: 300, totalSeconds: 300 });
  });

  it("R4-27 does not open when no time is left", async () => {
    await signInForTest(person(), { idleMin: 1 });
    const opened = vi.fn();
    const stop = sessionWarningStore.subscribe(opened);
    await vi.advanceTimersByTimeAsync(minuteMs);
    stop();
    expect(opened).not.toHaveBeenCalled();
    expect(sessionStore.getState().status).toBe("signedOut");
  });

  it("R4-30 starts with the remaining seconds if fewer than 300", async () => {
    await signInForTest(person(), { idleMin: 4 });
    await vi.advanceTimersByTimeAsync(minuteMs);
    expect(sessionWarningStore.getState()).toMatchObject({ open: true, secondsLeft: 180, totalSeconds: 180 });
  });

  it("R4-30 never starts above 300 s, even if the server warns earlier", async () => {
    await signInForTest();
    openWarning(20 * minuteMs);
    expect(sessionWarningStore.getState().secondsLeft).toBe(300);
  });

  it("R4-31 ticks each second", async () => {
    await signInForTest();
    openWarning(10_000);
    const seconds: number[] = [];
    for (let second = 0; second < 3; second += 1) {
      await vi.advanceTimersByTimeAsync(1_000);
      seconds.push(sessionWarningStore.getState().secondsLeft);
    }
    expect(seconds).toEqual([9, 8, 7]);
  });

  it("does not open when a refresh extended the session", async () => {
    await signInForTest(person(), { idleMin: 6 });
    await actRecorded();
    await vi.advanceTimersByTimeAsync(2 * minuteMs);
    expect(countOf(context.calls, "refresh")).toBe(1);
    expect(sessionWarningStore.getState().open).toBe(false);
  });

  it("R4-37 see R8-52 logs out when the countdown reaches 0", async () => {
    await signInForTest();
    openWarning(3_000);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(countOf(context.calls, "logout")).toBe(1);
    expect(context.toLogin).toHaveBeenCalledExactlyOnceWith("expired");
    expect(sessionWarningStore.getState().open).toBe(false);
  });

  it("see R4-28 a countdown that the device slept through shows 0, and logs out", async () => {
    await signInForTest();
    openWarning(3_000);
    const shown: number[] = [];
    const stop = sessionWarningStore.subscribe(({ open, secondsLeft }) => {
      if (open) shown.push(secondsLeft);
    });
    vi.setSystemTime(Date.now() + 60_000);
    await vi.advanceTimersByTimeAsync(1_000);
    stop();
    expect(shown).toEqual([0]);
    expect(context.toLogin).toHaveBeenCalledExactlyOnceWith("expired");
  });

  it("closes when another tab extended the session", async () => {
    await signInForTest(person(), { idleMin: 4 });
    await vi.advanceTimersByTimeAsync(minuteMs);
    const times = receivedTimes(timesResponse(), null);
    localStorage.setItem("sessionTimes", JSON.stringify(times));
    window.dispatchEvent(new StorageEvent("storage", { key: "sessionTimes" }));
    expect(sessionWarningStore.getState().open).toBe(false);
  });
});
