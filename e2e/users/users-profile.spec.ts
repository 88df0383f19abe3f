import { expect, heading, signIn, test } from "../support/test.ts";

const platformProfile = "/admin/superadmin-profile";

test("R2.1-23 the platform profile shows person, rights, security and the user's own activity", async ({
  page,
  people,
}) => {
  const organization = await people.createOrganization();
  const person = await people.createPlatformAccount("super_admin");
  await signIn(page, person);
  await page.goto(`/users`);
  await page.getByRole("button", { name: /^Menü von/ }).press("Enter");
  await page.getByRole("menuitem", { name: "Plattform-Profil" }).press("Enter");
  await expect(heading(page, "Plattform-Profil")).toBeVisible();
  await expect(
    page.getByText(`${person.firstName} ${person.lastName} · Plattform-Administration`),
  ).toBeVisible();
  const region = (name: string) => page.getByRole("region", { name, exact: true });
  await expect(region("Was Sie dürfen").getByRole("listitem")).not.toHaveCount(0);
  await expect(region("Was dabei gilt")).toContainText("wird das im Protokoll dieser Praxis festgehalten");
  for (const name of [
    "Passwort",
    "Zwei-Faktor-Anmeldung",
    "Passkeys",
    "Angemeldete Geräte",
    "Meine letzten Aktivitäten",
  ])
    await expect(region(name)).toBeVisible();
  await expect(page.getByLabel("E-Mail-Adresse").first()).toBeVisible();
  await expect(page.getByText("hat sich angemeldet")).toBeVisible();

  // An operator's visit to an organization is listed with the organization's name.
  await page.evaluate(
    ([id, token]) =>
      fetch(`/api/v1/organizations/${id}`, { headers: { authorization: `Bearer ${token}` } }).then(
        (response) => response.status,
      ),
    [organization.id, await page.evaluate(() => localStorage.getItem("accessToken"))],
  );
  await page.reload();
  await expect(page.getByText(`hat die Praxis „${organization.name}“ geöffnet`)).toBeVisible();
});

test("R2.1-09 the profile shows person, address, organization, password, second factor, passkeys, devices and applications", async ({
  page,
  people,
}) => {
  const organization = await people.createOrganization();
  // This role has no permissions.
  const person = await people.createMember(organization, "hr", {
    department: "Labor",
    phone: "+49 30 7654321",
  });
  await signIn(page, person, "/profile");
  const region = (name: string) => page.getByRole("region", { name, exact: true });
  await expect(region("Meine Angaben").getByLabel("Vorname")).toHaveValue(person.firstName);
  await expect(region("Meine Angaben").getByLabel("Telefon", { exact: false })).toHaveValue("+49 30 7654321");
  await expect(region("E-Mail-Adresse")).toContainText(person.email);
  for (const label of ["Personal", "Labor", "Letzte Anmeldung", "Eintritt"])
    await expect(region(organization.name)).toContainText(label);
  await page.getByRole("link", { name: "Sicherheit", exact: true }).press("Enter");
  for (const name of [
    "Passwort",
    "Zwei-Faktor-Anmeldung",
    "Passkeys",
    "Angemeldete Geräte",
    "Anwendungen mit Zugang",
  ])
    await expect(region(name)).toBeVisible();
  // The address does not break across lines ("IP-" above "Adresse") at any width.
  const address = region("Angemeldete Geräte").getByText("IP-Adresse 127.0.0.1", { exact: true });
  for (let width = 320; width <= 420; width += 10) {
    await page.setViewportSize({ width, height: 800 });
    expect((await address.boundingBox())?.height).toBeLessThan(30);
  }
});

test("R2.1-23 the platform profile is for super_admin only", async ({ page, people }) => {
  const person = await people.createMember(await people.createOrganization(), "org_admin");
  await signIn(page, person, platformProfile);
  await expect(heading(page, "Übersicht")).toBeVisible();
  await page.getByRole("button", { name: /^Menü von/ }).click();
  await expect(page.getByRole("menuitem", { name: "Profil", exact: true })).toBeVisible();
  await expect(page.getByRole("menuitem", { name: "Plattform-Profil" })).toHaveCount(0);
  await signIn(page, await people.createPlatformAccount("admin"), platformProfile);
  await expect(heading(page, "Übersicht")).toBeVisible();
});
