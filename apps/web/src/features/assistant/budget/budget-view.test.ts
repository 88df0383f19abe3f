import type { QuotaBudget } from "@praxisportal/contract/billing/billing.schema";
import { describe, expect, it } from "vitest";
import { budgetView, isUnreleased, nextBudgetDay } from "./budget-view.ts";

const open: QuotaBudget = {
  limit: null,
  limitMicros: null,
  used: 500,
  held: 100,
  left: null,
  usedMicros: 2_000_000,
  heldMicros: 500_000,
  leftMicros: null,
  state: "free",
};

describe("budgetView", () => {
  it("shows the amount spent if there is no limit", () => {
    expect(budgetView(open)).toEqual({
      unit: "money",
      limit: null,
      used: 2_500_000,
      left: null,
      ratio: 0,
      state: "free",
    });
  });

  it("shows the money, including amounts held by running calls, until the tokens are almost used up", () => {
    const bothLimits = { ...open, limit: 750, left: 150, limitMicros: 10_000_000, leftMicros: 7_500_000 };
    expect(budgetView({ ...bothLimits, used: 0, held: 0 })).toMatchObject({ unit: "money" });
    expect(budgetView(bothLimits)).toMatchObject({ unit: "money", used: 2_500_000, ratio: 0.25 });
    expect(budgetView({ ...bothLimits, used: 501, left: 149 })).toMatchObject({ unit: "tokens", left: 149 });
    expect(budgetView({ ...bothLimits, limitMicros: null, leftMicros: null })).toMatchObject({
      unit: "tokens",
      used: 600,
    });
    const expensive = { ...bothLimits, limitMicros: 3_000_000, leftMicros: 500_000, state: "near" as const };
    expect(budgetView(expensive)).toMatchObject({ unit: "money", left: 500_000, state: "near" });
  });

  it("treats a limit of zero as used up", () => {
    expect(budgetView({ ...open, limitMicros: 0, leftMicros: 0 }).ratio).toBe(1);
  });
});

describe("isUnreleased", () => {
  it("is true for a limit of zero, and not for one that is used up", () => {
    expect(isUnreleased({ ...open, limit: 0, left: 0 })).toBe(true);
    expect(isUnreleased({ ...open, limitMicros: 0, leftMicros: 0 })).toBe(true);
    expect(isUnreleased({ ...open, limit: 600, left: 0 })).toBe(false);
    expect(isUnreleased(open)).toBe(false);
  });
});

describe("nextBudgetDay", () => {
  it("is the first of the next month", () => {
    expect(nextBudgetDay("2026-11-30")).toBe("2026-12-01");
    expect(nextBudgetDay("2026-12-31")).toBe("2027-01-01");
  });
});
