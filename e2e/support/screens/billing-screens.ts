import { expect } from "@playwright/test";
import { failCalls } from "../responses.ts";
import { respondWithInvoices } from "../invoice-data.ts";
import type { Screen } from "./screen.ts";

const billing = {
  route: "/billing",
  path: "/billing",
  title: "Kosten & Rechnungen",
  viewer: "owner",
} as const;

/** Screens of the costs and invoices of an organization. */
export const billingScreens: readonly Screen[] = [
  { ...billing, name: "billing, no invoices" },
  { ...billing, name: "billing, invoices in every state", before: respondWithInvoices },
  { ...billing, name: "billing, failing", before: failCalls(/\/api\/billing\/history/) },
  {
    ...billing,
    name: "billing, an invoice",
    before: respondWithInvoices,
    prepare: async (page) => {
      await page.getByRole("link", { name: "RE-2026-000329" }).click();
      await expect(page.getByRole("dialog")).toContainText("Tarif Professional");
    },
  },
  {
    ...billing,
    name: "billing, details with mistakes",
    prepare: async (page) => {
      await page.getByRole("button", { name: "Angaben ändern" }).press("Enter");
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("USt-IdNr.").fill("12");
      await dialog.getByRole("button", { name: "Speichern" }).press("Enter");
      await expect(dialog.getByLabel("USt-IdNr.")).toHaveAttribute("aria-invalid", "true");
    },
  },
  {
    ...billing,
    name: "billing, direct debit",
    prepare: async (page) => {
      await page.getByRole("button", { name: "Lastschrift einrichten …" }).press("Enter");
      await expect(page.getByRole("dialog").getByLabel("IBAN")).toBeVisible();
    },
  },
];
