import type { Page } from "@playwright/test";
import { password } from "../support/people.ts";
import { expect, heading, signIn, test } from "../support/test.ts";
import { openAddPerson } from "../support/add-person.ts";

const stepUpDialog = (page: Page) =>
  page.getByRole("dialog", { name: "Bitte bestätigen Sie Ihre Identität" });

async function confirmIdentity(page: Page): Promise<void> {
  await stepUpDialog(page).getByLabel("Ihr Passwort", { exact: true }).fill(password);
  await stepUpDialog(page).getByRole("button", { name: "Bestätigen" }).click();
  await expect(stepUpDialog(page)).toBeHidden();
}

test("N57 creating a person and changing an address require a step-up, and no input is lost", async ({
  page,
  people,
}) => {
  const organization = await people.createOrganization();
  const owner = await people.createMember(organization, "org_admin");
  const colleague = await people.createMember(organization, "viewer", {
    firstName: "Per",
    lastName: "Probe",
  });
  await signIn(page, owner, "/users?create=person");
  await people.expireStepUps(owner);
  await page.getByLabel("Vorname").fill("Anna");
  await page.getByLabel("Nachname").fill("Beispiel");
  await page.getByRole("button", { name: "Passwort vorschlagen" }).click();
  await page.getByRole("button", { name: "Person anlegen" }).click();
  // Declining sends nothing, reports no error and keeps the form.
  await stepUpDialog(page).getByRole("button", { name: "Abbrechen" }).click();
  await expect(page.getByLabel("Vorname")).toHaveValue("Anna");
  await expect(page.getByRole("alert")).toHaveCount(0);
  await page.getByRole("button", { name: "Person anlegen" }).click();
  await confirmIdentity(page);
  await expect(page.getByRole("dialog", { name: "Anna Beispiel kann sich jetzt anmelden" })).toBeVisible();

  await page.goto(`/users/${colleague.id}`);
  await expect(heading(page, "Per Probe")).toBeVisible();
  await people.expireStepUps(owner);
  await page.getByRole("button", { name: "Bearbeiten" }).first().click();
  const form = page.getByRole("dialog");
  await form.getByLabel("E-Mail-Adresse").fill("per.neu@example.org");
  await form.getByRole("button", { name: "Speichern" }).click();
  await confirmIdentity(page);
  await expect(form).toBeHidden();
  await expect(page.getByText("per.neu@example.org").first()).toBeVisible();
});

test("N57 inviting several administrators requires one step-up", async ({ page, people }) => {
  const organization = await people.createOrganization();
  const owner = await people.createMember(organization, "org_admin");
  await signIn(page, owner, "/organization/users");
  await people.expireStepUps(owner);
  await openAddPerson(page, "Mehrere einladen");
  const mark = Date.now().toString(36);
  const addresses = [1, 2, 3, 4, 5, 6].map((number) => `leitung${number}.${mark}@example.org`);
  await page.getByLabel("E-Mail-Adressen").fill(addresses.join("\n"));
  await page.getByLabel("Rolle für alle").selectOption("practice_admin");
  await page.getByRole("button", { name: "6 Einladungen senden" }).click();
  await confirmIdentity(page);
  await expect(page.getByText("6 Einladungen sind unterwegs")).toBeVisible();
});
