import type { Quota } from "@praxisportal/contract/billing/billing.schema";
import { describe, expect, it } from "vitest";
import {
  budgetOf,
  buildQuotaChange,
  changedLimits,
  draftOf,
  currentLimits,
  mergeDraft,
} from "./quota-draft.ts";

const budget = {
  used: 10,
  held: 0,
  left: null,
  usedMicros: 0,
  heldMicros: 0,
  leftMicros: null,
  state: "free",
} as const;
const person = (userId: string, limit: number | null, limitMicros: number | null, hasOwnLimit: boolean) => ({
  userId,
  name: "Mia Probe",
  hasOwnLimit,
  limit,
  limitMicros,
  ...budget,
});
const quota: Quota = {
  organizationId: "o",
  month: "2026-11",
  startDate: "2026-11-01",
  endDate: "2026-11-30",
  currency: "EUR",
  limit: 1_000,
  limitMicros: null,
  ...budget,
  planLimit: 2_000_000,
  personLimit: 200,
  personLimitMicros: 5_000_000,
  own: { limit: null, limitMicros: null, ...budget },
  people: [person("own", 700, 5_000_000, true), person("everybody", 200, 5_000_000, false)],
  ledger: null,
  version: 4,
};
const organization = currentLimits(quota, "organization");
const locale = "de-DE";

describe("the form for limits", () => {
  it("see R7b-07 sends only changed fields, and an empty field as no limit", () => {
    const draft = draftOf(organization, locale);
    expect(draft).toEqual({ limit: "1.000", limitMicros: "", personLimit: "200", personLimitMicros: "5,00" });
    expect(changedLimits(draft, organization, "organization", locale)).toEqual({});
    const editedDraft = { ...draft, limit: "1000", limitMicros: "60", personLimit: "" };
    const change = changedLimits(editedDraft, organization, "organization", locale);
    expect(buildQuotaChange("organization", change)).toEqual({ limitMicros: 60_000_000, personLimit: null });
  });

  it("see R7b-07 contains only overrides of the default for a person, and names the person in the change", () => {
    const target = { userId: "own", name: "Mia Probe" };
    expect(currentLimits(quota, target)).toEqual({ limit: 700, limitMicros: null });
    expect(currentLimits(quota, { ...target, userId: "everybody" })).toEqual({
      limit: null,
      limitMicros: null,
    });
    const change = changedLimits(
      { limit: "", limitMicros: "1,50" },
      currentLimits(quota, target),
      target,
      locale,
    );
    expect(buildQuotaChange(target, change)).toEqual({
      people: [{ userId: "own", limit: null, limitMicros: 1_500_000 }],
    });
  });

  it("see R7b-07 keeps the input after a concurrent save, and takes the saved limits for the other fields", () => {
    const editedDraft = { ...draftOf(organization, locale), limit: "5.000" };
    const present = { ...organization, limitMicros: 5_000_000, personLimit: 900 };
    const merged = mergeDraft(editedDraft, organization, present, locale);
    expect(merged).toEqual({
      limit: "5.000",
      limitMicros: "5,00",
      personLimit: "900",
      personLimitMicros: "5,00",
    });
    expect(changedLimits(merged, present, "organization", locale)).toEqual({ limit: 5_000 });
  });
});

it("see R7b-06 a person without usage has the default budget", () => {
  expect(budgetOf(quota, "own")).toMatchObject({ limit: 700, used: 10 });
  expect(budgetOf(quota, "new")).toMatchObject({ limit: 200, left: 200, leftMicros: 5_000_000, used: 0 });
});
