import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect, heading, signIn, test } from "./support/test.ts";

type Prepare = (page: Page) => Promise<void>;

const screens: Readonly<Record<string, { path: string; title: string; public?: true; prepare?: Prepare }>> = {
  login: { path: "/login", title: "Anmelden", public: true },
  "not found": { path: "/gibt-es-nicht", title: "Seite nicht gefunden", public: true },
  "used setup link": {
    path: "/setup/xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
    title: "Dieser Link ist nicht gültig",
    public: true,
  },
  overview: { path: "/dashboard", title: "Übersicht" },
  staff: { path: "/users", title: "Mitarbeitende" },
  "staff, nobody found": { path: "/users?search=gibtesnicht", title: "Mitarbeitende" },
  "staff, quick look": {
    path: "/users",
    title: "Mitarbeitende",
    prepare: async (page) => {
      await page.getByRole("rowheader").first().getByRole("button").click();
      await expect(page.getByRole("dialog")).toBeVisible();
    },
  },
  "staff, filter open": {
    path: "/users",
    title: "Mitarbeitende",
    prepare: async (page) => {
      await page.getByRole("button", { name: "Rolle", exact: true }).first().click();
      await expect(page.getByRole("radio").first()).toBeVisible();
    },
  },
  settings: { path: "/settings", title: "Einstellungen" },
  "settings, menu open": {
    path: "/settings",
    title: "Einstellungen",
    prepare: async (page) => {
      await page.getByRole("button", { name: /^Menü von/ }).click();
      await expect(page.getByRole("menu")).toBeVisible();
    },
  },
  "change password, with mistakes": {
    path: "/change-password",
    title: "Passwort ändern",
    prepare: async (page) => {
      await page.getByRole("main").getByRole("button", { name: "Passwort ändern" }).click();
      await expect(page.getByText("Dieses Feld ist erforderlich").first()).toBeVisible();
    },
  },
  "search and commands": {
    path: "/dashboard",
    title: "Übersicht",
    prepare: async (page) => {
      await page.keyboard.press("Control+k");
      await expect(page.getByRole("option").first()).toBeVisible();
    },
  },
};

async function violations(page: Page) {
  const result = await new AxeBuilder({ page }).analyze();
  return result.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" | ")}`);
}

async function openScreen(page: Page, name: string, person: Parameters<typeof signIn>[1]): Promise<void> {
  const screen = screens[name];
  if (!screen) throw new Error(`No screen ${name}`);
  if (screen.public) await page.goto(screen.path);
  else await signIn(page, person, screen.path);
  await expect(heading(page, screen.title)).toBeVisible();
  await expect(page.getByRole("main").getByRole("status").filter({ hasText: "werden geladen" })).toHaveCount(
    0,
  );
  await screen.prepare?.(page);
}

for (const theme of ["light", "dark"] as const) {
  for (const name of Object.keys(screens)) {
    test(`R2.3-18 no axe violation: ${name}, ${theme}, German`, async ({ page, people }) => {
      const practice = await people.practice();
      const person = await people.member(practice, "org_admin");
      await page.addInitScript((mode) => localStorage.setItem("theme", mode), theme);
      await openScreen(page, name, person);
      expect(await violations(page)).toEqual([]);
    });
  }
}

const paths = ["/dashboard", "/users", "/settings", "/change-password"];

for (const language of ["en", "fr", "it"] as const) {
  test(`R2.3-18 R2.3-16 no axe violation and nothing wider than the window: all pages, ${language}`, async ({
    page,
    people,
  }) => {
    const person = await people.member(await people.practice(), "org_admin");
    await signIn(page, person);
    await page.evaluate((chosen) => localStorage.setItem("locale", chosen), language);
    for (const path of paths) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.locator("html")).toHaveAttribute("lang", new RegExp(`^${language}`));
      expect(await violations(page), path).toEqual([]);
      for (const width of [1280, 375]) {
        await page.setViewportSize({ width, height: 800 });
        const over = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        await expect.poll(over, { message: `${path} at ${width}` }).toBeLessThanOrEqual(0);
      }
    }
  });
}
