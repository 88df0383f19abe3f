import type { Page } from "@playwright/test";
import { readMailedPath } from "../support/mailbox.ts";
import { password } from "../support/people.ts";
import { pressButton } from "../support/press-button.ts";
import { expect, fillLogin, heading, test, signInWithForm } from "../support/test.ts";

const newPassword = "Neues-Kennwort-81";

async function typeNewPassword(page: Page, repeated = newPassword): Promise<void> {
  await page.getByLabel("Neues Passwort", { exact: true }).focus();
  await page.keyboard.type(newPassword);
  await page.getByLabel("Neues Passwort wiederholen").focus();
  await page.keyboard.type(repeated);
}

test("R1-09 R2.1-05 R2.1-06 R2.4-05 R2.2-14 a forgotten password is replaced by keyboard, starting on the login page", async ({
  page,
  people,
  portal,
}) => {
  const person = await people.createMember(await people.createOrganization(), "viewer");
  await page.goto("/login");
  const resetLink = page.getByRole("link", { name: "Passwort vergessen?" });
  await expect(resetLink).toHaveAttribute("href", "/password-reset");
  await resetLink.press("Enter");
  await expect(heading(page, "Passwort vergessen")).toBeVisible();
  await expect(page).toHaveURL(/\/password-reset$/);
  await expect(page.getByLabel("E-Mail-Adresse")).toBeFocused();
  await page.keyboard.type(person.email);
  await page.keyboard.press("Enter");
  await expect(heading(page, "Bitte prüfen Sie Ihr Postfach")).toBeFocused();

  const path = await readMailedPath(portal, person.email, "password-reset");
  const token = path.split("/").at(-1) ?? "";
  expect(token.length).toBeGreaterThan(20);
  await page.goto(path);
  await expect(heading(page, "Neues Passwort festlegen")).toBeVisible();
  await expect(page).toHaveURL(/\/password-reset$/);
  await expect(page).toHaveTitle("Neues Passwort festlegen – Praxisportal");
  expect(
    await page.evaluate(() => JSON.stringify([history.state, { ...localStorage }, { ...sessionStorage }])),
  ).not.toContain(token);

  await typeNewPassword(page, "etwas anderes");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Neues Passwort wiederholen")).toHaveAttribute("aria-invalid", "true");
  await page.getByLabel("Neues Passwort wiederholen").fill(newPassword);
  await page.keyboard.press("Enter");
  await expect(heading(page, "Anmelden")).toBeVisible();
  await expect(page.getByText("Ihr Passwort ist geändert")).toBeVisible();

  await fillLogin(page, person.email, password);
  await expect(page.getByRole("alert").filter({ hasText: "Ungültige Anmeldedaten" })).toBeVisible();
  await fillLogin(page, person.email, newPassword);
  await expect(heading(page, "Übersicht")).toBeVisible();

  // The link has been used.
  await page.goto(path);
  await expect(heading(page, "Dieser Link ist nicht mehr gültig")).toBeVisible();
});

test("R2.1-05 the page shows the same text for an unknown address", async ({ page }) => {
  await page.goto("/password-reset");
  await page.getByLabel("E-Mail-Adresse").fill("niemand.hier@example.org");
  await pressButton(page, "Link anfordern");
  await expect(heading(page, "Bitte prüfen Sie Ihr Postfach")).toBeVisible();
  await expect(
    page.getByText("Wenn zu niemand.hier@example.org ein Konto gehört", { exact: false }),
  ).toBeVisible();
});

test("R2.1-05 a one-time code from the organization sets a new password without a mailbox", async ({
  page,
  people,
}) => {
  const organization = await people.createOrganization();
  const person = await people.createMember(organization, "viewer");
  await signInWithForm(page, person);
  await page.getByRole("button", { name: /^Menü von/ }).click();
  await page.getByRole("menuitem", { name: "Abmelden" }).click();
  await page.goto("/password-reset");
  await page.getByRole("link", { name: "Einmalcode verwenden" }).press("Enter");
  await expect(heading(page, "Neues Passwort mit Einmalcode")).toBeVisible();
  await expect(page.getByLabel("Praxis auswählen")).toHaveValue(organization.id);
  await page.getByLabel("Benutzername oder E-Mail-Adresse").fill(person.username);
  await page.getByLabel("Einmalcode", { exact: true }).fill("1234 5678");
  await typeNewPassword(page);
  const resetRequest = page.waitForRequest("**/auth/password-reset/code");
  await page.keyboard.press("Enter");
  expect((await resetRequest).postDataJSON()).toEqual({
    name: person.username,
    organizationId: organization.id,
    code: "1234 5678",
    newPassword,
  });
  // This code was never issued.
  await expect(page.getByText("Name oder Einmalcode stimmen nicht", { exact: false })).toBeVisible();
});
