import { openAs } from "../support/open-as.ts";
import { pressButton } from "../support/press-button.ts";
import { setUpSecondFactor } from "../support/second-factor.ts";
import { expect, fillLogin, heading, signIn, test } from "../support/test.ts";

test("see N92 a receptionist whose phone is at home signs in with a day code and keeps the second factor", async ({
  page,
  people,
  portal,
  browser,
}) => {
  const organization = await people.createOrganization();
  const person = await people.createMember(organization, "viewer", {
    firstName: "Rita",
    lastName: "Beispiel",
  });
  const setUp = await openAs(browser, portal, person, "/2fa-setup");
  const { app } = await setUpSecondFactor(setUp);
  await setUp.context().close();
  const context = await browser.newContext({ baseURL: portal.url, locale: "de-DE" });
  const receptionPage = await context.newPage();
  await receptionPage.goto("/login");
  await fillLogin(receptionPage, person.email);
  await expect(heading(receptionPage, "Zwei-Faktor-Code")).toBeVisible();
  await expect(
    receptionPage.getByText("Ihre Praxis-Administration kann Ihnen einen Tagescode geben"),
  ).toBeVisible();

  // The administrator issues the code by keyboard.
  const manager = await people.createMember(organization, "practice_admin");
  await signIn(page, manager, `/users/${person.id}?tab=security`);
  const factor = page.getByRole("region", { name: "Zwei-Faktor-Anmeldung" });
  await expect(factor.getByRole("heading", { name: "Handy heute nicht dabei" })).toBeVisible();
  await expect(factor.getByRole("heading", { name: "Handy verloren oder ersetzt" })).toBeVisible();
  await factor.getByRole("button", { name: "Tagescode erstellen" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Tagescode für Rita Beispiel erstellen" });
  await expect(dialog.getByRole("radio", { name: "Persönlich" })).toBeFocused();
  await page.keyboard.press("Space");
  await dialog.getByRole("button", { name: "Tagescode erstellen" }).press("Enter");
  const codeElement = page.locator("[data-recovery-code]");
  await expect(codeElement).toHaveText(/^[A-Z2-9]{4}-[A-Z2-9]{4}$/);
  await expect(page.getByText(/^Gilt heute bis \d\d:\d\d/)).toBeVisible();
  const code = await codeElement.innerText();
  await page.emulateMedia({ media: "print" });
  const sheet = page.locator("[data-print-sheet]");
  for (const text of [code, person.username, "Tagescode Ihrer Praxis eingeben", "/login"])
    await expect(sheet).toContainText(text);
  await page.emulateMedia({ media: "screen" });
  await page.getByRole("button", { name: "Fertig" }).press("Enter");
  await expect(factor).toContainText(/Tagescode gültig bis \d\d:\d\d/);

  // The receptionist signs in with the code.
  await pressButton(receptionPage, "Tagescode Ihrer Praxis eingeben");
  await expect(receptionPage.getByLabel("Tagescode", { exact: true })).toBeFocused();
  await receptionPage.keyboard.type(code.toLowerCase());
  await receptionPage.keyboard.press("Enter");
  await expect(heading(receptionPage, "Übersicht")).toBeVisible();

  // The second factor is still there, and a sensitive step asks for it.
  await receptionPage.goto("/profile?tab=security");
  await pressButton(receptionPage, "Neue Codes erstellen");
  const stepUpDialog = receptionPage.getByRole("dialog", { name: "Bitte bestätigen Sie Ihre Identität" });
  const proof = stepUpDialog.getByLabel("Code aus der App oder Sicherungscode");
  await proof.fill(code);
  await proof.press("Enter");
  await expect(stepUpDialog.getByText("Der Code stimmt nicht oder ist abgelaufen")).toBeVisible();
  await proof.fill(app.code());
  await proof.press("Enter");
  await expect(receptionPage.getByRole("dialog", { name: "Neue Sicherungscodes" })).toBeVisible();

  // Ending the code ends the session that began with it.
  await factor.getByRole("button", { name: "Tagescode beenden" }).press("Enter");
  const end = page.getByRole("alertdialog", { name: "Tagescode von Rita Beispiel beenden?" });
  await end.getByRole("button", { name: "Tagescode beenden" }).press("Enter");
  await expect(factor).not.toContainText("Tagescode gültig bis");
  await expect(heading(receptionPage, "Anmelden")).toBeVisible();
  await context.close();
});
