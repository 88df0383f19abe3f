import type { Page } from "@playwright/test";
import { shareWorkstations } from "../support/workstation.ts";
import { KeyboardDriver } from "../support/keyboard-driver.ts";
import { password } from "../support/people.ts";
import { readQrCode } from "../support/qr-reader.ts";
import { AuthenticatorApp, setUpSecondFactor } from "../support/second-factor.ts";
import { journeyThemes } from "../support/screens/full-run.ts";
import { expect, fillLogin, heading, signIn, signInByKeys, test } from "../support/test.ts";

const button = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name, exact: typeof name === "string" });

for (const theme of journeyThemes) {
  test.describe(`by keyboard only, ${theme}`, () => {
    test.use({ colorScheme: theme });
    const expectTheme = (page: Page) =>
      expect(page.locator("html")).toHaveClass(theme === "dark" ? /(?:^|\s)dark(?:\s|$)/ : /^(?!.*\bdark\b)/);

    test("see R1-27 R2.1-10 a user sets up a second factor with the content of the QR code", async ({
      page,
      people,
    }) => {
      const person = await people.createMember(await people.createOrganization(), "viewer");
      const keys = new KeyboardDriver(page);
      await signInByKeys(page, keys, person);
      await expect(heading(page, "Übersicht")).toBeVisible();
      await expectTheme(page);
      await keys.openPage("Profil");
      await expect(heading(page, "Profil")).toBeVisible();
      await keys.activate(page.getByRole("link", { name: "Sicherheit", exact: true }));
      await keys.activate(button(page, "Einrichten"));
      await keys.activate(button(page, "Weiter"));

      const picture = page.getByRole("img", { name: /^QR-Code/ });
      const address = await readQrCode(picture);
      expect(address).toMatch(/^otpauth:\/\/totp\/Praxisportal.*[?&]secret=[A-Z2-7]{32}/);
      await expect(page.getByRole("link", { name: "In der App auf diesem Gerät öffnen" })).toHaveAttribute(
        "href",
        address,
      );
      // Cameras can only read the code if it is dark on light, with a quiet zone around it, in both themes.
      await expect(picture.locator("rect")).toHaveAttribute("fill", "white");
      await expect(picture.locator("path")).toHaveAttribute("fill", "black");
      const app = AuthenticatorApp.fromUri(address);

      await keys.activate(button(page, "Weiter"));
      await expect(page.getByLabel("Code aus der App", { exact: true })).toBeFocused();
      await keys.type(app.code());
      await expect(page.getByRole("list", { name: "Sicherungscodes" }).getByRole("listitem")).toHaveCount(10);
      await keys.tabTo(page.getByRole("checkbox", { name: "Ich habe die Codes sicher aufbewahrt" }));
      await keys.press("Space");
      await keys.activate(button(page, "Fertig"));
      await expect(heading(page, "Profil")).toBeVisible();
      await keys.activate(page.getByRole("link", { name: "Sicherheit", exact: true }));
      await expect(page.getByText("Noch 10 Codes übrig")).toBeVisible();
    });

    test("R2.4-07 R3-52 with a lost phone a backup code signs in, with a warning when three are left", async ({
      page,
      people,
    }) => {
      const person = await people.createMember(await people.createOrganization(), "viewer");
      await signIn(page, person, "/profile/2fa-setup");
      const { codes } = await setUpSecondFactor(page);
      await people.useBackupCodes(person, 6);
      await page.evaluate(() => localStorage.clear());

      const keys = new KeyboardDriver(page);
      await signInByKeys(page, keys, person);
      await expect(heading(page, "Zwei-Faktor-Code")).toBeVisible();
      await expectTheme(page);
      await keys.activate(button(page, "Sicherungscode verwenden"));
      await expect(page.getByLabel("Sicherungscode oder Einmalcode")).toBeFocused();
      await keys.type(codes.at(-1) ?? "");
      await keys.press("Enter");
      await expect(heading(page, "Übersicht")).toBeVisible();
      await expect(page.getByText("Noch 3 Sicherungscodes übrig").first()).toBeVisible();
      await expect(page.getByText("Bitte erstellen Sie bald neue").first()).toBeVisible();
      await keys.openPage("Profil");
      await keys.activate(page.getByRole("link", { name: "Sicherheit", exact: true }));
      await expect(page.getByText("Noch 3 Codes übrig")).toBeVisible();
      await expect(button(page, "Neue Codes erstellen")).toBeVisible();
    });

    test("see R1-08 the workstation switches to a colleague with four key presses and their password @soak", async ({
      page,
      people,
      portal,
    }) => {
      const organization = await people.createOrganization();
      const first = await people.createMember(organization, "org_admin", { firstName: "Kanaria" });
      const second = await people.createMember(organization, "viewer", {
        firstName: "Amsel",
        lastName: "Beispiel-Rot",
      });
      await signIn(page, second);
      await shareWorkstations(portal, organization.id);
      await page.reload();
      await expect.poll(() => page.evaluate(() => localStorage.getItem("accessToken"))).toBeNull();
      await page.keyboard.press("Control+Alt+l");
      await expect(heading(page, "Wer arbeitet weiter?")).toBeVisible();
      await page.goto("/login");
      await fillLogin(page, first.email);
      await expect(button(page, /^Menü von Kanaria/)).toBeVisible();
      await page.goto("/users");
      await expect(page.getByText("Beispiel-Rot").first()).toBeVisible();
      await expectTheme(page);

      const keys = new KeyboardDriver(page);
      const startedAt = performance.now();
      await keys.press("Control+Alt+l");
      // The page content must be hidden when the key is released.
      expect(await page.getByText("Beispiel-Rot").first().isVisible()).toBe(false);
      const passwordField = page.getByLabel("Passwort von Amsel Beispiel-Rot", { exact: true });
      // The administrator has no tile, so the only tile is that of the colleague.
      await expect(page.getByLabel(/^PIN von Amsel/)).toBeFocused();
      await keys.activate(button(page, "Mit Passwort anmelden"), "Tab");
      await expect(passwordField).toBeFocused();
      await keys.type(password);
      await keys.press("Enter");
      await expect(button(page, "Menü von Amsel Beispiel-Rot")).toBeVisible();
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
      console.log(
        `workstation handed over: ${keys.pressed - password.length} keys and the password, ${seconds} s`,
      );
      expect(keys.pressed - password.length).toBe(4);
    });
  });
}
