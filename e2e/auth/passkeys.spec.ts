import type { Page } from "@playwright/test";
import { shareWorkstations } from "../support/workstation.ts";
import { addPasskey, VirtualDevice } from "../support/passkeys.ts";
import { password } from "../support/people.ts";
import { pressButton } from "../support/press-button.ts";
import { setUpSecondFactor } from "../support/second-factor.ts";
import { journeyThemes } from "../support/screens/full-run.ts";
import { expect, fillLogin, heading, signIn, test } from "../support/test.ts";

const security = "/profile?tab=security";
const menu = /^Menü von/;

async function signOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: menu }).press("Enter");
  await page.getByRole("menuitem", { name: "Abmelden" }).press("Enter");
  await expect(heading(page, "Anmelden")).toBeVisible();
}

for (const theme of journeyThemes) {
  test(`see R1-08 R0-248 N37 a passkey is added, signs in, unlocks, confirms a step-up and is removed, by keyboard, ${theme}`, async ({
    page,
    people,
  }) => {
    await page.addInitScript((chosen) => localStorage.setItem("theme", chosen), theme);
    const device = await VirtualDevice.attach(page);
    const person = await people.createMember(await people.createOrganization(), "viewer", {
      firstName: "Kanaria",
      lastName: "Muster-Gelb",
    });
    await signIn(page, person, security);
    await expect(page.getByText("Mit einem Passkey melden Sie sich ohne Passwort an")).toBeVisible();
    await addPasskey(page, "Mein Handy");
    await expect(
      page.getByText(/An ein Gerät gebunden ·\sHinzugefügt am .* ·\sNoch nie verwendet/),
    ).toBeVisible();

    // The device already has a passkey for this account.
    await pressButton(page, "Passkey hinzufügen");
    await page.getByRole("textbox", { name: "Name" }).fill("Noch einmal");
    await page.keyboard.press("Enter");
    await expect(page.getByText("Dieses Gerät hat schon einen Passkey für Ihr Konto.")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);

    await signOut(page);
    await device.setUserVerified(false);
    await pressButton(page, "Mit Passkey anmelden");
    await expect(page.getByText("Es wurde kein Passkey bestätigt.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Mit Passkey anmelden" })).toBeFocused();
    await device.setUserVerified(true);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("button", { name: "Menü von Kanaria Muster-Gelb" })).toBeVisible();

    await page.goto(security);
    await expect(page.getByRole("button", { name: "Mein Handy umbenennen" })).toBeVisible();
    await page.keyboard.press("Control+Alt+l");
    await expect(heading(page, "Bildschirm gesperrt")).toBeVisible();
    await pressButton(page, "Mit Passkey entsperren");
    await expect(page.getByRole("button", { name: "Menü von Kanaria Muster-Gelb" })).toBeVisible();
    await expect.poll(() => page.url().endsWith(security)).toBe(true);

    await pressButton(page, "Mein Handy umbenennen");
    await expect(page.getByRole("textbox", { name: "Name" })).toBeFocused();
    await page.getByRole("textbox", { name: "Name" }).fill("Diensthandy");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("button", { name: "Diensthandy entfernen" })).toBeVisible();
    await expect(page.getByText(/Zuletzt verwendet:/)).toBeVisible();

    await people.expireStepUps(person);
    await pressButton(page, "Diensthandy entfernen");
    await expect(page.getByText("Mit diesem Passkey kann sich danach niemand mehr anmelden.")).toBeVisible();
    await pressButton(page, "Entfernen");
    await expect(page.getByRole("dialog", { name: "Bitte bestätigen Sie Ihre Identität" })).toBeVisible();
    await pressButton(page, "Mit Passkey bestätigen");
    await expect(page.getByText("Passkey „Diensthandy“ entfernt")).toBeVisible();
    await expect(page.getByRole("button", { name: "Passkey hinzufügen" })).toBeFocused();
    await expect(page.getByText("Mit einem Passkey melden Sie sich ohne Passwort an")).toBeVisible();

    // The device still has the passkey, but it is no longer accepted.
    await signOut(page);
    await pressButton(page, "Mit Passkey anmelden");
    await expect(page.getByText("Der Passkey wurde nicht erkannt")).toBeVisible();
  });
}

test.describe("with a known browser", () => {
  test.use({
    userAgent:
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
  });

  test("see R1-08 the suggested name of a passkey is browser and system, and can be replaced @soak", async ({
    page,
    people,
  }) => {
    await VirtualDevice.attach(page);
    await signIn(page, await people.createMember(await people.createOrganization(), "viewer"), security);
    await pressButton(page, "Passkey hinzufügen");
    const name = page.getByRole("textbox", { name: "Name" });
    await expect(name).toHaveValue("Chrome 140 unter Windows");
    await expect(name).toBeFocused();
    await page.keyboard.type("Mein Büro");
    await expect(name).toHaveValue("Mein Büro");
    await page.keyboard.press("Escape");
    await pressButton(page, "Passkey hinzufügen");
    await expect(name).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByText("Passkey „Chrome 140 unter Windows“ hinzugefügt")).toBeVisible();
  });
});

test("see R1-08 R4-03 a passkey is a second factor in addition to an app, and on its own @soak", async ({
  page,
  people,
}) => {
  await VirtualDevice.attach(page);
  const organization = await people.createOrganization({ twoFactorPolicy: "required_all" });
  const person = await people.createMember(organization, "viewer");
  await page.goto("/login");
  await fillLogin(page, person.email);
  await setUpSecondFactor(page);
  await page.getByRole("checkbox", { name: "Ich habe die Codes sicher aufbewahrt" }).press("Space");
  await pressButton(page, "Fertig");
  await expect(page.getByRole("button", { name: menu })).toBeVisible();
  await page.goto(security);
  await addPasskey(page, "Schlüssel am Empfang");

  await signOut(page);
  await fillLogin(page, person.email);
  await expect(page.getByLabel("Code aus der App", { exact: true })).toBeFocused();
  await pressButton(page, "Passkey verwenden");
  await expect(page.getByRole("button", { name: "Mit Passkey bestätigen" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: menu })).toBeVisible();

  // With a passkey, the app may be removed even though the organization requires a second factor.
  await page.goto(security);
  await pressButton(page, "Ausschalten");
  await page.getByRole("textbox", { name: "Passwort", exact: true }).fill(password);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Ausgeschaltet")).toBeVisible();
  await pressButton(page, "Schlüssel am Empfang entfernen");
  await pressButton(page, "Entfernen");
  await expect(page.getByRole("alert")).toContainText("verlangt");
  await expect(page.getByRole("button", { name: "Schlüssel am Empfang entfernen" })).toBeVisible();

  await signOut(page);
  await fillLogin(page, person.email);
  await expect(heading(page, "Passkey bestätigen")).toBeVisible();
  await expect(page.getByRole("button", { name: "Mit Passkey bestätigen" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: menu })).toBeVisible();
});

test("see R1-08 N38 a shared workstation switches to a colleague by passkey", async ({
  page,
  people,
  portal,
}) => {
  await VirtualDevice.attach(page);
  const organization = await people.createOrganization();
  const first = await people.createMember(organization, "viewer", {
    firstName: "Kanaria",
    lastName: "Muster-Gelb",
  });
  const second = await people.createMember(organization, "viewer", {
    firstName: "Amsel",
    lastName: "Muster-Schwarz",
  });
  await signIn(page, first, security);
  await addPasskey(page, "Schlüssel von Kanaria");
  await shareWorkstations(portal, organization.id);
  await page.reload();
  await expect(heading(page, "Profil")).toBeVisible();
  await expect.poll(() => page.evaluate(() => localStorage.getItem("accessToken"))).toBeNull();
  await page.keyboard.press("Control+Alt+l");
  await expect(heading(page, "Wer arbeitet weiter?")).toBeVisible();
  await page.getByRole("button", { name: "Andere Person anmelden" }).press("Enter");
  await page.getByRole("link", { name: "Mit Passwort anmelden" }).press("Enter");
  await expect(heading(page, "Anmelden")).toBeVisible();
  await fillLogin(page, second.email);
  await expect(page.getByRole("button", { name: "Menü von Amsel Muster-Schwarz" })).toBeVisible();

  await page.keyboard.press("Control+Alt+l");
  await expect(page.getByLabel("PIN von Amsel Muster-Schwarz", { exact: true })).toBeFocused();
  // This user has no passkey.
  await expect(page.getByRole("button", { name: "Mit Passkey entsperren" })).toHaveCount(0);
  await page.getByRole("button", { name: /Kanaria Muster-Gelb/ }).press("Enter");
  const unlock = page.getByRole("button", { name: "Mit Passkey entsperren" });
  await expect(unlock).toBeVisible();
  const startedAt = Date.now();
  await unlock.press("Enter");
  await expect(page.getByRole("button", { name: "Menü von Kanaria Muster-Gelb" })).toBeVisible();
  expect(Date.now() - startedAt).toBeLessThanOrEqual(2_000);
});

test("see R1-08 the lock screen requests the passkey automatically once; canceling it leaves the password", async ({
  page,
  people,
}) => {
  const device = await VirtualDevice.attach(page);
  const person = await people.createMember(await people.createOrganization(), "viewer", {
    lastName: "Muster-Gelb",
  });
  await signIn(page, person, security);
  await addPasskey(page, "Schlüssel am Empfang");
  const prompts: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/auth/unlock/options")) prompts.push(request.url());
  });
  await page.keyboard.press("Control+Alt+l");
  await expect(heading(page, "Bildschirm gesperrt")).toBeVisible();
  // The user is not verified, as after a canceled prompt.
  await device.setUserVerified(false);
  const optionsRequest = page.waitForRequest(/unlock\/options$/);
  await page.reload();
  await optionsRequest;
  await expect(page.getByRole("button", { name: "Mit Passkey entsperren" })).toBeEnabled();
  await expect(page.getByText("Es wurde kein Passkey bestätigt")).toHaveCount(0);
  await page.getByLabel(/^Passwort von/).click();
  await page.getByLabel(/^Passwort von/).fill(password);
  expect(prompts).toHaveLength(1);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: menu })).toBeVisible();

  await device.setUserVerified(true);
  await page.keyboard.press("Control+Alt+l");
  await expect(heading(page, "Bildschirm gesperrt")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("button", { name: menu })).toBeVisible();
  expect(prompts).toHaveLength(2);
});

test("see R1-08 the login page loads no passkey code, and offers no passkey where passkeys are not supported", async ({
  page,
}) => {
  const scripts: string[] = [];
  page.on("request", (request) => {
    if (/passkey-(?:device|proofs)/.test(request.url())) scripts.push(request.url());
  });
  await page.goto("/login", { waitUntil: "networkidle" });
  await expect(page.getByRole("button", { name: "Mit Passkey anmelden" })).toBeVisible();
  expect(scripts).toEqual([]);
  await page.addInitScript(() => Reflect.deleteProperty(window, "PublicKeyCredential"));
  await page.reload();
  await expect(heading(page, "Anmelden")).toBeVisible();
  await expect(page.getByRole("button", { name: "Mit Passkey anmelden" })).toHaveCount(0);
});
