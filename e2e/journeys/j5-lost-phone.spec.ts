import { openAs } from "../support/open-as.ts";
import { pressButton } from "../support/press-button.ts";
import { AuthenticatorApp, setUpSecondFactor } from "../support/second-factor.ts";
import { expect, heading, signIn, signInByKeys, test } from "../support/test.ts";
import { Journey } from "./journey.ts";

test("J5 an assistant without their phone signs in with a backup code, then a one-time code, and sets up a new phone", async ({
  page,
  people,
  portal,
  browser,
}, testInfo) => {
  const organization = await people.createOrganization();
  const person = await people.createMember(organization, "viewer", {
    firstName: "Rita",
    lastName: "Beispiel-Handy",
  });
  const manager = await people.createMember(organization, "practice_admin", { lastName: "Demo-Leitung" });
  const owner = await people.createMember(organization, "org_admin", { lastName: "Demo-Inhaberin" });
  const ownerPage = await openAs(browser, portal, owner);
  await signIn(page, manager);
  const ownPage = await openAs(browser, portal, person, "/2fa-setup");
  const { app: lostApp, codes } = await setUpSecondFactor(ownPage);
  await ownPage.getByRole("checkbox", { name: "Ich habe die Codes sicher aufbewahrt" }).press("Space");
  await pressButton(ownPage, "Fertig");
  await expect(heading(ownPage, "Profil")).toBeVisible();
  await people.useBackupCodes(person, 6);
  await ownPage.evaluate(() => localStorage.clear());

  // The assistant uses one of the last backup codes.
  const journey = new Journey("J5", testInfo);
  const ownKeys = journey.on(ownPage);
  await signInByKeys(ownPage, ownKeys, person);
  await expect(heading(ownPage, "Zwei-Faktor-Code")).toBeVisible();
  await ownKeys.activate(ownPage.getByRole("button", { name: "Sicherungscode verwenden" }));
  const code = ownPage.getByLabel("Sicherungscode oder Einmalcode");
  await expect(code).toBeFocused();
  await ownKeys.type(codes.at(-1) ?? "");
  await ownKeys.press("Enter");
  await expect(heading(ownPage, "Übersicht")).toBeVisible();
  await expect(ownPage.getByText("Noch 3 Sicherungscodes übrig").first()).toBeVisible();
  await expect(ownPage.getByText("Bitte erstellen Sie bald neue").first()).toBeVisible();

  // No codes are left, so the organization creates a one-time code.
  await people.useBackupCodes(person, 10);
  await ownPage.evaluate(() => localStorage.clear());
  await signInByKeys(ownPage, ownKeys, person);
  await expect(heading(ownPage, "Zwei-Faktor-Code")).toBeVisible();
  await expect(
    ownPage.getByText("Ihre Praxis-Administration kann einen Einmalcode für Sie erstellen."),
  ).toBeVisible();
  const keys = journey.on(page);
  await keys.press("Control+k");
  await expect(page.getByRole("combobox")).toBeFocused();
  await keys.type("Beispiel-Handy");
  await expect(page.getByRole("option").first()).toContainText("Beispiel-Handy");
  await keys.press("Enter");
  await keys.activate(page.getByRole("link", { name: "Sicherheit & Sitzungen" }));
  const factor = page.getByRole("region", { name: "Zwei-Faktor-Anmeldung" });
  await expect(factor).toContainText("noch 0");
  await keys.activate(factor.getByRole("button", { name: "Code für den zweiten Faktor" }));
  const dialog = page.getByRole("dialog", { name: "Einmalcode für Rita Beispiel-Handy erstellen" });
  await expect(dialog.getByRole("radio", { name: "Persönlich" })).toBeFocused();
  await keys.press("Space");
  await keys.activate(dialog.getByRole("button", { name: "Einmalcode erstellen" }));
  await expect(page.getByText(/^Noch 1[45]:\d\d Minuten gültig$/)).toBeVisible();
  const oneTimeCode = await page.locator("[data-recovery-code]").innerText();
  expect(oneTimeCode).toMatch(/^\d{4}\s\d{4}$/);
  await expect(ownerPage.getByText("In Ihrer Praxis wurde ein Einmalcode erstellt.").first()).toBeVisible();

  await ownKeys.activate(ownPage.getByRole("button", { name: /Einmalcode|Sicherungscode verwenden/ }));
  await expect(code).toBeFocused();
  await ownKeys.type(oneTimeCode);
  await ownKeys.press("Enter");
  await expect(heading(ownPage, "Zwei-Faktor-Anmeldung einrichten")).toBeVisible();
  const nextButton = ownPage.getByRole("button", { name: "Weiter", exact: true });
  await ownKeys.activate(nextButton);
  await expect(ownPage.locator("[data-setup-key]")).toBeVisible();
  const newApp = AuthenticatorApp.fromKey(await ownPage.locator("[data-setup-key]").innerText());
  await ownKeys.activate(nextButton);
  await expect(ownPage.getByLabel("Code aus der App", { exact: true })).toBeFocused();
  await ownKeys.type(newApp.code());
  await ownKeys.tabTo(ownPage.getByRole("checkbox", { name: "Ich habe die Codes sicher aufbewahrt" }));
  await ownKeys.press("Space");
  await ownKeys.activate(ownPage.getByRole("button", { name: "Fertig" }));
  await expect(heading(ownPage, "Übersicht")).toBeVisible();
  await expect(ownPage.getByText(/Einmalcode/).first()).toBeVisible();

  // The lost phone is of no use.
  await ownPage.evaluate(() => localStorage.clear());
  await signInByKeys(ownPage, ownKeys, person);
  await expect(ownPage.getByLabel("Code aus der App")).toBeFocused();
  await ownKeys.type(lostApp.code());
  await expect(ownPage.getByText("Der Code stimmt nicht oder ist abgelaufen")).toBeVisible();
  await ownKeys.type(newApp.code());
  await expect(heading(ownPage, "Übersicht")).toBeVisible();
  journey.finish();
  await ownPage.context().close();
  await ownerPage.context().close();
});
