// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, it } from "vitest";
import { ensureMessages } from "../../../platform/i18n/store.ts";
import { resetTestPage, show } from "../../../testing/show.tsx";
import type { Plan } from "../tenants/tenants.api.ts";
import { PlanChoiceCard } from "./plan-choice-card.tsx";
import type { OwnLimits } from "./plan-use.ts";

beforeAll(() => ensureMessages("common", "plan-choice", "limits"));
afterEach(resetTestPage);

const basic: Plan = {
  id: "basic-2026-01-01",
  name: "basic",
  maxUsers: 25,
  monthlyTokens: 1_000,
  storageGB: 10,
  validFrom: "2026-01-01",
  prices: [{ currency: "EUR", monthly: 49_000_000, yearly: null }],
  includedAi: [{ currency: "EUR", monthly: 0 }],
};
const use = { maxUsers: 26, monthlyTokens: 1_200, storageGB: 4 };

/** Returns the lines below the seats and below the AI units of the card. */
function linesOf(isCurrent: boolean, ownLimits: OwnLimits): string[][] {
  const card = { plan: basic, currency: "EUR", term: "month", use, aiCost: undefined } as const;
  show(<PlanChoiceCard {...card} isCurrent={isCurrent} ownLimits={ownLimits} />, []);
  return screen
    .getAllByRole("listitem")
    .slice(0, 2)
    .map((fact) => {
      const details = fact.querySelector(".text-small");
      return [...(details?.childNodes ?? [])].map((line) => (line.textContent ?? "").replaceAll(/\s/gu, " "));
    });
}

it("compares the usage with the own limits of the organization in its current plan", () => {
  expect(linesOf(true, { maxUsers: 60, monthlyTokens: 2_400 })).toEqual([
    ["Für Sie gilt weiter der eigene Wert: 60.", "26 belegt, 34 frei"],
    ["Für Sie gilt weiter der eigene Wert: 2.400.", "50 % in diesem Monat verbraucht"],
  ]);
});

it("says of another plan with too few seats that the own limit does not count, but the one of AI units does", () => {
  expect(linesOf(false, { maxUsers: 60, monthlyTokens: 2_400 })).toEqual([
    ["26 sind belegt: 1 zu viel", "Für einen Wechsel zählt der eigene Wert von 60 nicht."],
    ["Für Sie gilt weiter der eigene Wert: 2.400.", "50 % in diesem Monat verbraucht"],
  ]);
  expect(screen.getByText("Zu klein")).toBeDefined();
});

it("names an own limit that is below the usage, and the usage", () => {
  expect(linesOf(true, { maxUsers: 20 })).toEqual([
    ["Für Sie gilt weiter der eigene Wert: 20.", "26 sind belegt: 6 zu viel"],
    ["1.200 sind in diesem Monat schon verbraucht"],
  ]);
});
