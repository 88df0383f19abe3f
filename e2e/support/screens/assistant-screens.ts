import { aiInstructionVersion } from "@praxisportal/contract/ai-instruction/ai-instruction.rules";
import { expect, type Page } from "@playwright/test";
import { respondWith, failCalls } from "../responses.ts";
import { assistantProviders, truncatedAnswer, nearQuota, reachedQuota } from "../assistant-data.ts";
import type { Screen } from "./screen.ts";

const assistant = {
  route: "/assistant",
  path: "/assistant",
  title: "KI-Assistent",
  viewer: "owner",
} as const;

const dueInstruction = {
  version: aiInstructionVersion,
  isDue: true,
  confirmedAt: null,
  providers: ["Mistral AI", "IONOS AI Model Hub"],
  contacts: ["Ina Musterfrau"],
};

const ready =
  (quota: object, switches: object = { platform: null, organization: null, people: [] }) =>
  async (page: Page) => {
    await respondWith(/\/api\/ai\/providers\?/, assistantProviders)(page);
    await respondWith(/\/api\/ai\/switches$/, switches)(page);
    await respondWith(/\/api\/billing\/quota$/, quota)(page);
    await respondWith(/\/api\/ai\/instruction$/, {
      ...dueInstruction,
      isDue: false,
      confirmedAt: "2026-11-02T08:15:00.000Z",
    })(page);
    await page.route("**/api/ai/stream", (route) =>
      route.fulfill({ contentType: "text/event-stream", body: truncatedAnswer }),
    );
  };

const enterPrompt = async (page: Page) => {
  await page
    .getByLabel("Ihre Anfrage")
    .fill(
      "Frau Anna Musterfrau, geb. 12.03.1961, wohnhaft Lindenweg 4, 12345 Musterstadt, erreichbar unter 030 23125417, klagt über Knieschmerzen.",
    );
  await page.getByRole("button", { name: "Senden", exact: true }).press("Enter");
  await expect(page.getByRole("region", { name: "Vorschau" })).toBeVisible();
};

/** Screens of the AI assistant. */
export const assistantScreens: readonly Screen[] = [
  {
    ...assistant,
    name: "assistant, nothing usable",
    before: async (page) => {
      await ready(nearQuota)(page);
      const data = assistantProviders.data.filter(({ organization }) => organization?.usable === false);
      await respondWith(/\/api\/ai\/providers\?/, { ...assistantProviders, data })(page);
    },
  },
  {
    ...assistant,
    name: "assistant, AI instruction due",
    before: async (page) => {
      await ready(nearQuota)(page);
      await respondWith(/\/api\/ai\/instruction$/, dueInstruction)(page);
    },
    prepare: async (page) =>
      expect(page.getByRole("button", { name: "Gelesen und verstanden" })).toBeVisible(),
  },
  {
    ...assistant,
    name: "assistant, before the first sending",
    before: ready(nearQuota),
    prepare: enterPrompt,
  },
  {
    ...assistant,
    name: "assistant, a truncated answer",
    before: ready(nearQuota),
    prepare: async (page) => {
      await enterPrompt(page);
      await page.getByRole("button", { name: "Mit Platzhaltern senden" }).press("Enter");
      await expect(page.getByText(/^Abgeschnitten: [^.]*\.$/)).toBeVisible();
    },
  },
  {
    ...assistant,
    name: "assistant, microphone refused",
    before: ready(nearQuota),
    prepare: async (page) => {
      await page.getByRole("button", { name: "Diktieren" }).press("Enter");
      await page.getByRole("checkbox", { name: /einverstanden/ }).press("Space");
      await page.getByRole("button", { name: "Aufnahme starten" }).press("Enter");
      await expect(page.getByRole("alert").last()).toBeVisible();
    },
  },
  {
    ...assistant,
    name: "assistant, stopped and used up",
    before: ready(reachedQuota, {
      platform: null,
      organization: { at: "2026-11-21T08:30:05.000Z", reason: "Der Vertrag wird geprüft" },
      people: [],
    }),
    prepare: async (page) => {
      await page.locator("main details").evaluate((element) => element.setAttribute("open", ""));
      await expect(page.getByText("Das C5-Testat ist abgelaufen.")).toBeVisible();
    },
  },
  { ...assistant, name: "assistant, failing", before: failCalls(/\/api\/ai\/providers\?/) },
];
