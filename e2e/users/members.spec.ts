import type { Page } from "@playwright/test";
import { readMail, readMailedPath } from "../support/mailbox.ts";
import { password } from "../support/people.ts";
import type { TestPortal } from "../support/portal.ts";
import { expect, fillLogin, heading, selectOrganization, signIn, test } from "../support/test.ts";
import { openAddPerson } from "../support/add-person.ts";

/** Opens the portal in a separate browser context. */
async function openOtherBrowser(page: Page, baseURL: string): Promise<Page> {
  const browser = page.context().browser();
  if (browser === null) throw new Error("The page has no browser");
  const context = await browser.newContext({ baseURL, locale: "de-DE", reducedMotion: "reduce" });
  return context.newPage();
}

test("R2.1-14 the members page opens for org_admin and for super_admin", async ({ page, people }) => {
  const organization = await people.createOrganization();
  await signIn(page, await people.createMember(organization, "org_admin"), "/organization/users");
  await expect(heading(page, "Team-Aktivität")).toBeVisible();
  await expect(page).toHaveURL(/\/organization\/users$/);
  await people.createMember(organization, "viewer", { firstName: "Rita", lastName: "Beispiel-Redlich" });
  await signIn(page, await people.createPlatformAccount("super_admin"));
  await selectOrganization(page, organization);
  await page.goto("/organization/users");
  await expect(heading(page, "Team-Aktivität")).toBeVisible();
  await expect(page.getByRole("row", { name: "Beispiel-Redlich" })).toBeVisible();
});

test("R2.4-40 R2.4-41 R2.4-42 R2.4-43 R2.3-15 R1-11 the members page shows activity, resends invitations, removes members", async ({
  page,
  people,
  portal,
}) => {
  const organization = await people.createOrganization();
  const member = await people.createMember(organization, "viewer", {
    firstName: "Rita",
    lastName: "Beispiel-Redlich",
    createdAt: new Date("2024-03-05T10:00:00Z"),
  });
  const admin = await people.createMember(organization, "org_admin", { lastName: "Beispiel-Leitung" });
  const active = await people.createMember(organization, "viewer", { lastName: "Beispiel-Rege" });
  // Requests count as activity, but signing in does not.
  await portal.app.platformDb.writes
    .updateTable("membership")
    .set({
      last_login_at: new Date("2024-03-07T10:00:00Z"),
      last_activity_at: new Date("2024-05-06T10:00:00Z"),
    })
    .where("organization_id", "=", organization.id)
    .where("person_id", "=", active.id)
    .execute();
  await signIn(page, admin, "/organization/users");
  await expect(heading(page, "Team-Aktivität")).toBeVisible();
  for (const name of ["Name", "Status", "Eintritt", "Letzte Aktivität", "Rolle"]) {
    await expect(page.getByRole("columnheader", { name })).toBeVisible();
  }
  for (const value of ["Beispiel-Redlich", "Aktiv", "05.03.2024", "Noch nie", "Nur lesen"])
    await expect(page.getByRole("row", { name: "Rita" })).toContainText(value);
  await expect(page.getByRole("row", { name: "Beispiel-Rege" })).toContainText("06.05.2024");
  await expect(page.getByRole("row", { name: "Beispiel-Rege" })).not.toContainText("07.03.2024");
  await expect(page.getByRole("row", { name: "Beispiel-Leitung" })).toContainText("Praxis-Administration");
  await openAddPerson(page);
  const address = `neu.${Date.now()}@example.org`;
  await page.getByLabel("E-Mail-Adresse").fill(address);
  await page.getByRole("button", { name: "Einladung senden" }).click();
  const firstPath = await readMailedPath(portal, address, "invitation");
  await expect(page.getByRole("row", { name: address })).toContainText("Eingeladen");
  await page
    .getByRole("row", { name: address })
    .getByRole("button", { name: /^Aktionen für/ })
    .click();
  await page.getByRole("menuitem", { name: "Einladung erneut senden" }).click();
  await expect(page.getByText(/erneut unterwegs/)).toBeVisible();
  await expect.poll(() => readMailedPath(portal, address, "invitation")).not.toBe(firstPath);

  await page
    .getByRole("row", { name: "Rita" })
    .getByRole("button", { name: /^Aktionen für/ })
    .click();
  await page.getByRole("menuitem", { name: "Aus der Praxis entfernen" }).click();
  const confirmation = page.getByRole("alertdialog");
  await expect(confirmation).toContainText("Rita Beispiel-Redlich");
  await expect(confirmation).toContainText(
    `verliert sofort den Zugang zu allem, was zu „${organization.name}“ gehört`,
  );
  await confirmation.getByRole("button", { name: "Aus der Praxis entfernen" }).click();
  await expect(page.getByRole("row", { name: "Rita" })).toHaveCount(0);
  const second = await openOtherBrowser(page, portal.url);
  await second.goto("/login");
  await fillLogin(second, member.email);
  await expect(second.getByRole("alert")).toContainText("Konto deaktiviert");
  await second.context().close();
});

test("an invitation that cannot be resent is reported as an error @soak", async ({
  page,
  people,
  portal,
}) => {
  await signIn(
    page,
    await people.createMember(await people.createOrganization(), "org_admin"),
    "/organization/users",
  );
  await openAddPerson(page);
  const address = `neu.${Date.now()}@example.org`;
  await page.getByLabel("E-Mail-Adresse").fill(address);
  await page.getByRole("button", { name: "Einladung senden" }).click();
  await readMailedPath(portal, address, "invitation");
  await page.route("**/members/*/invitation", (route) => route.abort("connectionfailed"));
  await page
    .getByRole("row", { name: address })
    .getByRole("button", { name: /^Aktionen für/ })
    .click();
  await page.getByRole("menuitem", { name: "Einladung erneut senden" }).click();
  await expect(page.getByText("Die Einladung konnte nicht erneut gesendet werden")).toBeVisible();
  await expect(page.getByText(/erneut unterwegs/)).toHaveCount(0);
});

/** Invites a person and holds back the responses to sending the invitation again until `release` is called. */
async function inviteAndHoldResend(page: Page, portal: TestPortal) {
  await openAddPerson(page);
  const address = `neu.${Date.now()}@example.org`;
  await page.getByLabel("E-Mail-Adresse").fill(address);
  await page.getByRole("button", { name: "Einladung senden" }).click();
  await readMailedPath(portal, address, "invitation");
  const released = Promise.withResolvers<void>();
  await page.route("**/members/*/invitation", async (route) => {
    const response = await route.fetch();
    await released.promise;
    await route.fulfill({ response });
  });
  const openMenu = () =>
    page
      .getByRole("row", { name: address })
      .getByRole("button", { name: /^Aktionen für/ })
      .click();
  await openMenu();
  const resendRequest = page.waitForRequest("**/members/*/invitation");
  await page.getByRole("menuitem", { name: "Einladung erneut senden" }).click();
  await resendRequest;
  return { openMenu, release: released.resolve };
}

test("while an invitation is being sent again, the menu shows it and offers no second resend @soak", async ({
  page,
  people,
  portal,
}) => {
  await signIn(
    page,
    await people.createMember(await people.createOrganization(), "org_admin"),
    "/organization/users",
  );
  const { openMenu, release } = await inviteAndHoldResend(page, portal);
  await openMenu();
  const entry = page.getByRole("menuitem", { name: "Einladung erneut senden" });
  await expect(entry).toContainText("Eine Einladung wird gerade gesendet");
  await expect(entry).toBeDisabled();
  release();
  await expect(page.getByText(/erneut unterwegs/)).toBeVisible();
  await expect(entry).toBeEnabled();
});

test("see R7o-19 R3-87 an invited person sets a password and signs in; the owner's page updates without a reload", async ({
  page,
  people,
  portal,
}) => {
  const organization = await people.createOrganization();
  await signIn(page, await people.createMember(organization, "org_admin"), "/organization/users");
  await openAddPerson(page);
  const address = `einladung.${Date.now()}@example.org`;
  await page.getByLabel("E-Mail-Adresse").fill(address);
  await page.getByLabel("Vorname").fill("Erika");
  await page.getByLabel("Nachname").fill("Muster-Neu");
  await page.getByLabel("Persönliche Nachricht").fill("Bis Montag am Empfang!");
  await page.getByRole("button", { name: "Einladung senden" }).click();
  await expect(page.getByRole("row", { name: "Erika" })).toContainText("Eingeladen");

  const second = await openOtherBrowser(page, portal.url);
  const path = await readMailedPath(portal, address, "invitation");
  expect(await readMail(portal, address)).toContain("Nachricht: Bis Montag am Empfang!");
  await second.goto(path);
  await expect(heading(second, `Sie sind in die Praxis „${organization.name}“ eingeladen`)).toBeVisible();
  // URL and title no longer contain the token.
  expect(second.url()).toBe(`${portal.url}/invitation`);
  expect(await second.title()).not.toContain(path.slice(12, 30));
  await second.getByLabel("Passwort", { exact: true }).focus();
  await second.keyboard.type("Sonnen-Garten-83");
  await second.keyboard.press("Tab");
  await second.keyboard.press("Tab");
  await second.keyboard.type("Sonnen-Garten-83");
  await second.keyboard.press("Enter");
  await expect(heading(second, `Willkommen in der Praxis „${organization.name}“`)).toBeVisible();
  await second.getByRole("link", { name: "Zur Anmeldung" }).click();
  await expect(second.getByLabel("Praxis auswählen")).toHaveValue(organization.id);
  await fillLogin(second, address, "Sonnen-Garten-83");
  await expect(heading(second, "Übersicht")).toBeVisible();
  await expect(page.getByRole("row", { name: "Erika" })).toContainText("Aktiv");

  await second.goto(path);
  await expect(heading(second, "Diese Einladung ist nicht mehr gültig")).toBeVisible();
  await second.context().close();
});

test("see R7o-19 the owner of a known address signs in and accepts with their existing account", async ({
  page,
  people,
  portal,
}) => {
  const [homeOrganization, otherOrganization] = [
    await people.createOrganization(),
    await people.createOrganization(),
  ];
  const existingMember = await people.createMember(homeOrganization, "viewer", {
    firstName: "Ada",
    lastName: "Muster-Bekannt",
  });
  await signIn(
    page,
    await people.createMember(otherOrganization, "org_admin"),
    "/organization/users?create=person",
  );
  await page.getByLabel("E-Mail-Adresse").fill(existingMember.email);
  await page.getByRole("button", { name: "Einladung senden" }).click();
  const second = await openOtherBrowser(page, portal.url);
  await second.goto(await readMailedPath(portal, existingMember.email, "invitation"));
  await second.getByRole("button", { name: "Anmelden und annehmen" }).click();
  await fillLogin(second, existingMember.email);
  await expect(second.getByText("Angemeldet als Ada Muster-Bekannt")).toBeVisible();
  await second.getByRole("button", { name: "Einladung annehmen" }).click();
  await expect(heading(second, `Willkommen in der Praxis „${otherOrganization.name}“`)).toBeVisible();
  expect(await second.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain("invitation");
  await second.getByRole("link", { name: "Zum Portal" }).click();
  await second.getByRole("button", { name: /Praxis wechseln/ }).click();
  await expect(
    second
      .getByRole("menuitem", { name: otherOrganization.name })
      .or(second.getByRole("option", { name: otherOrganization.name }))
      .or(second.getByRole("button", { name: otherOrganization.name }))
      .first(),
  ).toBeVisible();
  await second.context().close();
});

test("see R2.1-09 users change their own address with their password, confirmed from both mailboxes", async ({
  page,
  people,
  portal,
}) => {
  const person = await people.createMember(await people.createOrganization(), "viewer");
  await signIn(page, person, "/profile");
  await expect(heading(page, "Profil")).toBeVisible();
  const address = `geaendert.${Date.now()}@example.org`;
  await page.getByLabel("Neue E-Mail-Adresse").fill(address);
  await page.getByLabel("Ihr Passwort", { exact: true }).fill("Falsches-Wort-1");
  await page.getByRole("button", { name: "Adresse ändern" }).click();
  await expect(page.getByText("Das Passwort ist nicht richtig")).toBeVisible();
  await expect(page.getByLabel("Neue E-Mail-Adresse")).toHaveValue(address);
  await page.getByLabel("Ihr Passwort", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Adresse ändern" }).click();
  await expect(page.getByText(`${address} wartet auf Bestätigung`)).toBeVisible();

  const second = await openOtherBrowser(page, portal.url);
  await second.goto(await readMailedPath(portal, address, "email"));
  await expect(second.getByText(`Bestätigen Sie ${address} als Ihre neue E-Mail-Adresse`)).toBeVisible();
  await second.getByRole("button", { name: "Adresse bestätigen" }).click();
  await expect(heading(second, "Ihre Adresse ist bestätigt")).toBeVisible();
  await expect(second.getByText(`${address} gehört jetzt zu Ihrem Konto.`)).toBeVisible();
  await page.reload();
  await expect(page.getByRole("main")).toContainText(address);
  await expect(page.getByText("wartet auf Bestätigung")).toHaveCount(0);

  await second.goto(await readMailedPath(portal, person.email, "email-cancel"));
  await expect(second.getByRole("link", { name: "Zur Anmeldung" })).toBeVisible();
  await second.getByRole("button", { name: "Änderung zurücknehmen" }).click();
  await expect(heading(second, "Die Änderung wurde zurückgenommen")).toBeVisible();
  // The user who made the change is signed out.
  await expect(heading(page, "Anmelden")).toBeVisible();
  await second.context().close();
});
