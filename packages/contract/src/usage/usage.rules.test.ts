import { expect, it } from "vitest";
import { dateInTimeZone, periodRange, eachDay, lastDayOfMonth } from "./usage.rules.ts";

const billingPeriods = ["current", "month"] as const;

it("R9-39 the period current is this calendar month up to today, and month is the whole previous month", () => {
  const periodsOn = (today: string) =>
    billingPeriods.map((period) => Object.values(periodRange(period, today)));
  expect(periodsOn("2026-11-21")).toEqual([
    ["2026-11-01", "2026-11-21"],
    ["2026-10-01", "2026-10-31"],
  ]);
  expect(periodsOn("2026-01-01")).toEqual([
    ["2026-01-01", "2026-01-01"],
    ["2025-12-01", "2025-12-31"],
  ]);
  expect(periodsOn("2028-03-31")[1]).toEqual(["2028-02-01", "2028-02-29"]);
});

it("see R9-40 the tenant views end today and cover the stated number of days", () => {
  const count = (period: "7d" | "30d" | "90d" | "year") => eachDay(periodRange(period, "2026-03-02")).length;
  expect([count("7d"), count("30d"), count("90d"), count("year")]).toEqual([7, 30, 90, 365]);
  expect(eachDay(periodRange("7d", "2026-03-02"))).toContain("2026-02-28");
});

it("see R7b-01 days are in the organization's time zone, even around midnight and clock changes", () => {
  expect(dateInTimeZone("Europe/Zurich", new Date("2026-10-31T23:30:00Z"))).toBe("2026-11-01");
  expect(dateInTimeZone("Europe/Berlin", new Date("2026-03-28T23:30:00Z"))).toBe("2026-03-29");
  expect(eachDay({ startDate: "2026-10-24", endDate: "2026-10-26" })).toEqual([
    "2026-10-24",
    "2026-10-25",
    "2026-10-26",
  ]);
});

it("R3-55 a budget covers a calendar month", () => {
  expect(["2026-11-21", "2026-12-31", "2028-02-01"].map(lastDayOfMonth)).toEqual([
    "2026-11-30",
    "2026-12-31",
    "2028-02-29",
  ]);
});
