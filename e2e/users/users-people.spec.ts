import type { Page } from "@playwright/test";
import { axeFaults } from "../support/faults/page-faults.ts";
import { expect, fillLogin, heading, signIn, test } from "../support/test.ts";
import { openAddPerson } from "../support/add-person.ts";

/** Sends keyboard input like a user, and counts it. */
class Keyboard {
  readonly #page: Page;
  steps = 0;

  constructor(page: Page) {
    this.#page = page;
  }

  async press(key: string): Promise<void> {
    this.steps += 1;
    await this.#page.keyboard.press(key);
  }

  async type(text: string): Promise<void> {
    this.steps += 1;
    await this.#page.keyboard.type(text);
  }

  /** Presses Tab until the named control is focused. */
  async tabTo(role: "textbox" | "button", name: string | RegExp): Promise<void> {
    const control = this.#page.getByRole(role, { name });
    for (let presses = 0; presses < 40; presses += 1) {
      if (await control.evaluateAll((elements) => elements.includes(document.activeElement as HTMLElement)))
        return;
      await this.press("Tab");
    }
    throw new Error(`${String(name)} is not reached with the Tab key`);
  }
}

test("R2.4-16 R3-16 a receptionist adds a colleague by keyboard, who then signs in elsewhere", async ({
  page,
  people,
  browser,
  portal,
}) => {
  const organization = await people.createOrganization();
  await signIn(page, await people.createMember(organization, "practice_admin"));
  const keyboard = new Keyboard(page);
  await expect(heading(page, "Übersicht")).toBeVisible();
  // On the overview, the command search finds the staff page.
  await keyboard.press("Control+k");
  await expect(page.getByRole("combobox", { name: "Seite, Person oder Befehl" })).toBeFocused();
  await keyboard.type("Mitarb");
  await expect(page.getByRole("option", { name: /Mitarbeitende/ }).first()).toBeVisible();
  await keyboard.press("Enter");
  await expect(heading(page, "Mitarbeitende")).toBeVisible();
  await keyboard.tabTo("button", "Person hinzufügen");
  await keyboard.press("Enter");
  await expect(page.getByRole("menuitem", { name: "Neueintritt anlegen" })).toBeFocused();
  await keyboard.press("ArrowDown");
  await keyboard.press("Enter");
  await expect(page.getByLabel("Vorname")).toBeFocused();
  await keyboard.type("Jörg");
  await keyboard.press("Tab");
  await keyboard.type("Muster-Öhler");
  await expect(page.getByLabel("Benutzername", { exact: true })).toHaveValue("joerg_muster_oehler");
  await keyboard.tabTo("button", "Passwort vorschlagen");
  await keyboard.press("Enter");
  const suggested = await page.getByLabel("Passwort", { exact: true }).inputValue();
  expect(suggested).toMatch(/^(?:\w{4}-){3}\w{4}$/);
  await expect(page.getByLabel("Passwort wiederholen")).toHaveValue(suggested);
  for (const theme of ["light", "dark"]) {
    await page.evaluate((dark) => document.documentElement.classList.toggle("dark", dark), theme === "dark");
    expect(await axeFaults(page), theme).toEqual([]);
  }
  await keyboard.tabTo("button", "Person anlegen");
  await keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Jörg Muster-Öhler kann sich jetzt anmelden" });
  await expect(dialog).toContainText("joerg_muster_oehler");
  await expect(dialog).toContainText(suggested);
  // The printed sheet is sufficient on an unknown browser and contains no second secret.
  const sheet = page.locator("[data-print-sheet]");
  await expect(sheet).toContainText("Zugangszettel für Jörg Muster-Öhler");
  for (const expectedText of [
    `${portal.url}/login`,
    organization.name,
    organization.practiceCode,
    "joerg_muster_oehler",
  ]) {
    await expect(sheet).toContainText(expectedText);
  }
  expect((await sheet.textContent())?.split(suggested)).toHaveLength(2);
  test.info().annotations.push({ type: "steps", description: `${keyboard.steps} keys and words` });
  console.log(`adding a colleague took ${keyboard.steps} keys and words`);
  expect(keyboard.steps).toBeLessThanOrEqual(40);

  const context = await browser.newContext({ baseURL: portal.url, locale: "de-DE" });
  const second = await context.newPage();
  await second.goto("/login");
  await fillLogin(second, "joerg_muster_oehler", suggested);
  await expect(heading(second, "Bitte wählen Sie ein eigenes Passwort")).toBeVisible();
  await context.close();
});

test("R8-59 a failed creation shows an error in the selected language, and no input is lost", async ({
  page,
  people,
}) => {
  const organization = await people.createOrganization({ maxUsers: 1 });
  await signIn(page, await people.createMember(organization, "org_admin"));
  const texts = {
    de: [
      "Das Konto konnte nicht angelegt werden",
      "Vorname",
      "Nachname",
      "Passwort vorschlagen",
      "Person anlegen",
    ],
    en: ["Error creating user", "First name", "Last name", "Suggest a password", "Create person"],
    fr: ["Le compte n’a pas pu être créé", "Prénom", "Nom", "Proposer un mot de passe", "Créer la personne"],
    it: ["Non è stato possibile creare l’account", "Nome", "Cognome", "Proponi una password", "Crea persona"],
  };
  for (const [language, [failed = "", first = "", last = "", suggest = "", create = ""]] of Object.entries(
    texts,
  )) {
    await page.evaluate((chosen) => localStorage.setItem("locale", chosen), language);
    await page.goto("/users?create=person");
    await page.getByRole("textbox", { name: first, exact: true }).fill("Anna");
    await page.getByRole("textbox", { name: last, exact: true }).fill("Beispiel");
    await page.getByRole("button", { name: suggest }).click();
    await page.getByRole("button", { name: create }).click();
    await expect(page.getByRole("alert").filter({ hasText: failed })).toContainText("1");
    await expect(page.getByRole("textbox", { name: first, exact: true })).toHaveValue("Anna");
    // The failed creation of an invited user has the same text.
    await page.getByRole("dialog").getByRole("radio").nth(1).click();
    // The first way has unsaved input, which is discarded.
    await page.getByRole("alertdialog").getByRole("button").last().click();
    await page.locator("input[type=email]").fill("eingeladen@example.org");
    await page.getByRole("dialog").locator("button[type=submit]").click();
    await expect(page.getByRole("alert").filter({ hasText: failed })).toContainText("1");
    await expect(page.locator("input[type=email]")).toHaveValue("eingeladen@example.org");
  }
});

test("R3-16 R5-35 R5-22 errors are shown at their fields, including a mismatched repetition and a taken username", async ({
  page,
  people,
}) => {
  const organization = await people.createOrganization();
  const owner = await people.createMember(organization, "org_admin");
  await signIn(page, owner, "/users");
  await openAddPerson(page);
  await page.getByLabel("Vorname").fill("Anna");
  await page.getByLabel("Nachname").fill("Beispiel");
  await page.getByLabel("Benutzername", { exact: true }).fill(owner.username);
  await page.getByLabel("Passwort", { exact: true }).fill("Sonnen-Garten-83");
  for (const repetition of ["", "Sonnen-Garten-84"]) {
    await page.getByLabel("Passwort wiederholen").fill(repetition);
    await page.getByRole("button", { name: "Person anlegen" }).click();
    await expect(page.getByLabel("Passwort wiederholen")).toBeFocused();
    await expect(page.getByText("Die Passwörter müssen übereinstimmen")).toBeVisible();
  }
  await page.getByLabel("Passwort wiederholen").fill("Sonnen-Garten-83");
  await page.getByRole("button", { name: "Person anlegen" }).click();
  await expect(page.getByText("Dieser Wert ist bereits vergeben")).toBeVisible();
  await expect(page.getByLabel("Benutzername", { exact: true })).toBeFocused();
});

test("R2.4-17 when two users edit one person, the second sees the changed values and loses no input", async ({
  page,
  people,
  context,
}) => {
  const organization = await people.createOrganization();
  const person = await people.createMember(organization, "viewer", {
    firstName: "Rita",
    lastName: "Beispiel",
  });
  await signIn(page, await people.createMember(organization, "org_admin"), `/users/${person.id}`);
  const otherPage = await context.newPage();
  await otherPage.goto(`/users/${person.id}`);
  for (const openPage of [page, otherPage]) {
    await openPage.getByRole("button", { name: "Bearbeiten" }).click();
    await expect(openPage.getByLabel("Vorname")).toHaveValue("Rita");
  }
  await otherPage.getByLabel("Nachname").fill("Beispiel-Neu");
  await otherPage.getByRole("button", { name: "Speichern" }).click();
  await expect(heading(otherPage, "Rita Beispiel-Neu")).toBeVisible();
  await page.getByLabel("Telefon").fill("030 123456");
  await page.getByRole("button", { name: "Speichern" }).click();
  const warning = page.getByRole("dialog").getByText("Inzwischen wurde etwas geändert");
  await expect(warning).toBeVisible();
  await expect(page.getByRole("dialog")).toContainText("Beispiel-Neu");
  await expect(page.getByLabel("Telefon")).toHaveValue("030 123456");
  await page.getByRole("button", { name: "Aktuellen Stand übernehmen" }).click();
  await expect(page.getByLabel("Nachname")).toHaveValue("Beispiel-Neu");
  const edited = {
    Vorname: "Margarita",
    Nachname: "Beispiel-Anders",
    Telefon: "030 123456",
    Abteilung: "Labor",
    Funktion: "MFA",
    Durchwahl: "217",
    "Befristet bis": "2099-12-31",
  };
  const dialog = page.getByRole("dialog");
  for (const [label, text] of Object.entries(edited)) await dialog.getByLabel(label).fill(text);
  // The new address takes effect after it is confirmed.
  const address = `margarita.${person.id}@example.org`;
  await dialog.getByLabel("E-Mail-Adresse").fill(address);
  await page.getByRole("button", { name: "Speichern" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("main")).toContainText("030 123456");
  await page.reload();
  await expect(heading(page, "Margarita Beispiel-Anders")).toBeVisible();
  await expect(page.getByRole("main")).toContainText(address);
  await page.getByRole("button", { name: "Bearbeiten" }).click();
  for (const [label, text] of Object.entries(edited))
    await expect(dialog.getByLabel(label)).toHaveValue(text);
});

test("R4-91 R2.4-20 R2.4-21 R2.3-15 a member is deactivated and activated; the dialog names the person and the effect", async ({
  page,
  people,
}) => {
  const organization = await people.createOrganization();
  const person = await people.createMember(organization, "viewer", {
    firstName: "Rita",
    lastName: "Beispiel",
  });
  await signIn(page, await people.createMember(organization, "org_admin"), `/users/${person.id}`);
  const choose = async (action: string) => {
    await page.getByRole("menuitem", { name: new RegExp(`^${action}`) }).click();
    const confirmation = page.getByRole("alertdialog");
    await expect(confirmation).toContainText("Rita Beispiel");
    await expect(confirmation).toContainText(organization.name);
    await confirmation.getByRole("button", { name: action, exact: true }).click();
    await expect(confirmation).toHaveCount(0);
  };
  const actions = page.getByRole("button", { name: "Weitere Aktionen" });
  await actions.click();
  await choose("Deaktivieren");
  await expect(page.getByRole("main").getByText("Deaktiviert", { exact: true })).toBeVisible();
  await actions.click();
  await choose("Aktivieren");
  await expect(page.getByRole("main").getByText("Aktiv", { exact: true })).toBeVisible();
  // The list offers the same actions for each person.
  await page.getByRole("link", { name: "Mitarbeitende", exact: true }).first().click();
  const row = page.getByRole("row", { name: "Rita" });
  for (const [action, state] of [
    ["Deaktivieren", "Deaktiviert"],
    ["Aktivieren", "Aktiv"],
  ] as const) {
    await row.getByRole("button", { name: /^Aktionen für/ }).click();
    await choose(action);
    await expect(row.getByText(state, { exact: true })).toBeVisible();
  }
});

test("R6-43 R2.4-17 see R0-24 a person's rights show their source; leaving asks before a new grant is discarded", async ({
  page,
  people,
}) => {
  const organization = await people.createOrganization();
  const person = await people.createMember(organization, "viewer", {
    firstName: "Rita",
    lastName: "Beispiel",
  });
  const owner = await people.createMember(organization, "org_admin", { permissions: ["billing:read"] });
  await signIn(page, owner, `/users/${person.id}?tab=rights`);
  const row = (permission: string) =>
    page.getByRole("listitem").filter({ has: page.getByText(permission, { exact: true }) });
  await page.getByText("Technisch", { exact: true }).click();
  const codes = page.getByText(/^[a-z]+:[a-z*]+$/).filter({ visible: true });
  const heldPermissions = ["users:read", "users:view", "organizations:read", "organizations:view"];
  await expect(codes).toHaveText(heldPermissions);
  for (const area of ["users", "organizations"]) {
    await expect(row(`${area}:view`)).toContainText("Rolle");
    await expect(row(`${area}:read`)).toContainText("Enthalten in Einsehen");
  }
  await page.getByRole("checkbox", { name: "Kosten & Rechnungen: Sehen" }).check();
  await page
    .getByRole("navigation", { name: "Hauptnavigation" })
    .getByRole("link", { name: "Übersicht" })
    .click();
  await expect(page.getByRole("alertdialog", { name: "Änderungen verwerfen?" })).toBeVisible();
  await page.getByRole("button", { name: "Weiter bearbeiten" }).click();
  await expect(page.getByRole("checkbox", { name: "Kosten & Rechnungen: Sehen" })).toBeChecked();
  await page.getByRole("button", { name: "Berechtigungen speichern" }).click();
  await expect(page.locator("details[open]")).toHaveCount(0);
  await page.getByText("Technisch", { exact: true }).click();
  await expect(codes).toHaveText([...heldPermissions, "billing:read", "billing:view"]);
  await expect(row("billing:read")).toContainText("Zusätzlich erteilt");
  await expect(row("billing:view")).toContainText("Enthalten in Sehen");
  // Permissions that the administrator does not have are not offered.
  await expect(page.getByRole("checkbox", { name: "Protokoll: Sehen" })).toHaveCount(0);
  // Permissions that the role already grants are not offered either.
  await expect(page.getByRole("checkbox", { name: "Mitarbeitende: Sehen" })).toHaveCount(0);

  // On the page of all permissions, exactly the permissions held are checked.
  await page.getByRole("link", { name: "Alle Berechtigungen bearbeiten" }).click();
  await expect(heading(page, "Berechtigungen von Rita Beispiel")).toBeVisible();
  await page.getByText("Technisch", { exact: true }).click();
  const checkedBoxes = page.getByRole("checkbox", { name: /:/, checked: true });
  for (const [permission, source] of [
    ["users:view", "Aus der Rolle"],
    ["users:read", "Enthalten in Einsehen"],
    ["organizations:view", "Aus der Rolle"],
    ["organizations:read", "Enthalten in Einsehen"],
    ["billing:read", "Zusätzlich erteilt"],
    ["billing:view", "Enthalten in Sehen"],
  ] as const)
    await expect(checkedBoxes.and(page.getByRole("checkbox", { name: permission }))).toHaveAccessibleName(
      new RegExp(`${permission}\\s*${source}$`),
    );
  await expect(checkedBoxes).toHaveCount(6);
});

test("R7w-11 the list and the page of a person update when another user changes them", async ({
  page,
  people,
  browser,
  portal,
}) => {
  const organization = await people.createOrganization();
  const rita = await people.createMember(organization, "viewer", { firstName: "Rita", lastName: "Beispiel" });
  await signIn(page, await people.createMember(organization, "org_admin"), "/users");
  await expect(page.getByRole("status", { name: "Verbindung: Verbunden" })).toBeVisible();
  let loads = 0;
  page.on("load", () => (loads += 1));
  const context = await browser.newContext({ baseURL: portal.url, locale: "de-DE" });
  const otherPage = await context.newPage();
  await signIn(otherPage, await people.createMember(organization, "practice_admin"), "/users");
  await openAddPerson(otherPage);
  await otherPage.getByLabel("Vorname").fill("Frieda");
  await otherPage.getByLabel("Nachname").fill("Beispiel-Neu");
  await otherPage.getByRole("button", { name: "Passwort vorschlagen" }).click();
  await otherPage.getByRole("button", { name: "Person anlegen" }).click();
  await expect(page.getByRole("row", { name: "Frieda" })).toBeVisible();
  expect(loads).toBe(0);
  // The page of a person updates as well.
  await page.goto(`/users/${rita.id}`);
  await expect(heading(page, "Rita Beispiel")).toBeVisible();
  await expect(page.getByRole("status", { name: "Verbindung: Verbunden" })).toBeVisible();
  await otherPage.goto(`/users/${rita.id}`);
  await otherPage.getByRole("button", { name: "Bearbeiten" }).click();
  await otherPage.getByLabel("Nachname").fill("Beispiel-Anders");
  await otherPage.getByRole("button", { name: "Speichern" }).click();
  await expect(heading(page, "Rita Beispiel-Anders")).toBeVisible();
  expect(loads).toBe(1);
  await context.close();
});
