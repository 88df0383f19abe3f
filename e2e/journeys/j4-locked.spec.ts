import { openAs } from "../support/open-as.ts";
import { password } from "../support/people.ts";
import { shareWorkstations } from "../support/workstation.ts";
import { expect, heading, signIn, test } from "../support/test.ts";
import { Journey } from "./journey.ts";

const wrongPassword = "Montag-frueh-1";
const allowedAttempts = 10;

test("J4 see R4-89 a practice manager unlocks an assistant with two key presses, and the assistant signs in", async ({
  page,
  people,
  portal,
  browser,
}, testInfo) => {
  const organization = await people.createOrganization();
  const manager = await people.createMember(organization, "practice_admin", { lastName: "Demo-Leitung" });
  const person = await people.createMember(organization, "viewer", {
    firstName: "Rita",
    lastName: "Beispiel-Gesperrt",
  });
  // The device is known, because the assistant has signed in on it before.
  const ownPage = await openAs(browser, portal, person);
  await shareWorkstations(portal, organization.id);
  // The browser learns on load that the workstation is shared.
  await ownPage.reload();
  await ownPage.getByRole("button", { name: "Menü von Rita Beispiel-Gesperrt" }).click();
  await ownPage.getByRole("menuitem", { name: "Abmelden" }).click();
  await expect(heading(ownPage, "Anmelden")).toBeVisible();
  await ownPage.reload();
  await signIn(page, manager);

  const journey = new Journey("J4", testInfo);
  const ownKeys = journey.on(ownPage);
  const secret = ownPage.getByLabel("Passwort", { exact: true });
  const alert = ownPage.getByRole("alert");
  await ownKeys.tabTo(ownPage.getByLabel("Benutzername oder E-Mail-Adresse"));
  await ownKeys.type(person.email);
  await ownKeys.tabTo(secret);
  for (let attempt = 0; attempt < allowedAttempts; attempt += 1) {
    await expect(secret).toBeFocused();
    await ownKeys.type(wrongPassword);
    const response = ownPage.waitForResponse("**/auth/login");
    await ownKeys.press("Enter");
    await response;
    await expect(alert).toBeVisible();
    await expect(secret).toHaveValue("");
  }
  await expect(secret).toBeFocused();
  await ownKeys.type(password);
  await ownKeys.press("Enter");
  await expect(alert).toContainText("Konto gesperrt");
  await expect(alert).toContainText(/Bitte warten Sie 1[45] Minuten/);

  await ownKeys.activate(ownPage.getByRole("button", { name: "Ich bin gesperrt" }), "Shift+Tab");
  await expect(ownPage.getByText("Wir haben Bescheid gegeben.")).toBeVisible();

  const keys = journey.on(page);
  await keys.activate(page.getByRole("button", { name: /^Benachrichtigungen/ }), "Shift+Tab");
  await keys.activate(page.getByRole("link", { name: /Arbeitsplatz \(Empfang\) ist jemand gesperrt/ }));
  const main = page.getByRole("main");
  await expect(main).toContainText("Zu viele falsche Passwörter");
  await keys.activate(page.getByRole("link", { name: "Sicherheit & Sitzungen" }));
  await expect(main).toContainText(/Gesperrt bis .*, \d\d:\d\d\./);
  await expect(main).toContainText(/Fehlversuche in Folge\s*10 von 10/);
  // The lock is shown at the top of the page and in the card of the account.
  await expect(main.getByText("Gesperrt", { exact: true })).toHaveCount(2);
  const attempts = page.getByRole("region", { name: "Anmeldeversuche" });
  await expect(attempts.getByRole("listitem").first()).toContainText(/Fehlgeschlagen.*Chrome .* unter Linux/);
  // Unlocking is the first action of the page, on every tab.
  const unlock = main.getByRole("button", { name: "Entsperren", exact: true }).first();
  await keys.activate(unlock, "Shift+Tab");
  const confirmation = page.getByRole("alertdialog", { name: "Rita Beispiel-Gesperrt entsperren?" });
  // Another Enter must not record a check that did not happen.
  await expect(confirmation.getByRole("button", { name: "Abbrechen" })).toBeFocused();
  await keys.activate(confirmation.getByRole("button", { name: "Per Rückruf geprüft, entsperren" }));
  await expect(page.getByText("Rita Beispiel-Gesperrt ist entsperrt")).toBeVisible();
  await expect(main.getByText("Aktiv", { exact: true })).toHaveCount(2);
  await expect(main).not.toContainText("Gesperrt bis");
  // The button has disappeared, but the focus is not lost.
  await expect(heading(page, "Rita Beispiel-Gesperrt")).toBeFocused();

  // The locked workstation reports the unlock within two seconds, without a reload.
  await expect(ownPage.getByText("Ihr Konto ist entsperrt. Sie können sich jetzt anmelden.")).toBeVisible({
    timeout: 2_000,
  });
  await expect(alert).toHaveCount(0);
  await ownKeys.tabTo(secret);
  await ownKeys.type(password);
  await ownKeys.press("Enter");
  await expect(heading(ownPage, "Übersicht")).toBeVisible();
  journey.finish();
  await ownPage.context().close();
});

test("J4 the only administrator prints an emergency code, is locked out, unlocks the account with it and signs in", async ({
  page,
  people,
  portal,
  browser,
}, testInfo) => {
  const organization = await people.createOrganization();
  const administrator = await people.createMember(organization, "org_admin");
  await signIn(page, administrator, "/organization?tab=security");
  const card = page.getByRole("region", { name: "Notfallcode" });
  await expect(card).toContainText("Nicht vorhanden");
  const journey = new Journey("J4 emergency code", testInfo);
  const keys = journey.on(page);
  await keys.activate(card.getByRole("button", { name: "Notfallcode erstellen" }));
  const confirmation = page.getByRole("alertdialog", { name: "Notfallcode erstellen?" });
  await keys.activate(confirmation.getByRole("button", { name: "Notfallcode erstellen" }));
  const codeDialog = page.getByRole("dialog", { name: "Ihr Notfallcode" });
  await expect(codeDialog).toContainText("in einem verschlossenen Umschlag");
  const code = await codeDialog.locator("[data-emergency-code]").innerText();
  // The sheet is read months later, so it says when it was printed.
  await expect(page.locator("dd").last()).toHaveText(/^\d\d\.\d\d\.\d{4}, \d\d:\d\d von /);
  await keys.tabTo(codeDialog.getByRole("checkbox"));
  await keys.press("Space");
  await keys.activate(codeDialog.getByRole("button", { name: "Fertig" }));
  await expect(page.getByText(code)).toHaveCount(0);
  await expect(card).toContainText(code.slice(0, 4));

  await people.lockOut(administrator);
  const context = await browser.newContext({ baseURL: portal.url, locale: "de-DE" });
  const otherPage = await context.newPage();
  await otherPage.goto("/login");
  const otherKeys = journey.on(otherPage);
  const secret = otherPage.getByLabel("Passwort", { exact: true });
  await otherKeys.tabTo(otherPage.getByLabel("Benutzername oder E-Mail-Adresse"));
  await otherKeys.type(administrator.email);
  await otherKeys.tabTo(secret);
  await otherKeys.type(password);
  await otherKeys.press("Enter");
  const alert = otherPage.getByRole("alert");
  await otherKeys.activate(alert.getByRole("button", { name: "Notfallcode verwenden" }), "Shift+Tab");
  const field = otherPage.getByLabel("Notfallcode", { exact: true });
  await otherKeys.tabTo(field);
  await otherKeys.type("AAAA-BBBB-CCCC-DDDD");
  await otherKeys.press("Enter");
  await expect(alert).toContainText("Das Konto wurde nicht entsperrt");
  await otherKeys.tabTo(field, "Shift+Tab");
  await otherKeys.press("Control+a");
  await otherKeys.type(code.toLowerCase().replaceAll("-", " "));
  await otherKeys.press("Enter");
  await expect(heading(otherPage, "Konto entsperrt")).toBeVisible();
  await otherKeys.activate(otherPage.getByRole("button", { name: "Zur Anmeldung" }));
  await expect(secret).toBeFocused();
  await otherKeys.type(password);
  await otherKeys.press("Enter");
  await expect(heading(otherPage, "Übersicht")).toBeVisible();
  // The page that stayed open shows that the code was used.
  await expect(card).toContainText("Verwendet");
  journey.finish();
  await context.close();
});
