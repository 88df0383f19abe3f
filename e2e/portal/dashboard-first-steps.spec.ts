import { firstAdminGrants } from "@praxisportal/contract/permissions";
import type { Page } from "@playwright/test";
import { setUpSecondFactor } from "../support/second-factor.ts";
import { expect, heading, signIn, test } from "../support/test.ts";

const steps = (page: Page) => page.getByRole("region", { name: "Erste Schritte" });

/** Opens the dashboard and follows the link of a step that is not done. */
async function openStep(page: Page, name: string): Promise<void> {
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

/** Expects the progress above the steps, in words and as a bar. */
async function expectProgress(page: Page, done: number): Promise<void> {
  const progress = `${done} von 7 erledigt`;
  await expect(steps(page)).toContainText(progress);
  await expect(steps(page).getByRole("progressbar")).toHaveAttribute("aria-valuetext", progress);
}

/** Fills in the open dialog that creates a person, and closes the following dialog with the access data. */
async function createPerson(page: Page, lastName: string, role: string): Promise<void> {
  const form = page.getByRole("dialog");
  await form.getByLabel("Vorname").fill("Nora");
  await form.getByLabel("Nachname").fill(lastName);
  await form.getByLabel("Rolle").selectOption(role);
  await form.getByRole("button", { name: "Passwort vorschlagen" }).click();
  await form.getByRole("button", { name: "Person anlegen" }).click();
  await expect(page.getByRole("dialog", { name: `Nora ${lastName} kann sich jetzt anmelden` })).toBeVisible();
}

test("R0-284 the steps for details, second factor and second administrator are completed on the pages they open", async ({
  page,
  people,
}) => {
  const organization = await people.createOrganization();
  const admin = await people.createMember(organization, "org_admin", {
    lastName: "Demo-Leitung",
    permissions: [...firstAdminGrants],
  });
  await signIn(page, admin, "/dashboard");
  await expect(steps(page)).toContainText("0 von 7 erledigt");

  await openStep(page, "Ergänzen: Angaben zur Praxis");
  await page.getByRole("button", { name: "Bearbeiten" }).click();
  await page.getByLabel(/^Anschrift/).fill("Musterweg 1");
  await page.getByRole("button", { name: "Speichern" }).click();
  await expect(page.getByText("Gespeichert: Anschrift")).toBeVisible();
  await expectDone(page, "Angaben zur Praxis");

  // The organization has one administrator here. The second one will start without a second factor.
  await openStep(page, "Einrichten: Zwei-Faktor-Anmeldung der Verwaltung");
  await page.getByRole("button", { name: "Einrichten", exact: true }).click();
  await setUpSecondFactor(page);
  await page.getByRole("checkbox", { name: "Ich habe die Codes sicher aufbewahrt" }).press("Space");
  await page.getByRole("button", { name: "Fertig" }).press("Enter");
  await expect(heading(page, "Profil")).toBeVisible();
  await expectDone(page, "Zwei-Faktor-Anmeldung der Verwaltung");

  // The security score counts only one of the two roles and says so.
  await expect(steps(page)).toContainText("„Praxismanagement“ oder „Praxis-Administration“, unbefristet.");
  await openStep(page, "Hinzufügen: Zweite Person, die Mitarbeitende verwaltet");
  await createPerson(page, "Muster-Vertretung", "practice_admin");
  await expectDone(page, "Zweite Person, die Mitarbeitende verwaltet");
  await steps(page)
    .getByRole("link", { name: "Ansehen: Zweite Person, die Mitarbeitende verwaltet" })
    .click();
  await expect(page.getByRole("rowheader").filter({ hasText: "Muster-Vertretung" })).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);

  // The new person has no second factor. Only they can set it up; the administrator can require it.
  await openStep(page, "Verlangen: Zwei-Faktor-Anmeldung der Verwaltung");
  await expect(page).toHaveURL(/\/organization\?tab=settings&group=security$/);
});

test("R0-284 the steps for site, first people, workstations and AI are completed on the pages they open", async ({
  page,
  people,
}) => {
  const organization = await people.createOrganization();
  const admin = await people.createMember(organization, "org_admin", { permissions: [...firstAdminGrants] });
  await signIn(page, admin, "/dashboard");
  await expectProgress(page, 0);

  // Both links open the dialog, which closes to its page.
  const dialog = page.getByRole("dialog");
  await openStep(page, "Anlegen: Betriebsstätte");
  await expect(dialog.getByLabel("Name")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(/\/organization\?tab=departments$/);
  await expect(page.getByRole("button", { name: "Betriebsstätte anlegen" })).toBeVisible();
  await openStep(page, "Anlegen: Betriebsstätte");
  await dialog.getByLabel("Name").fill("Hauptstelle");
  await dialog.getByRole("button", { name: "Speichern" }).click();
  await expect(page.getByText("Betriebsstätte „Hauptstelle“ angelegt")).toBeVisible();
  await expectDone(page, "Betriebsstätte");
  await expectProgress(page, 1);

  await openStep(page, "Aufnehmen: Erste Mitarbeitende aufnehmen");
  await page.getByRole("button", { name: "Neueintritt anlegen" }).click();
  await dialog.getByLabel("Vorname").fill("Nora");
  await dialog.getByLabel("Nachname").fill("Muster-Eintritt");
  await dialog.getByRole("button", { name: "Weiter" }).click();
  await dialog.getByRole("button", { name: "Neueintritt abschließen" }).click();
  await expect(page.getByRole("dialog", { name: "Nora Muster-Eintritt kann sich anmelden" })).toBeVisible();
  await expectDone(page, "Erste Mitarbeitende aufnehmen");
  await expectProgress(page, 2);

  // The administrator's own workstation is known from the sign-in.
  await openStep(page, "Benennen: Gemeinsame Arbeitsplätze benennen");
  await expect(dialog.getByRole("textbox", { name: "Name" })).toBeFocused();
  await expect(dialog).toContainText("Dieser Arbeitsplatz: Chrome");
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(/\/organization\/workstations$/);
  await expect(page.getByRole("rowheader")).toHaveCount(1);
  await openStep(page, "Benennen: Gemeinsame Arbeitsplätze benennen");
  await dialog.getByRole("textbox", { name: "Name" }).fill("Empfang 1");
  await dialog.getByRole("button", { name: "Speichern" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("rowheader")).toContainText("Empfang 1");
  await expectDone(page, "Gemeinsame Arbeitsplätze benennen");
  await expectProgress(page, 3);

  await openStep(page, "Entscheiden: KI benutzen: ja oder nein");
  await page.getByRole("button", { name: "KI anhalten" }).click();
  const confirmation = page.getByRole("alertdialog");
  await confirmation.getByLabel("Grund").fill("Wir arbeiten ohne KI");
  await confirmation.getByRole("button", { name: "KI anhalten" }).click();
  await expect(confirmation).toHaveCount(0);
  await expectDone(page, "KI benutzen: ja oder nein");
  await expectProgress(page, 4);
});

test("see R0-284 the decision about the AI is not shown to an administrator who may not make it", async ({
  page,
  people,
}) => {
  const organization = await people.createOrganization();
  await signIn(page, await people.createMember(organization, "org_admin"), "/dashboard");
  await expect(steps(page)).toContainText("0 von 6 erledigt");
  await expect(steps(page).getByRole("link", { name: /KI/ })).toHaveCount(0);
});
