import { expect, type Page } from "@playwright/test";
import { respondWith, failCalls } from "../responses.ts";
import type { Screen } from "./screen.ts";
import { quotaReport, usageReport } from "../usage-data.ts";

const aiUsage = { route: "/ai-usage", path: "/ai-usage", title: "KI-Verbrauch", viewer: "owner" } as const;
const usage = { route: "/usage", path: "/usage", title: "KI-Kosten", viewer: "owner" } as const;

const respondWithUsage = async (page: Page) => {
  await respondWith(/\/api\/billing\/usage\?/, usageReport)(page);
  await respondWith(/\/api\/billing\/quota(?:\?|$)/, quotaReport)(page);
};

const waitForText = (text: string) => async (page: Page) => {
  await expect(page.getByText(text).first()).toBeVisible();
};

/** Screens of AI usage and costs. */
export const usageScreens: readonly Screen[] = [
  { ...aiUsage, name: "AI usage, nothing used" },
  {
    ...aiUsage,
    name: "AI usage, many providers, sums that differ",
    before: respondWithUsage,
    prepare: waitForText("Abweichung"),
  },
  {
    ...aiUsage,
    name: "AI usage, effect of a quota",
    prepare: async (page) => {
      await page.getByRole("main").getByRole("button", { name: "Ändern", exact: true }).press("Enter");
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Einheiten im Monat").first().fill("0");
      await dialog.getByRole("button", { name: "Auswirkung ansehen" }).press("Enter");
      await expect(dialog.getByText("Die nächste Anfrage wird abgelehnt.")).toBeVisible();
    },
  },
  { ...usage, name: "usage, nothing used" },
  { ...usage, name: "usage, many providers", before: respondWithUsage, prepare: waitForText("ohne Preis") },
  { ...usage, path: "/usage?period=month", name: "usage of the month before, nothing used" },
  { ...usage, name: "usage, failing", before: failCalls(/\/api\/billing\//) },
  {
    name: "person, AI usage",
    route: "/users/$userId",
    path: ({ colleagueId }) => `/users/${colleagueId}?tab=ai`,
    title: /./,
    viewer: "owner",
    prepare: waitForText("Persönliches Kontingent"),
  },
];
