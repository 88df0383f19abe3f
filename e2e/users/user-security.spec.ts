import type { Browser, Locator, Page } from "@playwright/test";
import { password, type Person } from "../support/people.ts";
import type { TestPortal } from "../support/portal.ts";
import { readMailedPath } from "../support/mailbox.ts";
import { pressButton } from "../support/press-button.ts";
import { journeyThemes } from "../support/screens/full-run.ts";
import { expect, fillLogin, heading, signIn, test } from "../support/test.ts";

const rita = { firstName: "Rita", lastName: "Beispiel" } as const;
const newPassword = "Neues-Kennwort-81";

/** Opens another user's browser, which is another workstation. */
async function openOtherBrowser(browser: Browser, portal: TestPortal): Promise<Page> {
  const context = await browser.newContext({ baseURL: portal.url, locale: "de-DE" });
  return context.newPage();
}

const setTheme = (page: Page, theme: (typeof journeyThemes)[number]) =>
  page.addInitScript((chosen) => localStorage.setItem("theme", chosen), theme);

const securityOf = (person: Person) => `/users/${person.id}?tab=security`;
const pressKey = async (page: Page, name: string | RegExp) => {
  await page.getByRole("button", { name, exact: true }).press("Enter");
};

for (const theme of journeyThemes) {
  test(`R0-272 R2.4-19 R4-89 R4-90 a locked-out receptionist is unlocked in two key presses and signs in (${theme})`, async ({
    page,
    people,
    browser,
    portal,
  }) => {
    const organization = await people.createOrganization();
    const receptionist = await people.createMember(organization, "viewer", rita);
    const otherPage = await openOtherBrowser(browser, portal);
    await otherPage.goto("/login");
    for (let attempt = 0; attempt < 10; attempt += 1) {
      await fillLogin(otherPage, receptionist.email, "Falsches-Wort-1");
      await expect(otherPage.getByRole("alert").filter({ hasText: /Ungültige|Zu viele/ })).toBeVisible();
    }
    await fillLogin(otherPage, receptionist.email);
    await expect(otherPage.getByRole("alert").filter({ hasText: "Zu viele Versuche" })).toBeVisible();

    await setTheme(page, theme);
    await signIn(page, await people.createMember(organization, "practice_admin"), "/users?status=locked");
    const listedRow = page.getByRole("row", { name: "Beispiel, Rita" });
    await expect(listedRow).toContainText("Gesperrt");
    const confirmation = page.getByRole("alertdialog", { name: "Rita Beispiel entsperren?" });
    // Another Enter must not record a check that did not happen.
    const isOffered = async () => {
      await expect(confirmation).toContainText("kann sich sofort wieder anmelden");
      await expect(confirmation.getByRole("button", { name: "Abbrechen" })).toBeFocused();
    };
    const isOfferedBy = async (button: Locator) => {
      await button.press("Enter");
      await isOffered();
      await page.keyboard.press("Enter");
      await expect(confirmation).toHaveCount(0);
    };
    const menuEntry = page.getByRole("menuitem", { name: "Entsperren" });
    // The row and its menu offer it.
    await isOfferedBy(listedRow.getByRole("button", { name: "Rita Beispiel entsperren" }));
    await listedRow.getByRole("button", { name: /^Aktionen für/ }).press("Enter");
    await isOfferedBy(menuEntry);
    // The page of the person offers it as first action, in its menu and in the card of the account.
    const quickView = page.getByRole("dialog", { name: "Rita Beispiel" });
    const openQuickView = () => listedRow.getByRole("link", { name: /Beispiel, Rita/ }).press("Enter");
    await openQuickView();
    await quickView.getByRole("link", { name: "Profil öffnen" }).press("Enter");
    const main = page.getByRole("main");
    const unlock = { name: "Entsperren", exact: true };
    await expect(heading(page, "Rita Beispiel")).toBeVisible();
    await isOfferedBy(main.getByRole("button", unlock));
    await main.getByRole("button", { name: "Weitere Aktionen" }).press("Enter");
    await isOfferedBy(menuEntry);
    await page.getByRole("link", { name: "Sicherheit & Sitzungen" }).press("Enter");
    await isOfferedBy(main.getByRole("region", { name: "Konto", exact: true }).getByRole("button", unlock));
    // The quick view offers it as well.
    await page.getByRole("link", { name: "Mitarbeitende", exact: true }).first().press("Enter");
    const views = page.getByRole("navigation", { name: "Ansichten" });
    await views.getByRole("link", { name: "Gesperrt" }).press("Enter");
    await openQuickView();
    await expect(quickView.getByText("Gesperrt", { exact: true })).toBeVisible();
    await quickView.getByRole("button", { name: "Rita Beispiel entsperren" }).press("Enter");
    await isOffered();
    await confirmation.getByRole("button", { name: "Persönlich geprüft, entsperren" }).focus();
    await page.keyboard.press("Enter");
    await expect(page.getByText("Rita Beispiel ist entsperrt")).toBeVisible();
    await expect(confirmation).toHaveCount(0);
    await expect(page.getByText("Zurzeit ist niemand gesperrt").filter({ visible: true })).toBeVisible();
    await views.getByRole("link", { name: "Alle" }).press("Enter");
    // When the person is listed again, the quick view shows them again.
    await expect(quickView.getByText("Aktiv", { exact: true })).toBeVisible();

    await fillLogin(otherPage, receptionist.email);
    await expect(heading(otherPage, "Übersicht")).toBeVisible();
    await otherPage.context().close();
  });

  test(`R2.4-18 R1-09 a user without a mailbox signs in with a printed one-time code (${theme})`, async ({
    page,
    people,
    browser,
    portal,
  }) => {
    const organization = await people.createOrganization();
    const person = await people.createMember(organization, "viewer", rita);
    await people.removeEmail(person);
    await setTheme(page, theme);
    await signIn(page, await people.createMember(organization, "practice_admin"), securityOf(person));
    await expect(page.getByText("Keine E-Mail-Adresse hinterlegt", { exact: false })).toBeVisible();
    // The most important facts about a person come first: lock, second factor, sign-ins.
    await expect(page.getByRole("main").getByRole("heading", { level: 2 })).toHaveText([
      "Konto",
      "Zwei-Faktor-Anmeldung",
      "Passwort",
      "Anmeldeversuche",
      "Sitzungen",
    ]);
    await expect(page.getByRole("button", { name: "Link per E-Mail senden" })).toHaveCount(0);
    const passwordCard = page.getByRole("region", { name: "Passwort", exact: true });
    // Each button has one line on a phone, too.
    const screen = page.viewportSize();
    await page.setViewportSize({ width: 375, height: 812 });
    for (const button of await page.getByRole("main").getByRole("region").getByRole("button").all())
      expect((await button.boundingBox())?.height, (await button.textContent()) ?? "").toBeLessThanOrEqual(
        44,
      );
    if (screen !== null) await page.setViewportSize(screen);
    await passwordCard.getByRole("button", { name: "Code fürs Passwort" }).press("Enter");
    const dialog = page.getByRole("dialog", { name: "Einmalcode für Rita Beispiel erstellen" });
    await expect(dialog).toContainText("Damit kann Rita Beispiel einmal selbst ein neues Passwort festlegen");
    await dialog.getByRole("radio", { name: "Persönlich" }).press("Space");
    await dialog.getByRole("button", { name: "Einmalcode erstellen" }).press("Enter");
    const digits = page.locator("[data-recovery-code]");
    const firstCode = await digits.innerText();
    expect(firstCode).toMatch(/^\d{4}\s\d{4}$/);
    await expect(page.getByText(/^Noch 1[45]:\d\d Minuten gültig$/)).toBeVisible();

    // A new code replaces it.
    await pressButton(page, "Neuen Code erstellen");
    await expect(digits).not.toHaveText(firstCode);
    const code = await digits.innerText();

    await page.emulateMedia({ media: "print" });
    const sheet = page.locator("[data-print-sheet]");
    await expect(sheet).toBeVisible();
    await expect(page.locator("#root")).toBeHidden();
    for (const text of [code, person.username, organization.practiceCode, "/password-reset"])
      await expect(sheet).toContainText(text);
    await page.emulateMedia({ media: "screen" });
    // The print media hides the dialog, which loses its focus.
    await page.getByRole("button", { name: "Fertig" }).press("Enter");
    await expect(digits).toHaveCount(0);
    await expect(page.getByRole("main")).toContainText("Einmalcode für ein neues Passwort");

    const otherPage = await openOtherBrowser(browser, portal);
    await otherPage.goto("/password-reset");
    await otherPage.getByRole("link", { name: "Einmalcode verwenden" }).press("Enter");
    const redeem = async (typed: string) => {
      await otherPage.getByLabel("Benutzername oder E-Mail-Adresse").fill(person.username);
      await otherPage.getByLabel("Einmalcode", { exact: true }).fill(typed);
      await otherPage.getByLabel("Neues Passwort", { exact: true }).fill(newPassword);
      await otherPage.getByLabel("Neues Passwort wiederholen").fill(newPassword);
      await otherPage.keyboard.press("Enter");
    };
    await redeem(firstCode);
    await expect(otherPage.getByText("Name oder Einmalcode stimmen nicht", { exact: false })).toBeVisible();
    await redeem(code);
    await expect(otherPage.getByText("Ihr Passwort ist geändert")).toBeVisible();
    await fillLogin(otherPage, person.username, newPassword);
    await expect(heading(otherPage, "Übersicht")).toBeVisible();
    // The administrator's page is updated: the code is used and the person is signed in.
    await expect(page.getByRole("main")).not.toContainText("Einmalcode für ein neues Passwort");
    await otherPage.context().close();
  });
}

/** Counts clicks on a page from now on; activating a button by key counts as well. */
async function countClicks(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    document.documentElement.dataset["clicks"] = "0";
    const count = ({ target }: Event) => {
      if (!(target instanceof Element) || target.closest("button, a") === null) return;
      const { dataset } = document.documentElement;
      dataset["clicks"] = String(Number(dataset["clicks"]) + 1);
    };
    document.addEventListener("click", count, true);
  });
  return () => page.evaluate(() => Number(document.documentElement.dataset["clicks"]));
}

test("R2.3-15 see R7u-12 N22 blocking a user in two clicks closes their open page and connection at once", async ({
  page,
  people,
  browser,
  portal,
}) => {
  const organization = await people.createOrganization();
  const person = await people.createMember(organization, "viewer", rita);
  const otherPage = await openOtherBrowser(browser, portal);
  const socket = otherPage.waitForEvent("websocket");
  await signIn(otherPage, person, "/users");
  const socketClosed = (await socket).waitForEvent("close");
  await expect(otherPage.getByRole("status", { name: "Verbindung: Verbunden" })).toBeVisible();

  await signIn(page, await people.createMember(organization, "org_admin"), securityOf(person));
  await expect(page.getByText("Kann sich anmelden und arbeiten.")).toBeVisible();
  const clicks = await countClicks(page);
  await pressButton(page, "Blockieren");
  const confirmation = page.getByRole("alertdialog", { name: "Rita Beispiel blockieren?" });
  await expect(confirmation).toContainText(organization.name);
  await expect(confirmation.getByLabel("Grund")).toBeFocused();
  await page.keyboard.type("Schlüssel fehlt");
  const blockResponse = page.waitForResponse("**/block");
  await page.keyboard.press("Enter");
  expect((await blockResponse).status()).toBe(200);
  await expect(heading(otherPage, "Anmelden")).toBeVisible();
  await socketClosed;
  await expect(page.getByText("Rita Beispiel ist blockiert")).toBeVisible();
  expect(await clicks()).toBe(2);
  await expect(page.getByRole("main")).toContainText("von Mia Muster-Probe.");
  await expect(page.getByRole("main")).toContainText("Grund: Schlüssel fehlt");
  await pressButton(page, "Blockierung aufheben");
  await page.getByRole("alertdialog").getByRole("button", { name: "Blockierung aufheben" }).press("Enter");
  await expect(page.getByText("Kann sich anmelden und arbeiten.")).toBeVisible();
  await fillLogin(otherPage, person.email);
  await expect(otherPage.getByRole("button", { name: "Menü von Rita Beispiel" })).toBeVisible();
  await otherPage.context().close();
});

test("R7u-23 N12 no actions are offered on oneself or a higher role, and the calls are refused", async ({
  page,
  people,
}) => {
  const organization = await people.createOrganization();
  const seniorAdministrator = await people.createMember(organization, "org_admin", {
    firstName: "Ina",
    lastName: "Musterfrau",
  });
  const manager = await people.createMember(organization, "practice_admin", rita);
  await signIn(page, manager, securityOf(seniorAdministrator));
  const steps = /Entsperren|Blockieren|Einmalcode|Passwort vergeben|Zurücksetzen|Link zum|Alle Sitzungen/;
  const main = page.getByRole("main");
  for (const [person, reason] of [
    [seniorAdministrator, "die gleiche oder eine höhere Rolle"],
    [manager, "Das ist Ihr eigenes Konto"],
  ] as const) {
    await page.goto(securityOf(person));
    await expect(main).toContainText(reason);
    await expect(main.getByRole("button", { name: steps })).toHaveCount(0);
    await page.getByRole("button", { name: "Weitere Aktionen" }).press("Enter");
    await expect(page.getByRole("menuitem").first()).toBeVisible();
    await expect(page.getByRole("menuitem", { name: steps })).toHaveCount(0);
    await page.keyboard.press("Escape");
    const status = await page.evaluate(async (id) => {
      const headers = {
        authorization: `Bearer ${localStorage.getItem("accessToken") ?? ""}`,
        "content-type": "application/json",
      };
      const response = await fetch(`/api/v1/users/manage/${id}/block`, {
        method: "POST",
        headers,
        body: "{}",
      });
      return response.status;
    }, person.id);
    expect(status).toBe(person === manager ? 409 : 403);
  }
  // The user's own session is marked and cannot be ended here.
  await expect(main.getByText("Diese Sitzung")).toBeVisible();
});

test("see N59 unlocking a person with more permissions than one’s own is not offered; their page names who may", async ({
  page,
  people,
}) => {
  const organization = await people.createOrganization();
  const person = await people.createMember(organization, "viewer", {
    ...rita,
    permissions: ["billing:write"],
    lockedUntil: new Date(Date.now() + 3_600_000),
  });
  const main = page.getByRole("main");
  const manager = await people.createMember(organization, "practice_admin");
  await people.createMember(organization, "org_admin", {
    firstName: "Ina",
    lastName: "Musterfrau",
    permissions: ["billing:write"],
  });
  await signIn(page, manager, "/users?status=locked");
  const row = page.getByRole("row", { name: "Beispiel, Rita" });
  await expect(row).toContainText("Gesperrt");
  await row.getByRole("button", { name: /^Aktionen für/ }).press("Enter");
  await expect(page.getByRole("menuitem", { name: "Blockieren" })).toBeVisible();
  await expect(page.getByRole("menuitem", { name: "Entsperren" })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("menuitem")).toHaveCount(0);
  await expect(row.getByRole("button", { name: /entsperren/i })).toHaveCount(0);
  await page.goto(`/users?status=locked&person=${person.id}`);
  const quickView = page.getByRole("dialog", { name: "Rita Beispiel" });
  await expect(quickView.getByText("Gesperrt", { exact: true })).toBeVisible();
  await expect(quickView.getByRole("link", { name: "Profil öffnen" })).toBeVisible();
  await expect(quickView.getByRole("button", { name: /entsperren/i })).toHaveCount(0);
  await page.goto(securityOf(person));
  await expect(main).toContainText("kann nur, wer diese Berechtigungen auch hat");
  await expect(main.getByRole("region", { name: "Konto", exact: true })).toContainText(
    "Entsperren kann Ina Musterfrau.",
  );
  await expect(main.getByRole("button", { name: "Bearbeiten" })).toBeVisible();
  await expect(main.getByRole("button", { name: "Entsperren" })).toHaveCount(0);
  await main.getByRole("button", { name: "Weitere Aktionen" }).press("Enter");
  await expect(page.getByRole("menuitem", { name: "Blockieren" })).toBeVisible();
  await expect(page.getByRole("menuitem", { name: "Entsperren" })).toHaveCount(0);
});

test("R7u-13 R2.3-15 sessions are listed and can be ended one by one or all at once; the page updates live", async ({
  page,
  people,
  browser,
  portal,
}) => {
  const organization = await people.createOrganization();
  const person = await people.createMember(organization, "viewer", rita);
  const [firstPage, secondPage] = [
    await openOtherBrowser(browser, portal),
    await openOtherBrowser(browser, portal),
  ];
  await signIn(firstPage, person);
  await signIn(secondPage, person);
  await signIn(page, await people.createMember(organization, "org_admin"), securityOf(person));
  const sessions = page.getByRole("region", { name: "Sitzungen" });
  await expect(sessions.getByRole("listitem")).toHaveCount(2);
  await expect(page.getByRole("region", { name: "Anmeldeversuche" })).toContainText("Angemeldet");

  // Another administrator views the same page.
  const colleague = await openOtherBrowser(browser, portal);
  await signIn(colleague, await people.createMember(organization, "practice_admin"), securityOf(person));
  const colleagueSessions = colleague.getByRole("region", { name: "Sitzungen" });
  await expect(colleagueSessions.getByRole("listitem")).toHaveCount(2);
  await expect(colleague.getByRole("status", { name: "Verbindung: Verbunden" })).toBeVisible();

  await sessions
    .getByRole("button", { name: /beenden$/ })
    .nth(1)
    .press("Enter");
  await expect(sessions.getByRole("listitem")).toHaveCount(1);
  await expect(colleagueSessions.getByRole("listitem")).toHaveCount(1);
  const clicks = await countClicks(page);
  await pressKey(page, "Alle Sitzungen beenden");
  const confirmation = page.getByRole("alertdialog", { name: "Alle Sitzungen von Rita Beispiel beenden?" });
  await expect(confirmation).toContainText(
    `wird in „${organization.name}“ auf allen Geräten sofort abgemeldet`,
  );
  await confirmation.getByRole("button", { name: "Alle Sitzungen beenden" }).press("Enter");
  await expect(page.getByText("Zurzeit nirgends angemeldet.")).toBeVisible();
  expect(await clicks()).toBe(2);
  for (const ownPage of [firstPage, secondPage]) await expect(heading(ownPage, "Anmelden")).toBeVisible();
  await expect(colleague.getByText("Zurzeit nirgends angemeldet.")).toBeVisible();
  for (const openPage of [firstPage, secondPage, colleague]) await openPage.context().close();
});

test("R2.4-18 R7u-15 a password is set after a step-up, handed over, and must be changed", async ({
  page,
  people,
  browser,
  portal,
}) => {
  const organization = await people.createOrganization();
  const person = await people.createMember(organization, "viewer", rita);
  const manager = await people.createMember(organization, "practice_admin");
  await signIn(page, manager, securityOf(person));
  await people.expireStepUps(manager);
  await pressButton(page, "Passwort vergeben");
  const dialog = page.getByRole("dialog", { name: "Passwort für Rita Beispiel vergeben" });
  await dialog.getByRole("button", { name: "Passwort vorschlagen" }).press("Enter");
  const temporaryPassword = await dialog.getByLabel("Neues Passwort", { exact: true }).inputValue();
  await dialog.getByRole("button", { name: "Passwort vergeben" }).press("Enter");
  await expect(page.getByLabel("Ihr Passwort", { exact: true })).toBeFocused();
  await page.keyboard.type(password);
  await page.keyboard.press("Enter");
  const doneDialog = page.getByRole("dialog", { name: "Neues Passwort für Rita Beispiel" });
  await expect(doneDialog).toContainText(temporaryPassword);
  await pressButton(page, "Fertig");
  await expect(page.getByText("Muss das Passwort bei der nächsten Anmeldung ändern.")).toBeVisible();
  await pressButton(page, "Link per E-Mail senden");
  const confirmation = page.getByRole("alertdialog", { name: "Link an Rita Beispiel senden?" });
  await confirmation.getByRole("button", { name: "Link senden" }).press("Enter");
  await expect(page.getByText("Der Link an Rita Beispiel ist unterwegs")).toBeVisible();
  expect(await readMailedPath(portal, person.email, "password-reset")).not.toBe("");

  const otherPage = await openOtherBrowser(browser, portal);
  await otherPage.goto("/login");
  await fillLogin(otherPage, person.email, temporaryPassword);
  await expect(heading(otherPage, "Bitte wählen Sie ein eigenes Passwort")).toBeVisible();
  await otherPage.context().close();
});

test("R8-63 R8-64 R4-90 an error names the failed action in each language", async ({ page, people }) => {
  const organization = await people.createOrganization();
  const person = await people.createMember(organization, "viewer", {
    ...rita,
    lockedUntil: new Date(Date.now() + 3_600_000),
  });
  await signIn(page, await people.createMember(organization, "org_admin"), securityOf(person));
  for (const calls of ["**/users/manage/*/unlock", "**/users/manage/*/change-password"])
    await page.route(calls, (route) => route.fulfill({ status: 503, body: "" }));
  const texts = {
    de: [
      "Entsperren",
      "Das Konto konnte nicht entsperrt werden",
      "Passwort vergeben",
      "Passwort vorschlagen",
    ],
    en: ["Unlock", "Error unlocking user", "Set a password", "Suggest a password"],
    fr: [
      "Déverrouiller",
      "Le compte n’a pas pu être déverrouillé",
      "Définir un mot de passe",
      "Proposer un mot de passe",
    ],
    it: ["Sblocca", "Non è stato possibile sbloccare l’account", "Imposta password", "Proponi una password"],
  };
  const resetFailed = {
    de: "Das Passwort konnte nicht zurückgesetzt werden",
    en: "Error resetting password",
    fr: "Le mot de passe n’a pas pu être réinitialisé",
    it: "Non è stato possibile reimpostare la password",
  };
  for (const [language, [unlock = "", unlockFailed = "", set = "", suggest = ""]] of Object.entries(texts)) {
    await page.evaluate((chosen) => localStorage.setItem("locale", chosen), language);
    await page.goto(securityOf(person));
    await pressButton(page, unlock);
    await page.getByRole("alertdialog").getByRole("button").first().press("Enter");
    await expect(page.getByRole("alert").filter({ hasText: unlockFailed })).toBeVisible();
    await page.keyboard.press("Escape");
    await pressButton(page, set);
    await page.getByRole("dialog").getByRole("button", { name: suggest }).press("Enter");
    await page.getByRole("dialog").locator("button[type=submit]").press("Enter");
    await expect(
      page.getByRole("alert").filter({ hasText: resetFailed[language as keyof typeof resetFailed] }),
    ).toBeVisible({ timeout: 15_000 });
  }
});
