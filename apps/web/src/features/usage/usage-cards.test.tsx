// @vitest-environment jsdom
import type { Quota } from "@praxisportal/contract/billing/billing.schema";
import type { Usage, UsageStats } from "@praxisportal/contract/usage/usage.schema";
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { I18nProvider } from "../../platform/i18n/i18n-provider.tsx";
import { ensureMessages, setTimeZone } from "../../platform/i18n/store.ts";
import { ProviderDaysCard } from "./chart/day-chart.tsx";
import { CostsCards } from "./costs-cards.tsx";
import { LedgerCard } from "./ledger-card.tsx";
import { PeopleQuotaCard } from "./quota/people-quota-card.tsx";
import { QuotaCard } from "./quota/quota-card.tsx";
import { ShareTable } from "./chart/share-table.tsx";

setTimeZone("Europe/Berlin");

beforeAll(() => ensureMessages("common", "usage", "quota"));
afterEach(cleanup);

const show = (children: ReactNode) => render(<I18nProvider>{children}</I18nProvider>);
/** Returns the text content with normalized whitespace. */
const textOf = (element: Element | null) => (element?.textContent ?? "").replaceAll(/\s/g, " ");

const stats = (count: number, costMicros: number, more: Partial<UsageStats> = {}): UsageStats => ({
  count,
  inputTokens: count * 10,
  outputTokens: count * 5,
  audioSeconds: 0,
  costMicros,
  estimatedCount: 0,
  unpricedCount: 0,
  ...more,
});

const usage: Usage = {
  organizationId: "0197a000-0000-7000-8000-000000000001",
  startDate: "2026-11-01",
  endDate: "2026-11-03",
  timezone: "Europe/Berlin",
  currency: "EUR",
  period: "current",
  total: 6,
  totals: stats(6, 3_500_000),
  budgetTokens: 7_800,
  estimatedShare: 0,
  byProvider: {
    nord: { name: "Anbieter Nord", ...stats(4, 3_000_000) },
    sued: { name: "Anbieter Süd", ...stats(2, 500_000) },
  },
  byModel: [],
  byDay: [
    { date: "2026-11-01", ...stats(3, 1_500_000) },
    { date: "2026-11-02", ...stats(0, 0) },
    { date: "2026-11-03", ...stats(3, 2_000_000) },
  ],
  byDayAndProvider: [
    { date: "2026-11-01", provider: "nord", ...stats(2, 1_250_000) },
    { date: "2026-11-01", provider: "sued", ...stats(1, 250_000) },
    { date: "2026-11-03", provider: "nord", ...stats(2, 1_750_000) },
    { date: "2026-11-03", provider: "sued", ...stats(1, 250_000) },
  ],
  byPerson: [],
  people: 0,
  bySite: [],
  otherCurrencies: [],
};

const rowsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole("row")
    .map((row) => [...row.children].map(textOf));

describe("usage by day", () => {
  it("see R1-16 the table contains the values of the chart, by day and provider", () => {
    show(<ProviderDaysCard usage={usage} order={["nord", "sued"]} />);
    const chart = screen.getByRole("img");
    expect(textOf(chart.ownerDocument.querySelector("ul"))).toBe("Anbieter NordAnbieter Süd");
    expect(chart.getAttribute("aria-label")?.replaceAll(/\s/g, " ")).toContain("insgesamt 3,50 €");
    const titles = [...chart.querySelectorAll("[title]")].map((bar) => bar.getAttribute("title"));
    expect(titles.map((title) => title?.replaceAll(/\s/g, " "))).toEqual([
      "01.11.2026: 1,50 €",
      "02.11.2026: 0,00 €",
      "03.11.2026: 2,00 €",
    ]);
    fireEvent.click(screen.getByRole("radio", { name: "Tabelle" }));
    expect(rowsOf(screen.getByRole("table"))).toEqual([
      ["Tag", "Gesamt", "Anbieter Nord", "Anbieter Süd"],
      ["03.11.2026", "2,00 €", "1,75 €", "0,25 €"],
      ["02.11.2026", "0,00 €", "0,00 €", "0,00 €"],
      ["01.11.2026", "1,50 €", "1,25 €", "0,25 €"],
    ]);
    fireEvent.click(screen.getByRole("radio", { name: "Anfragen" }));
    expect(rowsOf(screen.getByRole("table")).at(-1)).toEqual([
      "01.11.2026",
      "3 Anfragen",
      "2 Anfragen",
      "1 Anfrage",
    ]);
  });
});

describe("shares of the costs", () => {
  it("R2.4-44 see R9-38 lists the five most expensive providers, and the others in one line", () => {
    const costs = { a: 1, b: 7, c: 2, d: 6, e: 3, f: 5, g: 4 };
    const byProvider = Object.fromEntries(
      Object.entries(costs).map(([key, cost]) => [
        key,
        { name: `Anbieter ${key}`, ...stats(1, cost * 1_000_000) },
      ]),
    );
    show(<CostsCards usage={{ ...usage, byProvider, totals: stats(7, 28_000_000) }} />);
    const [providers] = screen.getAllByRole("table");
    const rows = rowsOf(providers ?? document.body).slice(1);
    expect(rows.map(([name, ...values]) => [name, values.at(-2), values.at(-1)])).toEqual([
      ["Anbieter b1 Anfrage", "7,00 €", "25 %"],
      ["Anbieter d1 Anfrage", "6,00 €", "21,4 %"],
      ["Anbieter f1 Anfrage", "5,00 €", "17,9 %"],
      ["Anbieter g1 Anfrage", "4,00 €", "14,3 %"],
      ["Anbieter e1 Anfrage", "3,00 €", "10,7 %"],
      ["2 weitere Anbieter2 Anfragen", "3,00 €", "10,7 %"],
    ]);
  });

  it("R2.4-44 adds up to the total and names unpriced usage", () => {
    const rows = [
      { key: "a", name: "Modell A", stats: stats(3, 3_000_000, { unpricedCount: 1 }) },
      { key: "b", name: "Modell B", stats: stats(1, 1_000_000) },
      { key: "c", name: "Modell C", stats: stats(2, 0, { unpricedCount: 2 }) },
      { key: "d", name: "Im Haus", stats: stats(2, 0) },
    ];
    show(
      <ShareTable title="Nach Modell" columnHeader="Modell" currency="EUR" rows={rows} total={4_000_000} />,
    );
    const cells = rowsOf(screen.getByRole("table")).slice(1);
    expect(cells.map((row) => row.slice(-2))).toEqual([
      ["3,00 €dazu 1 ohne Preis", "75 %"],
      ["1,00 €", "25 %"],
      ["ohne Preis", "–"],
      ["0,00 €", "0 %"],
    ]);
  });
});

const quota: Quota = {
  organizationId: usage.organizationId,
  month: "2026-11",
  startDate: "2026-11-01",
  endDate: "2026-11-30",
  currency: "EUR",
  limit: 1_000,
  limitMicros: 60_000_000,
  used: 700,
  held: 150,
  left: 150,
  usedMicros: 6_000_000,
  heldMicros: 0,
  leftMicros: 54_000_000,
  state: "near",
  planLimit: 2_000_000,
  personLimit: null,
  personLimitMicros: null,
  own: {
    limit: null,
    limitMicros: null,
    used: 0,
    held: 0,
    left: null,
    usedMicros: 0,
    heldMicros: 0,
    leftMicros: null,
    state: "free",
  },
  people: [],
  ledger: {
    isHealthy: true,
    heldMatches: true,
    usedMatches: true,
    staleCalls: 0,
    openCalls: 1,
    openTokens: 150,
    openMicros: 0,
    bookedTokens: 700,
    bookedMicros: 6_000_000,
    checkedAt: "2026-11-21T08:30:05.000Z",
  },
  version: 3,
};

describe("the quota", () => {
  it("see R7b-06 shows used, held and remaining amounts of both limits, the applicable limit and the effect of reaching it", () => {
    show(<QuotaCard quota={quota} />);
    const meters = screen.getAllByRole("meter").map((meter) => meter.getAttribute("aria-valuenow"));
    expect(meters).toEqual(["85", "10"]);
    const text = textOf(document.body);
    for (const labels of [
      // The share includes held amounts, but the figures beside it do not.
      "85 % mit Vorgemerktem · 700 von 1.000 Einheiten",
      "10 % · 6,00 € von 60,00 €",
      "laufende Anfragen: 150 Einheiten",
      "Noch frei: 54,00 €",
      "Es gilt, was zuerst aufgebraucht ist.",
      "Sind mehr als 80 % verbraucht, werden",
      "Bei 100 % wird jede weitere Anfrage abgelehnt",
      "Über 80 %",
    ])
      expect(text).toContain(labels);
    expect(screen.queryByRole("button")).toBeNull();
  });
});

describe("the quotas of people", () => {
  const textWith = (limits: Partial<Quota>) => {
    show(<PeopleQuotaCard quota={{ ...quota, ...limits }} nameOf={(_id, name) => name} />);
    return textOf(document.body);
  };

  it("names the limit that each person has while nobody is listed", () => {
    expect(textWith({ personLimit: 800_000, personLimitMicros: 15_000_000 })).toContain(
      "Für jede Person gilt dasselbe Kontingent im Monat: 15,00 € und 800.000 Einheiten. " +
        "Es gilt, was zuerst aufgebraucht ist.",
    );
    cleanup();
    expect(textWith({ personLimit: 800_000 })).toMatch(/: 800\.000 Einheiten\.$/);
  });

  it("says that there is no limit for individuals", () => {
    expect(textWith({})).toContain("Für einzelne Personen ist kein Kontingent festgelegt");
  });
});

describe("ledger check", () => {
  it("see R7b-08 shows both sums and the time of the check", () => {
    show(<LedgerCard quota={quota} />);
    const rows = rowsOf(screen.getByRole("table"));
    expect(rows.slice(1).map((row) => row.slice(1))).toEqual([
      ["700 Einheiten6,00 €", "700 Einheiten6,00 €"],
      ["150 Einheiten0,00 €", "150 Einheiten0,00 €"],
      ["1 laufend", "0 hängen"],
    ]);
    expect(textOf(document.body)).toContain("09:30:05");
    expect(screen.getAllByText("Stimmt überein").length).toBeGreaterThan(0);
  });

  it("see R7b-08 shows what to do for each inconsistent line", () => {
    const { ledger } = quota;
    if (ledger === null) throw new Error("no ledger");
    const faultyLedger = {
      ...ledger,
      isHealthy: false,
      heldMatches: false,
      usedMatches: false,
      staleCalls: 2,
    };
    show(<LedgerCard quota={{ ...quota, ledger: faultyLedger }} />);
    const rows = rowsOf(screen.getByRole("table")).map(([name]) => name);
    expect(rows.filter((name) => name?.endsWith(": Abweichung"))).toHaveLength(3);
    expect(rows[2]).toContain("melden Sie das mit der Uhrzeit der Prüfung");
    expect(rows[4]).toContain("Wenn das länger als eine Minute so bleibt");
    expect(rows[6]).toContain("innerhalb einer Minute abgerechnet");
  });
});
