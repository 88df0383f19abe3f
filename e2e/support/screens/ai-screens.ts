import { expect } from "@playwright/test";
import { testAi } from "../ai.ts";
import { failCalls } from "../responses.ts";
import type { Screen } from "./screen.ts";

const providers = {
  route: "/ai-providers",
  path: "/ai-providers",
  title: "KI-Anbieter",
  viewer: "super_admin",
} as const;
const provider = {
  ...providers,
  path: `/ai-providers?provider=${testAi.provider}`,
  title: testAi.name,
} as const;
const organization = {
  route: "/organization",
  path: "/organization?tab=ai",
  title: "Praxisprofil",
  viewer: "owner",
} as const;

/** Screens of the AI providers, for the operator and for organization administrators. */
export const aiScreens: readonly Screen[] = [
  { ...providers, name: "AI providers" },
  { ...providers, name: "AI providers, failing", before: failCalls(/\/api\/ai\/providers\?/) },
  { ...provider, name: "AI provider" },
  {
    ...provider,
    name: "AI provider, price with mistakes",
    prepare: async (page) => {
      await page.getByRole("button", { name: `Aktionen für ${testAi.chat}` }).click();
      await page.getByRole("menuitem", { name: "Preis in EUR festlegen" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Eingabe", { exact: true }).fill("1.000,50");
      await dialog.getByText("ab einem späteren Zeitpunkt").click();
      await dialog.getByRole("button", { name: "Speichern" }).click();
      await expect(dialog.getByText("Preise gelten nie rückwirkend")).toBeVisible();
    },
  },
  {
    ...organization,
    name: "AI of the practice",
    prepare: async (page) => {
      await expect(page.getByRole("region", { name: "KI der Praxis", exact: true })).toBeVisible();
    },
  },
  {
    ...organization,
    name: "AI of the practice, approval",
    prepare: async (page) => {
      await page
        .getByRole("button", { name: new RegExp(`^Freig.* : ${RegExp.escape(testAi.name)}$`) })
        .click();
      await page.getByRole("dialog").getByText("Nur diese Modelle").click();
      await expect(page.getByRole("dialog").getByLabel(testAi.chat)).toBeVisible();
    },
  },
];
