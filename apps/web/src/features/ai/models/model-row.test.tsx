// @vitest-environment jsdom
import { screen, within } from "@testing-library/react";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { ensureMessages } from "../../../platform/i18n/store.ts";
import { ModelRow } from "./model-row.tsx";
import { PriceHistory } from "./price-history.tsx";
import { resetAi, model, showAi } from "../testing/ai-test-server.tsx";

beforeAll(() => ensureMessages("common", "ai-providers", "ai-labels"));
afterEach(resetAi);

const [price] = model.prices;
const pricePeriod = (validFrom: string, validUntil: string | null, inputMicro: number) => ({
  ...price,
  currency: "EUR" as const,
  inputMicro,
  outputMicro: 10_000_000,
  cachedMicro: inputMicro,
  reasoningMicro: 10_000_000,
  audioHourMicro: 0,
  upliftBasisPoints: 0,
  validFrom,
  validUntil,
});
const withHistory = {
  ...model,
  history: [
    pricePeriod("2099-03-01T00:00:00Z", null, 4_000_000),
    pricePeriod("2099-01-01T00:00:00Z", "2099-03-01T00:00:00Z", 3_000_000),
    pricePeriod("2026-01-01T00:00:00Z", "2099-01-01T00:00:00Z", 2_500_000),
    pricePeriod("2025-01-01T00:00:00Z", "2026-01-01T00:00:00Z", 2_000_000),
  ],
};
const textsOf = (items: readonly HTMLElement[]) =>
  items.map(({ textContent }) => textContent.replaceAll(/\s/g, " "));

describe("a model", () => {
  it("see R2.1-19 R7a-12 shows its price by currency, the next planned price and the effect of a missing price", () => {
    showAi(() => <ModelRow model={withHistory} onStep={vi.fn<() => void>()} />, []);
    const prices = within(screen.getByRole("list", { name: "Preise von nord-1" })).getAllByRole("listitem");
    const [euro, franc] = textsOf(prices);
    expect(euro).toContain("Eingabe 2,50 € · Ausgabe 10,00 € · zwischengespeichert 1,25 € · Zuschlag 10 %");
    expect(euro).toContain("(seit 01.10.2026)");
    expect(euro).toMatch(/Geplant ab .*2099.*: Eingabe 3,00 €/);
    expect(euro).not.toContain("4,00");
    expect(franc).toContain(
      "Ohne Preis in CHF: Praxen mit einem Kontingent für Kosten können das Modell nicht nutzen",
    );
  });

  it("see R7a-12 shows past, current and planned prices", () => {
    showAi(() => <PriceHistory model={withHistory} onClose={vi.fn<() => void>()} />, []);
    const rows = textsOf(within(screen.getByRole("list")).getAllByRole("listitem"));
    expect(rows.map((row) => /^(Geplant|Aktuell|Beendet)/.exec(row)?.[0])).toEqual([
      "Geplant",
      "Geplant",
      "Aktuell",
      "Beendet",
    ]);
    expect(rows[3]).toContain("01.01.2025, 01:00 bis ");
    expect(rows[3]).toContain("Eingabe 2,00 €");
  });
});
