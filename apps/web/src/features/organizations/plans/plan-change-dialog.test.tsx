// @vitest-environment jsdom
import { fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, it } from "vitest";
import { ensureMessages } from "../../../platform/i18n/store.ts";
import { problem, resetTestPage, show } from "../../../testing/show.tsx";
import { PlanChangeDialog, type PlanChangeDialogProps } from "./plan-change-dialog.tsx";

beforeAll(() => ensureMessages("common", "plan-choice", "limits"));
afterEach(resetTestPage);

const plan = (name: string) => ({
  name,
  maxUsers: 60,
  monthlyTokens: 1_000_000,
  storageGB: 50,
  selectable: true,
  prices: [{ currency: "EUR", monthly: 147_000_000, yearly: null }],
  includedAi: [{ currency: "EUR", monthly: 15_000_000 }],
});
const preview = {
  plan: "enterprise",
  term: "month",
  applies: "now",
  startsOn: "2026-11-30",
  currency: "EUR",
  priceCents: 14_700,
  lines: [
    { kind: "plan", plan: "enterprise", term: "month", from: "2026-11-30", to: "2026-11-30", cents: 900 },
  ],
  totalCents: 900,
  taxes: [{ rateBasisPoints: 1_900, basisCents: 900, taxCents: 171, exemption: null }],
  grossCents: 1_071,
  taxMissing: [],
};

function open(answers: readonly unknown[], limits: Partial<PlanChangeDialogProps> = {}): void {
  const remaining = [...answers];
  const props = {
    organization: { id: "praxis", name: "Praxis am Musterplatz", status: "active" },
    from: plan("professional"),
    to: plan("enterprise"),
    term: "month",
    currency: "EUR",
    use: {},
    ownLimits: {},
    ...limits,
    onClose: () => undefined,
  } as unknown as PlanChangeDialogProps;
  show(<PlanChangeDialog {...props} />, [], { "/plan/preview": () => remaining.shift() });
}

const confirm = () => screen.getByRole("button", { name: "Zu Enterprise wechseln" });
const reasonOf = (button: HTMLElement) =>
  document.querySelector(`#${CSS.escape(button.getAttribute("aria-describedby") ?? "")}`)?.textContent;

it("says that the costs could not be calculated, and calculates them again", async () => {
  open([problem("INTERNAL", 500), preview]);
  expect(confirm().getAttribute("aria-disabled")).toBe("true");
  expect(reasonOf(confirm())).toBe("Die Kosten werden berechnet");
  await screen.findByRole("alert");
  expect(reasonOf(confirm())).toBe("Die Kosten konnten nicht berechnet werden");
  fireEvent.click(screen.getByRole("button", { name: "Erneut versuchen" }));
  await screen.findByText("Summe netto");
  expect(confirm().getAttribute("aria-disabled")).toBeNull();
});

/** Returns the sums of the costs as they are read, without narrow spaces. */
async function sumsOf(response: unknown): Promise<string[]> {
  open([response]);
  await screen.findByText("Summe netto");
  const costs = screen.getByRole("region", { name: "Auf der nächsten Rechnung" });
  const terms = [...costs.querySelectorAll("dl > div")].slice(1);
  return terms.map((term) => [...term.children].map(textOf).join(": "));
}

const textOf = (element: Element) => (element.textContent ?? "").replaceAll(/\s/gu, " ");

it("shows the net total, the VAT with its rate and the gross total", async () => {
  expect(await sumsOf(preview)).toEqual([
    "Summe netto: 9,00 €",
    "Umsatzsteuer 19 % auf 9,00 €: 1,71 €",
    "Summe brutto: 10,71 €",
  ]);
});

it("shows why no VAT is charged", async () => {
  const taxes = [{ rateBasisPoints: 0, basisCents: 900, taxCents: 0, exemption: "reverseCharge" }];
  expect(await sumsOf({ ...preview, taxes, grossCents: 900 })).toEqual([
    "Summe netto: 9,00 €",
    "Umsatzsteuer 0 % auf 9,00 €Reverse Charge: Die Praxis schuldet die Umsatzsteuer: 0,00 €",
    "Summe brutto: 9,00 €",
  ]);
});

it("names what is missing while the VAT is unknown, and shows no gross total", async () => {
  const response = { ...preview, taxes: [], grossCents: null, taxMissing: ["buyer.vatId"] };
  expect(await sumsOf(response)).toEqual(["Summe netto: 9,00 €"]);
  expect(screen.getByText("fehlt eine gültige USt-IdNr.", { exact: false })).toBeDefined();
});

it("warns of a limit of the plan that is already exceeded, unless an own limit applies instead", async () => {
  const warning = "Die Praxis nutzt schon mehr, als der Tarif enthält";
  open([preview], { use: { monthlyTokens: 1_200_000 } });
  await screen.findByText("Summe netto");
  expect(screen.getByText(warning)).toBeDefined();
  resetTestPage();
  open([preview], { use: { monthlyTokens: 1_200_000 }, ownLimits: { monthlyTokens: 2_000_000 } });
  await screen.findByText("Summe netto");
  expect(screen.getByText("eigener Wert, bleibt")).toBeDefined();
  expect(screen.queryByText(warning)).toBeNull();
});
