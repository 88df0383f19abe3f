import { describe, expect, it } from "vitest";
import { signInAxis, totalsOf } from "./sign-in-scale.ts";
import { lastDays, lastInterruption, displayPercent } from "./uptime-days.ts";

const day = (succeeded: number, failed = 0) => ({ day: "2026-11-01", succeeded, failed });

describe("axis of the sign-ins", () => {
  it.each([0, 1, 2, 3, 7, 10, 39, 40, 41, 99, 100, 101, 999, 12_345])(
    "covers %i with a few integer ticks",
    (most) => {
      const { top, ticks } = signInAxis([day(most), day(0)]);
      expect(top).toBeGreaterThanOrEqual(Math.max(1, most));
      expect(ticks[0]).toBe(0);
      expect(ticks.at(-1)).toBe(top);
      expect(ticks.length).toBeLessThanOrEqual(5);
      expect(ticks.every(Number.isInteger)).toBe(true);
    },
  );

  it("stacks failed sign-ins on successful ones", () => {
    expect(signInAxis([day(30, 15)]).top).toBeGreaterThanOrEqual(45);
    expect(totalsOf([day(30, 15), day(2, 1)])).toEqual({ succeeded: 32, failed: 16 });
  });
});

describe("availability", () => {
  const days = Array.from({ length: 40 }, (_none, index) => ({
    day: new Date(Date.UTC(2026, 9, 1 + index)).toISOString().slice(0, 10),
    percent: index === 5 || index === 20 ? 99.1 : 100,
  }));

  it("R2.4-13 never rounds an interruption up to 100 %", () => {
    expect(displayPercent(99.999)).toBe(99.99);
    expect(displayPercent(100)).toBe(100);
  });

  it("shows the last thirty days in order for any order of the input", () => {
    const visibleDays = lastDays(days.toReversed());
    expect(visibleDays).toHaveLength(30);
    expect(visibleDays.at(-1)).toEqual(days[39]);
  });

  it("includes the latest interruption among the visible days", () => {
    expect(lastInterruption(days)).toEqual(days[20]);
    expect(lastInterruption(days.slice(0, 3))).toBeUndefined();
  });
});
