import type { UsageStats } from "@praxisportal/contract/usage/usage.schema";
import { eachDay } from "@praxisportal/contract/usage/usage.rules";
import { describe, expect, it } from "vitest";
import { toBars, changeOf, sameDaysInPreviousMonth, measureValue, placeIn, seriesOf } from "./usage-stats.ts";
import { validateRange, lastDaysRange, rangeBefore } from "./history-range.ts";

const stats = (more: Partial<UsageStats> = {}): UsageStats => ({
  count: 1,
  inputTokens: 10,
  outputTokens: 5,
  audioSeconds: 0,
  costMicros: 100,
  estimatedCount: 0,
  unpricedCount: 0,
  ...more,
});

describe("chart series", () => {
  it("R9-38 up to five providers have their own colors", () => {
    const series = seriesOf(["a", "b", "c", "d", "e"]);
    expect(series.map(({ key }) => key)).toEqual(["a", "b", "c", "d", "e"]);
    expect(new Set(series.map(({ color }) => color)).size).toBe(5);
  });

  it("R9-38 with more than five providers, the last series sums up the others", () => {
    const series = seriesOf(["a", "b", "c", "d", "e", "f"]);
    expect(series.map(({ key }) => key)).toEqual(["a", "b", "c", "d", null]);
    expect(["a", "d", "e", "f"].map((key) => placeIn(series, key))).toEqual([0, 3, 4, 4]);
  });

  it("see R1-16 shows costs, tokens or calls", () => {
    const usage = stats({ count: 3, inputTokens: 7, outputTokens: 2, costMicros: 11 });
    expect([
      measureValue(usage, "cost"),
      measureValue(usage, "units"),
      measureValue(usage, "requests"),
    ]).toEqual([11, 9, 3]);
  });
});

describe("comparison with the previous month", () => {
  it.each([
    ["2026-11-01", "2026-11-21", "2026-10-01", "2026-10-21"],
    ["2026-11-01", "2026-11-30", "2026-10-01", "2026-10-31"],
    ["2026-03-01", "2026-03-30", "2026-02-01", "2026-02-28"],
    ["2026-01-01", "2026-01-05", "2025-12-01", "2025-12-05"],
  ])("see R2.4-44 %s to %s compares with %s to %s", (startDate, endDate, from, to) => {
    expect(sameDaysInPreviousMonth({ startDate, endDate })).toEqual({ startDate: from, endDate: to });
  });

  it("see R2.4-44 shows no comparison where it would be misleading", () => {
    expect(changeOf(stats({ costMicros: 150 }), stats())).toBeCloseTo(0.5);
    expect(changeOf(stats(), stats({ costMicros: 0 }))).toBeNull();
    expect(changeOf(stats({ unpricedCount: 1 }), stats())).toBeNull();
    expect(changeOf(stats(), stats({ unpricedCount: 1 }))).toBeNull();
  });
});

describe("a range of days", () => {
  it("see R2.4-44 is grouped by day, and by month if it is long", () => {
    const days = eachDay({ startDate: "2026-01-01", endDate: "2026-12-31" }).map((date) => ({
      date,
      ...stats(),
    }));
    expect(toBars(days.slice(0, 92))).toEqual({ by: "day", bars: days.slice(0, 92) });
    const { by, bars } = toBars(days);
    expect([by, bars.length, bars[0]?.date, bars[1]?.date]).toEqual([
      "month",
      12,
      "2026-01-01",
      "2026-02-01",
    ]);
    expect(bars.map(({ count }) => count)).toEqual([31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]);
    expect(bars.reduce((sum, { costMicros }) => sum + costMicros, 0)).toBe(36_500);
  });

  it("see R0-11 includes the part before the current month", () => {
    const range = { startDate: "2026-02-10", endDate: "2026-03-11" };
    expect(rangeBefore(range, "2026-03-01")).toEqual({ startDate: "2026-02-10", endDate: "2026-02-28" });
    expect(rangeBefore(range, "2026-04-01")).toEqual(range);
    expect(rangeBefore({ ...range, startDate: "2026-03-01" }, "2026-03-01")).toBeNull();
  });

  it("see R2.4-44 requires both ends in order, at most a year apart", () => {
    expect(lastDaysRange(30, "2026-03-01")).toEqual({ startDate: "2026-01-31", endDate: "2026-03-01" });
    expect(validateRange({ startDate: "2025-11-21", endDate: "2026-11-21" })).toBeNull();
    expect(validateRange({ startDate: "2026-11-22", endDate: "2026-11-21" })).toBe("reversed");
    expect(validateRange({ startDate: "2025-11-19", endDate: "2026-11-21" })).toBe("long");
    expect(validateRange({ startDate: "", endDate: "2026-11-21" })).toBe("open");
  });
});
