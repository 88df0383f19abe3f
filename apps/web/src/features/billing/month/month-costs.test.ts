import type { TenantBilling } from "@praxisportal/contract/tenants/subscription.schema";
import { describe, expect, it } from "vitest";
import { monthCosts } from "./month-costs.ts";

const billing: TenantBilling = {
  plan: "professional",
  term: "month",
  since: "2026-04-01T00:00:00.000Z",
  next: null,
  currency: "EUR",
  priceMicros: 129_000_000,
  currentTerm: { from: "2026-11-01", to: "2026-11-30" },
  trialEndsAt: null,
  ai: {
    month: { from: "2026-11-01", to: "2026-11-30" },
    costMicros: 37_200_000,
    includedMicros: 25_000_000,
    overageMicros: 12_200_000,
    unpricedCalls: 0,
  },
};

describe("the costs of the month", () => {
  it("R2.4-47 are the price of the plan and the AI costs beyond the included amount", () => {
    expect(monthCosts(billing, "2026-11-23")).toMatchObject({
      plan: 129_000_000,
      overage: 12_200_000,
      total: 141_200_000,
    });
  });

  it("R2.4-47 are forecast from the days so far", () => {
    const { forecast } = monthCosts(billing, "2026-11-15");
    expect(forecast).toEqual({ ai: 74_400_000, overage: 49_400_000, total: 178_400_000 });
    expect(monthCosts(billing, "2026-11-30").forecast?.ai).toBe(37_200_000);
  });

  it("have no forecast in the first two days", () => {
    expect(monthCosts(billing, "2026-11-02").forecast).toBeNull();
    expect(monthCosts(billing, "2026-11-03").forecast).not.toBeNull();
  });

  it("prorate a plan that began during the month, rounded as on the invoice", () => {
    const changedMonth = {
      ...billing,
      priceMicros: 349_000_000,
      currentTerm: { from: "2026-11-23", to: "2026-11-30" },
    };
    expect(monthCosts(changedMonth, "2026-11-23").plan).toBe(93_070_000);
  });

  it("include a yearly price only in the month in which the term begins", () => {
    const yearly = { ...billing, term: "year" as const, priceMicros: 1_290_000_000 };
    const earlier = { ...yearly, currentTerm: { from: "2026-04-01", to: "2027-03-31" } };
    expect(monthCosts(earlier, "2026-11-23")).toMatchObject({ plan: 0, planDays: null, total: 12_200_000 });
    const begun = { ...yearly, currentTerm: { from: "2026-11-10", to: "2027-11-09" } };
    expect(monthCosts(begun, "2026-11-23").plan).toBe(1_290_000_000);
  });

  it("have no plan during a trial", () => {
    const trial = { ...billing, priceMicros: 0, currentTerm: null };
    expect(monthCosts(trial, "2026-11-23")).toMatchObject({ plan: 0, planDays: null });
  });
});
