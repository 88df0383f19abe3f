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
};

function open(answers: readonly unknown[]): void {
  const remaining = [...answers];
  const props = {
    organization: { id: "praxis", name: "Praxis am Musterplatz", status: "active" },
    from: plan("professional"),
    to: plan("enterprise"),
    term: "month",
    currency: "EUR",
    use: {},
    ownLimits: {},
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
  await screen.findByText("Dazu kommt die Umsatzsteuer, soweit sie anfällt.");
  expect(confirm().getAttribute("aria-disabled")).toBeNull();
  expect(screen.getByText("Summe netto")).toBeDefined();
});
