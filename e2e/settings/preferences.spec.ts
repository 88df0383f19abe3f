import type { Browser, Page } from "@playwright/test";
import { expect, fillLogin, heading, signIn, test } from "../support/test.ts";
import { password, type Person } from "../support/people.ts";

/**
 * Waits until the page has saved a change, by default to the preferences. `content` is a text in the request body
 * that identifies the change while earlier changes are still being saved.
 */
function waitForSave(page: Page, { path = "/users/me/preferences", content = "" } = {}) {
  return page.waitForResponse((response) => {
    const request = response.request();
    return (
      response.url().endsWith(path) &&
      request.method() === "PUT" &&
      (request.postData() ?? "").includes(content)
    );
  });
}

const columns = (page: Page) => page.getByRole("table").getByRole("columnheader");

/** Opens the list on another device: a browser that shares nothing with the first one. */
async function openOtherDevice(browser: Browser, person: Person, path = "/users"): Promise<Page> {
  const context = await browser.newContext({ locale: "de-DE" });
  const page = await context.newPage();
  await signIn(page, person, path);
  return page;
}

test("R0-38 columns, saved views and sidebar state follow the user to another device", async ({
  page,
  people,
  browser,
}) => {
  const organization = await people.createOrganization();
  const person = await people.createMember(organization, "org_admin");
  const colleague = await people.createMember(organization, "org_admin");
  await signIn(page, person, "/users?status=active&sortBy=role.type&search=Muster");
  await expect(columns(page).filter({ hasText: "Zweiter Faktor" })).toBeVisible();

  await page.getByRole("button", { name: "Spalten" }).click();
  await page.getByRole("checkbox", { name: "Benutzername" }).check();
  await page.getByRole("checkbox", { name: "Zweiter Faktor" }).uncheck();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Einklappen" }).click();
  await page.getByRole("button", { name: "Eigene Ansichten" }).click();
  await page.getByLabel("Name der Ansicht").fill("Aktive nach Rolle");
  const saved = waitForSave(page, { content: "Aktive nach Rolle" });
  await page.getByRole("button", { name: "Ansicht speichern" }).click();
  expect((await saved).status()).toBe(200);

  const otherDevice = await openOtherDevice(browser, person);
  await expect(columns(otherDevice).filter({ hasText: "Benutzername" })).toBeVisible();
  await expect(columns(otherDevice).filter({ hasText: "Zweiter Faktor" })).toHaveCount(0);
  await expect(otherDevice.getByRole("button", { name: "Ausklappen" })).toBeVisible();
  await otherDevice.getByRole("button", { name: "Eigene Ansichten" }).click();
  await otherDevice.getByRole("link", { name: "Aktive nach Rolle" }).click();
  await expect(otherDevice).toHaveURL(/status=active/);
  await expect(otherDevice).toHaveURL(/sortBy=role\.type/);
  await expect(otherDevice.getByLabel("Mitarbeitende suchen")).toHaveValue("Muster");
  await expect(otherDevice.getByRole("dialog")).toHaveCount(0);

  // A colleague keeps their own views on their own device.
  const colleagueDevice = await openOtherDevice(browser, colleague);
  await expect(columns(colleagueDevice).filter({ hasText: "Zweiter Faktor" })).toBeVisible();
  await expect(columns(colleagueDevice).filter({ hasText: "Benutzername" })).toHaveCount(0);
  await expect(colleagueDevice.getByRole("button", { name: "Einklappen" })).toBeVisible();
  await colleagueDevice.getByRole("button", { name: "Eigene Ansichten" }).click();
  await expect(colleagueDevice.getByText("Noch keine Ansicht gespeichert", { exact: false })).toBeVisible();
});

test("saved views are renamed, deleted and restored by keyboard, with the focus kept in the panel @soak", async ({
  page,
  people,
}) => {
  await signIn(
    page,
    await people.createMember(await people.createOrganization(), "practice_admin"),
    "/users?status=locked",
  );
  await page.getByRole("button", { name: "Eigene Ansichten" }).click();
  const name = page.getByLabel("Name der Ansicht");
  await page.getByRole("button", { name: "Ansicht speichern" }).click();
  await expect(page.getByText("Bitte geben Sie einen Namen ein")).toBeVisible();
  await expect(name).toBeFocused();
  await name.fill("Gesperrte");
  await expect(page.getByText("Bitte geben Sie einen Namen ein")).toBeHidden();
  await page.keyboard.press("Enter");
  const view = page.getByRole("link", { name: "Gesperrte" });
  await expect(view).toBeVisible();
  await expect(name).toHaveValue("");

  await page.getByRole("button", { name: "Gesperrte umbenennen" }).press("Enter");
  await expect(page.getByLabel("Neuer Name")).toBeFocused();
  await page.getByLabel("Neuer Name").fill("Zu klären");
  await page.keyboard.press("Enter");
  const renamed = page.getByRole("link", { name: "Zu klären" });
  await expect(renamed).toBeFocused();
  await expect(view).toHaveCount(0);

  await page.getByRole("button", { name: "Zu klären löschen" }).press("Enter");
  await expect(renamed).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Rückgängig" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(renamed).toBeFocused();
  await expect(page.getByRole("button", { name: "Rückgängig" })).toHaveCount(0);

  const saved = waitForSave(page);
  await page.getByRole("button", { name: "Zu klären löschen" }).press("Enter");
  await saved;
  await page.reload();
  await page.getByRole("button", { name: "Eigene Ansichten" }).click();
  await expect(page.getByText("Noch keine Ansicht gespeichert", { exact: false })).toBeVisible();
});

test("R0-39 a theme or language stored on the device wins over the saved settings", async ({
  page,
  people,
  browser,
}) => {
  const person = await people.createMember(await people.createOrganization(), "viewer");
  await signIn(page, person, "/settings");
  const darkSaved = waitForSave(page, { path: "/users/me" });
  await page.getByRole("radio", { name: "Dunkel" }).check();
  expect((await darkSaved).status()).toBe(200);
  const savedLanguage = page.getByLabel("Sprache des Kontos");
  const languageSaved = waitForSave(page, { path: "/users/me" });
  await savedLanguage.selectOption("en");
  expect((await languageSaved).status()).toBe(200);

  // A device without a choice takes over the saved settings.
  const fresh = await (await browser.newContext()).newPage();
  await fresh.goto("/settings");
  await fillLogin(fresh, person.email);
  await expect(heading(fresh, "Settings")).toBeVisible();
  await expect(fresh.locator("html")).toHaveClass(/\bdark\b/);

  // A device with its own choice keeps it, after the sign-in and after a reload.
  const chosen = await (await browser.newContext()).newPage();
  await chosen.goto("/theme.js");
  await chosen.evaluate(() => {
    localStorage.setItem("theme", "light");
    localStorage.setItem("locale", "fr");
  });
  await chosen.goto("/settings");
  await chosen.getByLabel("Nom d’utilisateur ou adresse e-mail").fill(person.email);
  await chosen.getByLabel("Mot de passe", { exact: true }).fill(password);
  await chosen.getByRole("button", { name: "Se connecter", exact: true }).click();
  for (const reload of [false, true]) {
    if (reload) await chosen.reload();
    await expect(heading(chosen, "Paramètres")).toBeVisible();
    await expect(chosen.locator("html")).not.toHaveClass(/\bdark\b/);
    expect(
      await chosen.evaluate(() => [localStorage.getItem("theme"), localStorage.getItem("locale")]),
    ).toEqual(["light", "fr"]);
  }
});
