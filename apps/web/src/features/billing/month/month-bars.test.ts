import type { BillingHistory } from "@praxisportal/contract/billing/billing.schema";
import { expect, it } from "vitest";
import { axisDigits, costMonths } from "./month-bars.ts";

const month = (name: string, costMicros: number, currency: "EUR" | "CHF" = "EUR") =>
  ({ month: name, currency, costMicros }) as BillingHistory["data"][number];
const history: BillingHistory = {
  data: [month("2026-11", 1), month("2026-10", 30), month("2026-10", 7, "CHF"), month("2026-08", 10)],
};
const billing = {
  currency: "EUR",
  ai: { month: { from: "2026-11-01", to: "2026-11-30" } },
} as Parameters<typeof costMonths>[2];

it("shows the months from the first with costs, and the current month with the newest calls", () => {
  const quota = { month: "2026-11", currency: "EUR", usedMicros: 45 } as const;
  expect(costMonths(history, quota, billing, 12)).toEqual([
    { month: "2026-08-01", costMicros: 10 },
    { month: "2026-09-01", costMicros: 0 },
    { month: "2026-10-01", costMicros: 30 },
    { month: "2026-11-01", costMicros: 45 },
  ]);
});

it("ignores costs of another month or currency in the quota", () => {
  for (const other of [{ month: "2026-12" }, { currency: "CHF" as const }]) {
    const quota = { month: "2026-11", currency: "EUR" as const, usedMicros: 45, ...other };
    expect(costMonths(history, quota, billing, 12).at(-1)?.costMicros).toBe(1);
  }
});

it.each([
  [20_000_000, 0],
  [1_000_000, 0],
  [500_000, 2],
  [10_000, 2],
  [5_000, 6],
])("shows ticks that are %i millionths apart with %i digits", (step, digits) => {
  expect(axisDigits(step)).toBe(digits);
});
