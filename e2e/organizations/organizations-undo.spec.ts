import type { Page } from "@playwright/test";
import { pressButton } from "../support/press-button.ts";
import { expect, signIn, test } from "../support/test.ts";

const toasts = (page: Page) => page.getByRole("region", { name: "Meldungen" });
const undoIn = (page: Page) => toasts(page).getByRole("button", { name: "Rückgängig machen" });
const undoNotice = (page: Page) => toasts(page).getByText("Die Änderung wurde rückgängig gemacht");

async function choose(page: Page, name: string, entry: string): Promise<void> {
  await page.getByRole("button", { name: `Aktionen für ${name}` }).click();
  await page.getByRole("menuitem", { name: entry }).click();
}

test("R0-25 renaming a department can be undone, including for its members", async ({ page, people }) => {
  const organization = await people.createOrganization();
  await people.createMember(organization, "viewer", { department: "Labor" });
  await signIn(page, await people.createMember(organization, "org_admin"), "/organization?tab=departments");
  const rows = page.getByRole("list", { name: "Abteilungen" }).getByRole("listitem");
  await choose(page, "Labor", "Umbenennen");
  await page.getByLabel("Name der Abteilung").fill("Röntgen");
  await pressButton(page, "Speichern");
  await expect(rows).toContainText("Röntgen");
  await undoIn(page).click();
  await expect(undoNotice(page)).toBeVisible();
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText("Labor1 Person");
});

test("R0-25 changing a site can be undone, unless someone has changed it again", async ({
  page,
  people,
  context,
}) => {
  const organization = await people.createOrganization();
  const admin = await people.createMember(organization, "org_admin");
  const path = "/organization?tab=departments";
  await signIn(page, admin, path);
  const row = page.getByRole("list", { name: "Betriebsstätten" }).getByRole("listitem");
  await pressButton(page, "Betriebsstätte anlegen");
  await page.getByLabel("Name", { exact: true }).fill("Hauptstelle");
  await page.getByLabel(/^Anschrift/).fill("Musterweg 1");
  await pressButton(page, "Speichern");
  await expect(row).toContainText("Hauptstelle");

  const change = async (target: Page, nameBefore: string, name: string, address: string) => {
    await choose(target, nameBefore, "Bearbeiten");
    await target.getByLabel("Name", { exact: true }).fill(name);
    await target.getByLabel(/^Anschrift/).fill(address);
    await pressButton(target, "Speichern");
    await expect(target.getByText(`Betriebsstätte „${name}“ gespeichert`)).toBeVisible();
  };
  await change(page, "Hauptstelle", "Nebenstelle", "");
  await expect(row).not.toContainText("Musterweg 1");
  await undoIn(page).click();
  await expect(undoNotice(page)).toBeVisible();
  await expect(row).toContainText("HauptstelleMusterweg 1");

  await change(page, "Hauptstelle", "Nebenstelle", "Musterweg 2");
  const otherPage = await context.newPage();
  await otherPage.goto(path);
  await change(otherPage, "Nebenstelle", "Zweigstelle", "Musterweg 3");
  await undoIn(page).click();
  await expect(toasts(page)).toContainText("Die Änderung konnte nicht rückgängig gemacht werden");
  await expect(row).toContainText("ZweigstelleMusterweg 3");
});

test("R0-25 changing the data of an organization can be undone, changing its settings cannot", async ({
  page,
  people,
}) => {
  const organization = await people.createOrganization();
  await signIn(page, await people.createMember(organization, "org_admin"), "/organization");
  const website = page.getByLabel(/^Website/);
  await pressButton(page, "Bearbeiten");
  await website.fill("https://praxis.example.org");
  await pressButton(page, "Speichern");
  await expect(page.getByText("praxis.example.org")).toBeVisible();
  await undoIn(page).click();
  await expect(undoNotice(page)).toBeVisible();
  await expect(page.getByText("praxis.example.org")).toHaveCount(0);

  await page.goto("/organization?tab=settings&group=notification");
  await page.getByRole("switch").or(page.getByRole("checkbox")).first().click();
  await pressButton(page, "Speichern");
  await expect(toasts(page)).toContainText("Gespeichert");
  await expect(undoIn(page)).toHaveCount(0);
});
