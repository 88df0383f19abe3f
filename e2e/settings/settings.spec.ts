import { expect, heading, signIn, test } from "../support/test.ts";

test("R2.1-20 every signed-in user opens the settings", async ({ page, people }) => {
  await signIn(page, await people.createMember(await people.createOrganization(), "hr"), "/settings");
  await expect(heading(page, "Einstellungen")).toBeVisible();
});

test("own name and phone are saved, shown at once and kept after a reload", async ({ page, people }) => {
  const person = await people.createMember(await people.createOrganization(), "viewer");
  await signIn(page, person, "/profile");
  await page.getByLabel("Vorname").fill("Henriette");
  await page.getByLabel("Telefon (freiwillig)").fill("+49 30 5555");
  await page.getByRole("button", { name: "Speichern" }).click();
  await expect(page.getByText("Ihre Angaben sind gespeichert")).toBeVisible();
  await expect(page.getByRole("button", { name: "Menü von Henriette Muster-Probe" })).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Vorname")).toHaveValue("Henriette");
  await expect(page.getByLabel("Telefon (freiwillig)")).toHaveValue("+49 30 5555");
});

test("errors are shown at their field, and the field gets the focus", async ({ page, people }) => {
  await signIn(page, await people.createMember(await people.createOrganization(), "viewer"), "/profile");
  await page.getByLabel("Nachname").fill("");
  await page.getByLabel("Telefon (freiwillig)").fill("drei");
  await page.getByRole("button", { name: "Speichern" }).click();
  await expect(page.getByText("Dieses Feld ist erforderlich")).toBeVisible();
  await expect(page.getByText("Bitte geben Sie eine gültige Telefonnummer ein")).toBeVisible();
  await expect(page.getByLabel("Nachname")).toBeFocused();
});

test("a concurrent change is not overwritten", async ({ page, people, context }) => {
  const person = await people.createMember(await people.createOrganization(), "viewer");
  await signIn(page, person, "/profile");
  const otherPage = await context.newPage();
  await otherPage.goto("/profile");
  await otherPage.getByLabel("Vorname").fill("Anderswo");
  await otherPage.getByRole("button", { name: "Speichern" }).click();
  await expect(otherPage.getByText("Ihre Angaben sind gespeichert")).toBeVisible();
  await page.getByLabel("Vorname").fill("Hier");
  await page.getByRole("button", { name: "Speichern" }).click();
  await expect(page.getByRole("alert")).toContainText("inzwischen an anderer Stelle geändert");
  await expect(page.getByLabel("Vorname")).toHaveValue("Anderswo");
});

test("R4-71 R4-72 R2.3-09 the theme is selected, stored as text and set on the root element", async ({
  page,
  people,
}) => {
  await signIn(page, await people.createMember(await people.createOrganization(), "viewer"), "/settings");
  await page.getByRole("radio", { name: "Dunkel" }).check();
  await expect(page.locator("html")).toHaveClass(/\bdark\b/);
  expect(await page.evaluate(() => localStorage.getItem("theme"))).toBe("dark");
  await page.reload();
  await expect(page.locator("html")).toHaveClass(/\bdark\b/);
  await page.getByRole("radio", { name: "Hell" }).check();
  await expect(page.locator("html")).not.toHaveClass(/\bdark\b/);
  // The user menu and the command palette have the same choices.
  await page.getByRole("button", { name: /^Menü von/ }).click();
  await page.getByRole("menuitem", { name: "Dunkel", exact: true }).click();
  await expect(page.locator("html")).toHaveClass(/\bdark\b/);
  for (const [name, isDark] of [
    ["Darstellung: Hell", false],
    ["Darstellung: Dunkel", true],
  ] as const) {
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Seite, Person oder Befehl" }).fill("Darstellung:");
    await page.getByRole("option", { name, exact: true }).click();
    await expect(page.locator("html")).toHaveAttribute("class", isDark ? /\bdark\b/ : /^(?!.*\bdark\b)/);
  }
});

test("R1-36 the dark theme changes every color, with dark surfaces and light text", async ({
  page,
  people,
}) => {
  await signIn(page, await people.createMember(await people.createOrganization(), "viewer"), "/settings");
  /** Returns the value of each color token, and the brightness of the page and its text, 0 to 255. */
  const readColors = () =>
    page.evaluate(() => {
      const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).flatMap(flatten);
      const names = rules
        .filter((rule) => rule instanceof CSSStyleRule && rule.selectorText === ":root")
        .flatMap((rule) => [...(rule as CSSStyleRule).style])
        .filter((name) => /^--[a-z]/.test(name));
      const root = getComputedStyle(document.documentElement);
      const tokens = names
        .map((name) => [name, root.getPropertyValue(name).trim()] as const)
        .filter(([, value]) => /^#[0-9a-f]{3,8}$/i.test(value));
      const brightness = (color: string) =>
        Math.max(...(color.match(/\d+(?:\.\d+)?/g) ?? []).slice(0, 3).map(Number));
      const { backgroundColor } = root;
      const { color } = getComputedStyle(document.querySelector("h1") ?? document.body);
      return {
        tokens: Object.fromEntries(tokens),
        page: brightness(backgroundColor),
        text: brightness(color),
      };

      function flatten(rule: CSSRule): CSSRule[] {
        return "cssRules" in rule
          ? [rule, ...[...(rule as CSSGroupingRule).cssRules].flatMap(flatten)]
          : [rule];
      }
    });
  const light = await readColors();
  expect(light.page).toBeGreaterThan(200);
  expect(light.text).toBeLessThan(80);
  await page.getByRole("radio", { name: "Dunkel" }).check();
  await expect(page.locator("html")).toHaveClass(/\bdark\b/);
  const dark = await readColors();
  expect(dark.page).toBeLessThan(60);
  expect(dark.text).toBeGreaterThan(180);
  expect(Object.keys(light.tokens).length).toBeGreaterThan(50);
  const unchanged = Object.keys(light.tokens).filter((name) => light.tokens[name] === dark.tokens[name]);
  expect(unchanged).toEqual([]);
});

test("R1-29 R1-31 see R9-26 the portal is in German by default, and a device offers exactly de, en, fr and it", async ({
  page,
  people,
  browser,
  portal,
}) => {
  // A browser in another language shows German as well.
  const context = await browser.newContext({ baseURL: portal.url, locale: "en-US" });
  const foreign = await context.newPage();
  await foreign.goto("/login");
  await expect(heading(foreign, "Anmelden")).toBeVisible();
  await expect(foreign.locator("html")).toHaveAttribute("lang", /^de/);
  const names = ["Deutsch", "English", "Français", "Italiano"];
  await expect(foreign.getByLabel("Sprache").getByRole("option")).toHaveText(names);
  await context.close();

  await signIn(page, await people.createMember(await people.createOrganization(), "viewer"), "/settings");
  const select = page.getByLabel("Sprache auf diesem Gerät");
  await expect(select.getByRole("option")).toHaveText(names);
  await expect(select).toHaveValue("de");
  // The settings of the account have two of them.
  await expect(page.getByLabel("Sprache des Kontos").getByRole("option")).toHaveText(names.slice(0, 2));
  await page.getByRole("button", { name: /^Menü von/ }).click();
  for (const name of names) await expect(page.getByRole("menuitem", { name, exact: true })).toBeVisible();
  // Lines separate the themes, the languages and the lock.
  await expect(page.getByRole("menu").getByRole("separator")).toHaveCount(3);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Seite, Person oder Befehl" }).fill("Sprache:");
  await expect(page.getByRole("option")).toHaveText(names.map((name) => `Sprache: ${name}`));
  await page.keyboard.press("Escape");
  for (const [language, title] of [
    ["English", "Settings"],
    ["Français", "Paramètres"],
    ["Italiano", "Impostazioni"],
  ] as const) {
    await page.locator("main select").first().selectOption(language);
    await expect(heading(page, title)).toBeVisible();
  }
  await page.reload();
  await expect(heading(page, "Impostazioni")).toBeVisible();
});

test("R8-32 settings that cannot be saved show an error in their card", async ({ page, people }) => {
  await page.addInitScript(() => localStorage.setItem("locale", "en"));
  const person = await people.createMember(await people.createOrganization(), "viewer");
  await page.goto("/settings");
  await page.getByLabel("Username or e-mail address").fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill("Probe-Kennwort-7");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(heading(page, "Settings")).toBeVisible();
  await page.route("**/api/v1/users/me", (route) => route.fulfill({ status: 503, body: "" }));
  await page.getByRole("radio", { name: "Dark" }).check();
  const card = page.getByRole("region", { name: "Language" });
  await expect(page.getByRole("alert")).toContainText("Could not save settings", { timeout: 20_000 });
  await expect(card.getByRole("alert")).toHaveCount(0);
  await card.getByLabel("Language of the account").selectOption("en");
  await expect(card.getByRole("alert")).toContainText("Could not save settings", { timeout: 20_000 });
  await expect(page.getByRole("alert")).toHaveCount(1);
});
