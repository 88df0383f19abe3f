import type { Page } from "@playwright/test";
import { setUpSecondFactor } from "../support/second-factor.ts";
import { expect, heading, signIn, test } from "../support/test.ts";

const steps = (page: Page) => page.getByRole("region", { name: "Erste Schritte" });

/** Opens the dashboard and follows the link of a step that is not done. */
async function follow(page: Page, name: string): Promise<void> {
  await page.goto("/dashboard");
  await steps(page).getByRole("link", { name }).click();
}

/** Expects that the dashboard shows a step as done. */
async function expectDone(page: Page, title: string): Promise<void> {
  await page.goto("/dashboard");
  const step = steps(page).getByRole("listitem").filter({ hasText: title });
  await expect(step).toContainText("(erledigt)");
  await expect(step.getByRole("link", { name: `Ansehen: ${title}` })).toBeVisible();
}

/** Fills in the open dialog that creates a person, and closes the one with their access data. */
async function createPerson(page: Page, lastName: string, role: string): Promise<void> {
  const form = page.getByRole("dialog");
  await form.getByLabel("Vorname").fill("Nora");
  await form.getByLabel("Nachname").fill(lastName);
  await form.getByLabel("Rolle").selectOption(role);
  await form.getByRole("button", { name: "Passwort vorschlagen" }).click();
  await form.getByRole("button", { name: "Person anlegen" }).click();
  await expect(page.getByRole("dialog", { name: `Nora ${lastName} kann sich jetzt anmelden` })).toBeVisible();
}

test("see R0-284 the details, the second factor and the second administrator lead to where they are done, and are shown as done afterwards", async ({
  page,
  people,
}) => {
  const organization = await people.createOrganization();
  const admin = await people.createMember(organization, "org_admin", { lastName: "Demo-Leitung" });
  await signIn(page, admin, "/dashboard");
  await expect(steps(page)).toContainText("0 von 7 erledigt");

  await follow(page, "Ergänzen: Angaben zur Praxis");
  await page.getByRole("button", { name: "Bearbeiten" }).click();
  await page.getByLabel(/^Anschrift/).fill("Musterweg 1");
  await page.getByRole("button", { name: "Speichern" }).click();
  await expect(page.getByText("Gespeichert: Anschrift")).toBeVisible();
  await expectDone(page, "Angaben zur Praxis");

  // With the administrator alone; the next one starts without a second factor.
  await follow(page, "Prüfen: Zwei-Faktor-Anmeldung der Administration");
  await expect(page.getByRole("rowheader")).toHaveText([/Demo-Leitung/]);
  await page.goto("/2fa-setup");
  await setUpSecondFactor(page);
  await page.getByRole("checkbox", { name: "Ich habe die Codes sicher aufbewahrt" }).press("Space");
  await page.getByRole("button", { name: "Fertig" }).press("Enter");
  await expect(heading(page, "Profil")).toBeVisible();
  await expectDone(page, "Zwei-Faktor-Anmeldung der Administration");

  await follow(page, "Hinzufügen: Zweite Person für die Administration");
  await createPerson(page, "Muster-Vertretung", "practice_admin");
  await expectDone(page, "Zweite Person für die Administration");
});
