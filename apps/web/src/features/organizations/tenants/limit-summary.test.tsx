// @vitest-environment jsdom
import { screen, within } from "@testing-library/react";
import { afterEach, beforeAll, expect, it } from "vitest";
import { ensureMessages } from "../../../platform/i18n/store.ts";
import { resetTestPage, show } from "../../../testing/show.tsx";
import { LimitSummary } from "./limit-summary.tsx";

beforeAll(() => ensureMessages("common", "limits"));
afterEach(resetTestPage);

const near = "Über 80\u00A0%";
const reached = ["Alle belegt", "Aufgebraucht", "Voll"] as const;
const texts: readonly string[] = [near, ...reached];
const limits = { monthlyTokens: 1_000, maxUsers: 1_000, storageGB: 1_000 };

it.each([
  ["at exactly 80 percent", 800, [null, null, null]],
  ["just above 80 percent", 801, [near, near, near]],
  ["just below 100 percent", 999, [near, near, near]],
  ["at 100 percent", 1_000, reached],
] as const)(
  "see R9-46 R9-47 R9-48 R9-49 the card of the limits warns above 80 percent: %s",
  (_at, used, warnings) => {
    const usage = { tokensUsed: used, currentUsers: used, storageUsedGB: used };
    show(<LimitSummary plan="basic" tenant={{ usage, limits }} originOf={() => null} />, []);
    const shown = ["Plätze", "KI-Einheiten im Monat", "Speicher"].map((name) => {
      const limit = within(screen.getByRole("region", { name }));
      const warning = limit.queryByText((_text, element) => texts.includes(element?.textContent ?? ""), {
        selector: "span",
      });
      return warning?.textContent ?? null;
    });
    expect(shown).toEqual(warnings);
  },
);
