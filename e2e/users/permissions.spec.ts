import { KeyboardDriver } from "../support/keyboard-driver.ts";
import { expect, heading, signIn, test } from "../support/test.ts";

test("R2.1-16 R7u-16 permissions are granted by keyboard, previewed before saving, and take effect at once", async ({
  page,
  people,
}) => {
  const organization = await people.createOrganization();
  const person = await people.createMember(organization, "editor", {
    firstName: "Lia",
    lastName: "Muster-Recht",
  });
  await signIn(page, await people.createMember(organization, "org_admin"), `/users/${person.id}/permissions`);
  await expect(heading(page, "Berechtigungen von Lia Muster-Recht")).toBeVisible();
  const keys = new KeyboardDriver(page);
  const level = page.getByRole("radiogroup", { name: "Mitarbeitende", exact: true });
  const write = level.getByRole("radio", { name: "ändern" });
  await keys.tabTo(level.getByRole("radio", { name: "sehen" }));
  await keys.press("ArrowRight");
  await expect(page.getByRole("region", { name: "Kommt dazu" })).toContainText("Legt Mitarbeitende an");
  await keys.activate(page.getByRole("button", { name: "Berechtigungen speichern" }), "Shift+Tab");
  await expect(page.getByText("Änderungen an Lia Muster-Recht gespeichert")).toBeVisible();
  await expect(write).toBeChecked();
  await expect(page.getByText("Nichts kommt dazu.")).toBeVisible();
  await page.reload();
  await expect(write).toBeChecked();
});

test("see R2.1-16 R0-24 on a small screen changes and save button stay in view; leaving asks before discarding", async ({
  page,
  people,
}) => {
  const organization = await people.createOrganization();
  const person = await people.createMember(organization, "viewer");
  await page.setViewportSize({ width: 375, height: 700 });
  await signIn(page, await people.createMember(organization, "org_admin"), `/users/${person.id}/permissions`);
  const save = page.getByRole("button", { name: "Speichern", exact: true });
  const level = page.getByRole("radiogroup", { name: "Mitarbeitende", exact: true });
  await expect(level).toBeVisible();
  await expect(save).toHaveCount(0);
  await level.getByRole("radio", { name: "ändern" }).check();
  await expect(page.getByText("2 Bereiche kommen dazu, nichts fällt weg")).toBeInViewport();
  await expect(save).toBeInViewport({ ratio: 1 });
  const [first, second] = [
    await save.boundingBox(),
    await page.getByRole("button", { name: "Zurücksetzen" }).boundingBox(),
  ];
  expect(second?.y).toBe(first?.y);
  const back = page.getByRole("link", { name: "Zur Person" });
  await back.click();
  await expect(page.getByRole("alertdialog", { name: "Änderungen verwerfen?" })).toBeVisible();
  await page.getByRole("button", { name: "Weiter bearbeiten" }).click();
  await expect(level.getByRole("radio", { name: "ändern" })).toBeChecked();
  await page.getByRole("button", { name: "Zurücksetzen" }).click();
  await expect(save).toHaveCount(0);
  await level.getByRole("radio", { name: "ändern" }).check();
  await save.click();
  await expect(page.getByText(/^Änderungen an .* gespeichert$/)).toBeVisible();
  await expect(save).toHaveCount(0);
  await back.click();
  await expect(page).toHaveURL(/tab=rights$/);
});

test("R6-42 all eleven areas are listed; permissions the granter does not have are disabled with the reason", async ({
  page,
  people,
}) => {
  const organization = await people.createOrganization();
  const person = await people.createMember(organization, "viewer");
  await signIn(
    page,
    await people.createMember(organization, "practice_admin"),
    `/users/${person.id}/permissions`,
  );
  for (const area of [
    ..."Mitarbeitende,Praxis,Kosten & Rechnungen,Sicherheit,Protokoll,Einstellungen,Schnittstellen".split(
      ",",
    ),
    ..."Berichte,Auswertungen,Anbindungen,Benachrichtigungen".split(","),
  ]) {
    await expect(page.getByRole("heading", { level: 3, name: area, exact: true })).toBeVisible();
  }
  await page.getByText("Technisch", { exact: true }).click();
  await page.getByRole("heading", { level: 4, name: "Kosten & Rechnungen" }).click();
  const billing = page.getByRole("checkbox", { name: /billing:read/ });
  await expect(billing).toBeDisabled();
  await expect(
    page.getByText("Nicht erteilbar: Diese Berechtigung haben Sie selbst nicht").first(),
  ).toBeVisible();
  const viewing = page.getByRole("checkbox", { name: /users:view/ });
  await expect(viewing).toBeChecked();
  await expect(viewing).toBeDisabled();
  await expect(page.getByText("Aus der Rolle").first()).toBeVisible();
});

test("R2.1-16 without users:write the page redirects to the dashboard", async ({ page, people }) => {
  const organization = await people.createOrganization();
  const person = await people.createMember(organization, "editor");
  await signIn(page, await people.createMember(organization, "viewer"), `/users/${person.id}/permissions`);
  await expect(heading(page, "Übersicht")).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard/);
});

test("the permissions of an unknown person show the same state as the person's page, with a link to the list", async ({
  page,
  people,
}) => {
  const organization = await people.createOrganization();
  const unknown = "0197a000-0000-7000-8000-0000000009ff";
  await signIn(page, await people.createMember(organization, "org_admin"), `/users/${unknown}/permissions`);
  const main = page.getByRole("main");
  await expect(heading(page, "Diese Person gibt es hier nicht")).toBeVisible();
  await expect(main).toContainText("Vielleicht wurde sie entfernt, oder sie gehört zu einer anderen Praxis.");
  await expect(main.getByRole("link", { name: "Zur Person" })).toHaveCount(0);
  await main.getByRole("link", { name: "Alle Mitarbeitenden" }).click();
  await expect(page).toHaveURL(/\/users$/);
});
