import { describe, expect, it } from "vitest";
import { receivedTimes, remainingMs, tokenRemainingMs } from "./session-times.ts";

const response = {
  idleExpiresAt: "2026-11-23T08:12:00Z",
  absoluteExpiresAt: "2026-11-24T07:42:00Z",
  serverTime: "2026-11-23T07:42:00Z",
  accessTokenExpiresAt: "2026-11-23T07:52:00Z",
};
const minuteMs = 60_000;

describe("remaining time", () => {
  it("R4-17 is the smaller of the remaining idle time and the remaining absolute time", () => {
    const times = receivedTimes(response, null, 0);
    expect(remainingMs(times, 0)).toBe(30 * minuteMs);
    const nearEnd = receivedTimes({ ...response, absoluteExpiresAt: "2026-11-23T07:44:00Z" }, null, 0);
    expect(remainingMs(nearEnd, 0)).toBe(2 * minuteMs);
  });

  it("R4-17 uses the server's clock, even if the browser's is wrong", () => {
    for (const browserNow of [0, Date.parse("2001-01-01"), Date.parse("2090-01-01")]) {
      const times = receivedTimes(response, null, browserNow);
      expect(remainingMs(times, browserNow + 10 * minuteMs)).toBe(20 * minuteMs);
    }
  });

  it("does not grow when the browser's clock is set back", () => {
    const times = receivedTimes(response, null, 1_000_000);
    expect(remainingMs(times, 0)).toBe(30 * minuteMs);
  });

  it("see R4-28 is clamped to 0", () => {
    const times = receivedTimes(response, null, 0);
    expect(remainingMs(times, 31 * minuteMs)).toBe(0);
    expect(tokenRemainingMs(times, 31 * minuteMs)).toBe(0);
  });

  it("keeps the known end of the token when a response lacks it", () => {
    const knownTimes = receivedTimes(response, null, 0);
    const { accessTokenExpiresAt: _unknown, ...responseWithoutToken } = response;
    expect(tokenRemainingMs(receivedTimes(responseWithoutToken, knownTimes, 0), 0)).toBe(10 * minuteMs);
    expect(tokenRemainingMs(receivedTimes(responseWithoutToken, null, 0), 0)).toBeNull();
  });
});
