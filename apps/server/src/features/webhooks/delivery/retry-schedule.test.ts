import { describe, expect, it } from "vitest";
import { nextDelayMs, retryAfterMs } from "./retry-schedule.ts";

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

describe("the schedule of a delivery", () => {
  it("R0-121 has attempts after 0 s, 5 s, 5 min, 30 min and 2, 5, 10, 14, 20 and 24 h, each varied by 20 %", () => {
    const delays = [
      0,
      5 * second,
      5 * minute,
      30 * minute,
      ...[2, 5, 10, 14, 20, 24].map((hours) => hours * hour),
    ];
    expect(delays.map((_, attempts) => nextDelayMs(attempts, 0.5))).toEqual(delays);
    expect(delays.map((_, attempts) => nextDelayMs(attempts, 0))).toEqual(delays.map((ms) => ms * 0.8));
    expect(delays.map((_, attempts) => nextDelayMs(attempts, 1))).toEqual(delays.map((ms) => ms * 1.2));
    expect(nextDelayMs(10)).toBeUndefined();
  });

  it("see R0-122 follows Retry-After in seconds or as a date, from 1 s to 24 h", () => {
    const now = new Date("2026-03-02T08:30:00Z");
    expect(retryAfterMs("120", now)).toBe(120_000);
    expect(retryAfterMs("Mon, 02 Mar 2026 08:31:00 GMT", now)).toBe(60_000);
    expect(retryAfterMs("Mon, 02 Mar 2026 08:00:00 GMT", now)).toBe(1_000);
    expect(retryAfterMs("0", now)).toBe(1_000);
    expect(retryAfterMs("9999999", now)).toBe(24 * hour);
    expect(retryAfterMs("bald", now)).toBeUndefined();
    expect(retryAfterMs(null, now)).toBeUndefined();
  });
});
