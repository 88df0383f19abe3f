import { VirtualDevice } from "../support/passkeys.ts";
import { pressButton } from "../support/press-button.ts";
import { AuthenticatorApp, setUpSecondFactor } from "../support/second-factor.ts";
import { password, type PeopleFactory } from "../support/people.ts";
import { expect, fillLogin, heading, signIn, test } from "../support/test.ts";
import type { Locator, Page } from "@playwright/test";

const setupTitle = "Zwei-Faktor-Anmeldung einrichten";

async function signOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Menü von/ }).click();
  await page.getByRole("menuitem", { name: "Abmelden" }).click();
  await expect(heading(page, "Anmelden")).toBeVisible();
}

/**
 * Returns the style of a choice's button and the position and size of its card, to compare how prominent two
 * choices are.
 */
async function prominenceOf(section: Locator) {
  const button = await section.getByRole("button").evaluate((element) => {
    const { backgroundColor, color, borderColor, fontSize, fontWeight, height } = getComputedStyle(element);
    return { backgroundColor, color, borderColor, fontSize, fontWeight, height };
  });
  const box = await section.boundingBox();
  return { button, top: box?.y, width: box?.width };
}

/** Creates a person with a second factor, who is signed out. */
async function personWithSecondFactor(page: Page, people: PeopleFactory) {
  const person = await people.createMember(await people.createOrganization(), "viewer");
  await signIn(page, person, "/2fa-setup");
  const setup = await setUpSecondFactor(page);
  await page.getByRole("checkbox", { name: "Ich habe die Codes sicher aufbewahrt" }).press("Space");
  await pressButton(page, "Fertig");
  await expect(heading(page, "Profil")).toBeVisible();
  await signOut(page);
  return { person, ...setup };
}

test("R1-27 R2.1-10 R2.1-11 R2.1-36 a second factor is set up from the QR code, in four steps, by keyboard", async ({
  page,
  people,
}) => {
  const person = await people.createMember(await people.createOrganization(), "viewer");
  await signIn(page, person, "/2fa-setup");
  await expect(heading(page, setupTitle)).toBeVisible();
  await expect(page).toHaveURL(/\/profile\/2fa-setup$/);
  const steps = page.getByRole("list", { name: "Schritte der Einrichtung" }).getByRole("listitem");
  await expect(steps).toHaveCount(4);
  await expect(steps.nth(0)).toHaveAttribute("aria-current", "step");

  await pressButton(page, "Weiter");
  await expect(page.getByRole("heading", { name: "Fügen Sie Ihr Konto in der App hinzu" })).toBeFocused();
  await expect(steps.nth(1)).toHaveAttribute("aria-current", "step");
  // QR code, key and link contain the same secret.
  const address = await page
    .getByRole("link", { name: "In der App auf diesem Gerät öffnen" })
    .getAttribute("href");
  const key = (await page.locator("[data-setup-key]").innerText()).replaceAll(" ", "");
  expect(address).toContain(`secret=${key}`);
  const modules = await page
    .getByRole("img", { name: /^QR-Code/ })
    .locator("path")
    .getAttribute("d");
  expect(modules?.split("M").length ?? 0).toBeGreaterThan(400);
  const app = AuthenticatorApp.fromUri(address ?? "");

  await pressButton(page, "Weiter");
  await expect(steps.nth(2)).toHaveAttribute("aria-current", "step");
  await expect(page.getByLabel("Code aus der App", { exact: true })).toBeFocused();
  await page.keyboard.type("000000");
  await expect(page.getByText("Der Code stimmt nicht oder ist abgelaufen")).toBeVisible();
  // The wrong code is selected, so typing replaces it.
  await page.keyboard.type(app.code());
  await expect(page.getByRole("heading", { name: "Bewahren Sie Ihre Sicherungscodes auf" })).toBeFocused();
  await expect(steps.nth(3)).toHaveAttribute("aria-current", "step");
  await expect(page.getByRole("list", { name: "Sicherungscodes" }).getByRole("listitem")).toHaveCount(10);

  // The button is disabled until the user confirms that the codes are stored.
  await pressButton(page, "Fertig");
  await expect(steps.nth(3)).toHaveAttribute("aria-current", "step");
  await page.getByRole("checkbox", { name: "Ich habe die Codes sicher aufbewahrt" }).press("Space");
  await pressButton(page, "Fertig");
  await expect(heading(page, "Profil")).toBeVisible();
  await page.goto("/profile/2fa-setup");
  await pressButton(page, "Weiter");
  await expect(heading(page, "Die Zwei-Faktor-Anmeldung ist eingerichtet")).toBeVisible();
});

test("see R1-27 backup codes can be printed, copied and downloaded; leaving without saving them asks for confirmation", async ({
  page,
  people,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const organization = await people.createOrganization();
  const person = await people.createMember(organization, "viewer");
  await signIn(page, person, "/profile/2fa-setup");
  const { codes } = await setUpSecondFactor(page);

  await pressButton(page, "Kopieren");
  await expect(page.getByRole("button", { name: "Kopiert" })).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  for (const code of codes) expect(copied).toContain(code);
  const download = page.waitForEvent("download");
  await pressButton(page, "Als Text herunterladen");
  expect((await download).suggestedFilename()).toBe("sicherungscodes.txt");

  await page.emulateMedia({ media: "print" });
  const sheet = page.locator("[data-print-sheet]");
  await expect(sheet).toBeVisible();
  await expect(page.getByRole("main")).toBeHidden();
  for (const text of ["Praxisportal", organization.name, person.lastName, ...codes])
    await expect(sheet).toContainText(text);
  await page.emulateMedia({ media: "screen" });
  await expect(sheet).toBeHidden();

  await page.getByRole("navigation").getByRole("link", { name: "Übersicht" }).press("Enter");
  const confirmation = page.getByRole("alertdialog", { name: "Seite ohne die Sicherungscodes verlassen?" });
  await expect(confirmation).toBeVisible();
  await pressButton(page, "Hier bleiben");
  await expect(confirmation).toBeHidden();
  await expect(page.getByRole("list", { name: "Sicherungscodes" })).toBeVisible();
});

test("R1-08 R2.4-06 a user signs in with password and an app code, which is checked after the sixth digit", async ({
  page,
  people,
}) => {
  const { person, app } = await personWithSecondFactor(page, people);
  await page.getByLabel("Benutzername oder E-Mail-Adresse").fill(person.email);
  await page.keyboard.press("Tab");
  await page.keyboard.type(password);
  await page.keyboard.press("Enter");
  await expect(heading(page, "Zwei-Faktor-Code")).toBeVisible();
  await expect(page.getByText(person.email)).toBeVisible();
  const code = page.getByLabel("Code aus der App", { exact: true });
  await expect(code).toBeFocused();
  await page.keyboard.type("000000");
  await expect(page.getByText("Der Code stimmt nicht oder ist abgelaufen")).toBeVisible();
  await expect(code).toBeFocused();
  await page.keyboard.type(app.code());
  await expect(heading(page, "Übersicht")).toBeVisible();
});

test("R2.4-07 R3-52 a backup code signs the user in without the phone, and the number of remaining codes is shown", async ({
  page,
  people,
}) => {
  const { person, codes } = await personWithSecondFactor(page, people);
  await fillLogin(page, person.email);
  await pressButton(page, "Sicherungscode verwenden");
  await expect(page.getByLabel("Sicherungscode oder Einmalcode")).toBeFocused();
  await page.keyboard.type(codes[3]?.toLowerCase().replaceAll("-", " ") ?? "");
  await page.keyboard.press("Enter");
  await expect(heading(page, "Übersicht")).toBeVisible();
  await expect(page.getByText("Noch 9 Sicherungscodes übrig").first()).toBeVisible();
});

test("R2.4-07 a warning appears when three backup codes are left", async ({ page, people }) => {
  const { person, codes } = await personWithSecondFactor(page, people);
  await page.route("**/auth/verify-2fa", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), backupCodesRemaining: 3 } });
  });
  await fillLogin(page, person.email);
  await pressButton(page, "Sicherungscode verwenden");
  await page.keyboard.type(codes[0] ?? "");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Noch 3 Sicherungscodes übrig").first()).toBeVisible();
  await expect(page.getByText("Bitte erstellen Sie bald neue").first()).toBeVisible();
});

test("R2.4-06 the back link leads to the password, and an expired second step shows a message", async ({
  page,
  people,
}) => {
  const { person } = await personWithSecondFactor(page, people);
  await fillLogin(page, person.email);
  await pressButton(page, "Zurück zur Anmeldung");
  await expect(page.getByLabel("Passwort", { exact: true })).toBeFocused();
  await expect(page.getByLabel("Benutzername oder E-Mail-Adresse")).toHaveValue(person.email);
  await page.keyboard.type(password);
  await page.keyboard.press("Enter");
  // Each first step allows five attempts.
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const response = page.waitForResponse("**/auth/verify-2fa");
    await expect(page.getByLabel("Code aus der App", { exact: true })).toBeFocused();
    await page.getByLabel("Code aus der App", { exact: true }).fill(`00000${attempt}`);
    await response;
    await expect(page.getByText("Der Code stimmt nicht oder ist abgelaufen")).toBeVisible();
  }
  await page.getByLabel("Code aus der App", { exact: true }).fill("000009");
  await expect(heading(page, "Anmelden")).toBeVisible();
  await expect(page.getByRole("alert")).toContainText("Die Anmeldung hat zu lange gedauert");
});

test("R2.4-06 too many codes show the waiting time", async ({ page, people }) => {
  const { person } = await personWithSecondFactor(page, people);
  await page.route("**/auth/verify-2fa", (route) =>
    route.fulfill({
      status: 429,
      contentType: "application/problem+json",
      headers: { "Retry-After": "900" },
      json: {
        type: "about:blank",
        title: "Zu viele Versuche",
        status: 429,
        detail: "Zu viele Versuche",
        instance: "/api/v1/auth/verify-2fa",
        code: "TOO_MANY_ATTEMPTS",
        message: "Zu viele Versuche",
        requestId: "00000000-0000-7000-8000-000000000000",
      },
    }),
  );
  await fillLogin(page, person.email);
  await page.getByLabel("Code aus der App", { exact: true }).fill("123456");
  await expect(page.getByRole("alert")).toContainText(/Bitte warten Sie \d+ Minuten/);
});

test("see R2.1-10 R2.2-04 a user must set up a required second factor first, and then continues to the requested page", async ({
  page,
  people,
}) => {
  const organization = await people.createOrganization({ twoFactorPolicy: "required_all" });
  const person = await people.createMember(organization, "editor");
  await signIn(page, person, "/settings");
  await expect(heading(page, setupTitle)).toBeVisible();
  await expect(page.getByText("Ihre Praxis verlangt für dieses Konto", { exact: false })).toBeVisible();
  await page.goto("/dashboard");
  await expect(heading(page, setupTitle)).toBeVisible();
  await page.goto("/settings");
  await expect(heading(page, setupTitle)).toBeVisible();
  await setUpSecondFactor(page);
  await page.getByRole("checkbox", { name: "Ich habe die Codes sicher aufbewahrt" }).press("Space");
  await pressButton(page, "Fertig");
  await expect(heading(page, "Einstellungen")).toBeVisible();
});

test("R0-274 a user who must set up a second factor can choose a passkey instead of an app", async ({
  page,
  people,
}) => {
  await VirtualDevice.attach(page);
  const organization = await people.createOrganization({ twoFactorPolicy: "required_all" });
  const person = await people.createMember(organization, "viewer");
  await signIn(page, person, "/settings");
  await expect(heading(page, setupTitle)).toBeVisible();
  const cards = page.getByRole("heading", { level: 2 });
  await expect(cards).toHaveText(["Eine Authentifizierungs-App", "Ein Passkey oder Sicherheitsschlüssel"]);
  const choice = (name: string) =>
    page.locator("section").filter({ has: page.getByRole("button", { name, exact: true }) });
  expect(await prominenceOf(choice("Passkey anlegen"))).toEqual(await prominenceOf(choice("Weiter")));
  await pressButton(page, "Passkey anlegen");
  await page.getByRole("textbox", { name: "Name" }).fill("Schlüssel am Empfang");
  await page.keyboard.press("Enter");
  await expect(heading(page, "Einstellungen")).toBeVisible();

  // The passkey is requested at the next sign-in.
  await page.evaluate(() => localStorage.clear());
  await page.context().clearCookies();
  await page.goto("/login");
  await fillLogin(page, person.email);
  await expect(page.getByRole("button", { name: /Passkey/ })).toBeVisible();
});

test("see R1-27 a risky action asks for the password or a code, and then completes", async ({
  page,
  people,
}) => {
  const person = await people.createMember(await people.createOrganization(), "viewer");
  await signIn(page, person, "/profile/2fa-setup");
  await people.expireStepUps(person);
  const stepUpDialog = page.getByRole("dialog", { name: "Bitte bestätigen Sie Ihre Identität" });

  // Canceling the step-up stays on the page.
  await pressButton(page, "Weiter");
  await expect(page.getByLabel("Ihr Passwort", { exact: true })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(stepUpDialog).toBeHidden();
  await expect(page.getByRole("heading", { name: "Sie brauchen eine Authentifizierungs-App" })).toBeVisible();

  await pressButton(page, "Weiter");
  await expect(page.getByLabel("Ihr Passwort", { exact: true })).toBeFocused();
  await page.keyboard.type("falsch-geraten");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Ihr Passwort", { exact: true })).toHaveAttribute("aria-invalid", "true");
  await page.keyboard.type(password);
  await page.keyboard.press("Enter");
  await expect(stepUpDialog).toBeHidden();
  await expect(page.getByRole("img", { name: /^QR-Code/ })).toBeVisible();
});

test("see R2.1-09 R1-27 the profile renews backup codes and disables the second factor @soak", async ({
  page,
  people,
}) => {
  const { person, app, codes } = await personWithSecondFactor(page, people);
  await fillLogin(page, person.email);
  await page.getByLabel("Code aus der App", { exact: true }).fill(app.code());
  await expect(heading(page, "Übersicht")).toBeVisible();
  await page.goto("/profile?tab=security");
  await expect(page.getByText("Noch 10 Codes übrig")).toBeVisible();
  await people.expireStepUps(person);

  // The password alone is not offered, because the user has a second factor.
  await pressButton(page, "Neue Codes erstellen");
  await expect(page.getByLabel("Code aus der App oder Sicherungscode")).toBeFocused();
  await expect(page.getByLabel("Ihr Passwort", { exact: true })).toHaveCount(0);
  await page.keyboard.type(codes[1] ?? "");
  await page.keyboard.press("Enter");
  const list = page.getByRole("list", { name: "Sicherungscodes" });
  await expect(list.getByRole("listitem")).toHaveCount(10);
  expect(await list.getByRole("listitem").allInnerTexts()).not.toContain(codes[0]);
  const newCodes = (await list.getByRole("listitem").allInnerTexts())[0] ?? "";
  await page.getByRole("checkbox", { name: "Ich habe die Codes sicher aufbewahrt" }).press("Space");
  await pressButton(page, "Fertig");

  await people.expireStepUps(person);
  await pressButton(page, "Ausschalten");
  const dialog = page.getByRole("alertdialog", { name: "Zwei-Faktor-Anmeldung ausschalten?" });
  await expect(dialog.getByLabel("Passwort", { exact: true })).toBeFocused();
  await page.keyboard.type(password);
  await page.keyboard.press("Enter");
  // The password alone is not enough if the factor was not verified recently.
  const appCode = dialog.getByLabel("Code aus der App", { exact: true });
  await expect(appCode).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(appCode).toHaveAttribute("aria-invalid", "true");
  // A code type that is selected again shows no error from the last attempt.
  await dialog.getByRole("button", { name: "Sicherungscode verwenden" }).press("Enter");
  await dialog.getByRole("button", { name: "Code aus der App verwenden" }).press("Enter");
  await expect(appCode).toBeFocused();
  await expect(appCode).not.toHaveAttribute("aria-invalid", "true");
  await dialog.getByRole("button", { name: "Sicherungscode verwenden" }).press("Enter");
  await expect(dialog.getByLabel("Sicherungscode", { exact: true })).toBeFocused();
  await page.keyboard.type(newCodes);
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: "Einrichten", exact: true })).toBeVisible();
});

test("see R2.1-09 an organization that requires the second factor hides the option to disable it @soak", async ({
  page,
  people,
}) => {
  const organization = await people.createOrganization({ twoFactorPolicy: "required_all" });
  const person = await people.createMember(organization, "viewer");
  await signIn(page, person, "/profile");
  await setUpSecondFactor(page);
  await page.getByRole("checkbox", { name: "Ich habe die Codes sicher aufbewahrt" }).press("Space");
  await pressButton(page, "Fertig");
  await expect(heading(page, "Profil")).toBeVisible();
  await page.getByRole("link", { name: "Sicherheit" }).press("Enter");
  await expect(
    page.getByText("Ihre Praxis verlangt die Zwei-Faktor-Anmeldung", { exact: false }),
  ).toBeVisible();
  await expect(page.getByRole("button", { name: "Ausschalten" })).toHaveCount(0);
});

test("see R2.1-10 a required password change comes before setting up the second factor @soak", async ({
  page,
  people,
}) => {
  const organization = await people.createOrganization({ twoFactorPolicy: "required_all" });
  const person = await people.createMember(organization, "viewer", { mustChangePassword: true });
  await page.goto("/dashboard");
  await fillLogin(page, person.email);
  await expect(heading(page, "Bitte wählen Sie ein eigenes Passwort")).toBeVisible();
  await page.getByLabel("Neues Passwort", { exact: true }).fill("Neues-Kennwort-81");
  await page.getByLabel("Neues Passwort wiederholen").fill("Neues-Kennwort-81");
  await page.getByRole("main").getByRole("button", { name: "Passwort ändern" }).press("Enter");
  await expect(heading(page, setupTitle)).toBeVisible();
});
