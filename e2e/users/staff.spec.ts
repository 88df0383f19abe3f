import { KeyboardDriver } from "../support/keyboard-driver.ts";
import { pressButton } from "../support/press-button.ts";
import { expect, fillLogin, heading, signIn, test } from "../support/test.ts";

/** The calendar day in Berlin `ahead` days from today, as date fields take it. */
const day = (ahead = 0) =>
  new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Berlin" }).format(Date.now() + ahead * 86_400_000);
const germanDay = (ahead = 0) => day(ahead).split("-").toReversed().join(".");

test("see R1-11 a new assistant is onboarded by keyboard in three steps, signs in with the printed sheet and sets a password", async ({
  page,
  people,
  portal,
  browser,
}) => {
  const organization = await people.createOrganization({ maxUsers: 2 });
  const manager = await people.createMember(organization, "practice_admin", {
    firstName: "Ada",
    lastName: "Demo-Leitung",
  });
  await portal.app.platformDb.writes
    .insertInto("site")
    .values({ organization_id: organization.id, id: crypto.randomUUID(), name: "Hauptstelle" })
    .execute();
  await signIn(page, manager, "/users");
  const keys = new KeyboardDriver(page);
  // One: personal data.
  await keys.activate(page.getByRole("button", { name: "Neueintritt anlegen" }));
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("1 von 2 Plätzen belegt");
  await expect(dialog.getByLabel("Vorname")).toBeFocused();
  await keys.type("Jana");
  await keys.tabTo(dialog.getByLabel("Nachname"));
  await keys.type("Muster-Neu");
  await expect(dialog.getByLabel("Kürzel")).toHaveValue("JMN");
  await keys.press("Enter");
  // Two: employment; the start date defaults to today.
  await expect(dialog.getByLabel("Rolle")).toBeFocused();
  await keys.tabTo(dialog.getByLabel("Betriebsstätte"));
  await keys.type("Haupt");
  await expect(dialog.getByLabel("Eintrittsdatum")).toHaveValue(day());
  await keys.activate(dialog.getByRole("button", { name: "Neueintritt abschließen" }));
  // Three: the start sheet and the checklist.
  const ready = page.getByRole("dialog", { name: "Jana Muster-Neu kann sich anmelden" });
  await expect(ready).toContainText("jana_muster_neu");
  await expect(ready).toContainText(`Das Startpasswort gilt bis ${germanDay(3)}`);
  await keys.tabTo(ready.getByRole("checkbox", { name: "Zugangszettel persönlich übergeben" }));
  await keys.press("Space");
  await expect(ready).toContainText(`Ada Demo-Leitung, ${germanDay()}`);
  const sheet = page.locator("[data-print-sheet]");
  await expect(sheet).toContainText("Zugangszettel für Jana Muster-Neu");
  await expect(sheet).toContainText(organization.practiceCode);
  await expect(sheet).toContainText(`Gilt bis${germanDay(3)}`);
  // The sheet contains exactly one secret.
  const secrets = String(await sheet.textContent()).match(/(?:[A-Za-z2-9]{4}-){3}[A-Za-z2-9]{4}/g) ?? [];
  expect(secrets).toHaveLength(1);
  const [temporaryPassword = ""] = secrets;
  await pressButton(page, "Schließen");

  // Without a free seat, the dialog says so before any input.
  await pressButton(page, "Neueintritt anlegen");
  await expect(dialog).toContainText("Höchstzahl der Mitarbeitenden erreicht (2 von 2)");
  await expect(dialog.getByRole("button", { name: "Weiter" })).toBeDisabled();
  await pressButton(page, "Abbrechen");

  const memberContext = await browser.newContext();
  const memberPage = await memberContext.newPage();
  await memberPage.goto(`${portal.url}/login`);
  await fillLogin(memberPage, "jana_muster_neu", temporaryPassword);
  await expect(heading(memberPage, "Bitte wählen Sie ein eigenes Passwort")).toBeVisible();
  await memberContext.close();
});

test("see R1-11 an offboarding is planned, changed and completed by keyboard; the open page closes at once and the record is printed", async ({
  page,
  people,
  portal,
  browser,
}) => {
  const organization = await people.createOrganization();
  const manager = await people.createMember(organization, "practice_admin", {
    firstName: "Ada",
    lastName: "Demo-Leitung",
  });
  const person = await people.createMember(organization, "editor", {
    firstName: "Lia",
    lastName: "Muster-Abschied",
  });
  const successor = await people.createMember(organization, "editor", {
    firstName: "Nora",
    lastName: "Muster-Nachfolge",
  });
  const memberContext = await browser.newContext({ baseURL: portal.url });
  const memberPage = await memberContext.newPage();
  await signIn(memberPage, person);
  await signIn(page, manager, `/users/${person.id}?tab=staff`);
  await expect(page.getByText("Kein Austritt geplant")).toBeVisible();
  const keys = new KeyboardDriver(page);
  await keys.activate(page.getByRole("button", { name: "Austritt planen" }));
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("1 Sitzung");
  await expect(dialog).toContainText("Kein Zugriffsschlüssel");
  await dialog.getByLabel("Tag", { exact: true }).fill(day(14));
  await dialog.getByLabel("Uhrzeit").fill("17:30");
  await keys.tabTo(dialog.getByLabel("Wer übernimmt?"));
  await keys.type("Nora");
  await keys.activate(dialog.getByRole("button", { name: "Austritt planen" }));
  const card = page.getByRole("region", { name: "Austritt", exact: true });
  await expect(card).toContainText(`${germanDay(14)}, 17:30`);
  await expect(card).toContainText(`${successor.firstName} ${successor.lastName}`);
  const confidentialityField = card.getByRole("checkbox", {
    name: "An die fortdauernde Schweigepflicht erinnert",
  });
  await keys.tabTo(confidentialityField);
  await keys.press("Space");
  await expect(card).toContainText("1 von 6 erledigt");
  // Access lasts until the planned time; now it is ended at once.
  await expect(memberPage.locator("button").filter({ hasText: "Menü von" })).toBeVisible();
  await keys.activate(card.getByRole("button", { name: "Austritt ändern" }), "Shift+Tab");
  await expect(dialog.getByLabel("Uhrzeit")).toHaveValue("17:30");
  await keys.tabTo(dialog.getByRole("radio", { name: "Zu einem bestimmten Zeitpunkt" }));
  await keys.press("ArrowDown");
  await keys.activate(dialog.getByRole("button", { name: "Jetzt beenden" }));
  await expect(memberPage.getByRole("button", { name: "Anmelden", exact: true })).toBeVisible();
  const record = page.getByRole("region", { name: "Austrittsprotokoll" });
  await expect(record).toContainText("Ausgeführt");
  await expect(record).toContainText("1 Sitzung");
  await expect(record.getByRole("checkbox", { name: /Schweigepflicht/ })).toBeChecked();
  const sheet = page.locator("[data-print-sheet]");
  await expect(sheet).toContainText("Austrittsprotokoll");
  await expect(sheet).toContainText("Lia Muster-Abschied");
  await expect(sheet).toContainText("Die Schweigepflicht gilt auch nach dem Austritt unbefristet weiter");
  await expect(sheet).toContainText(`Ada Demo-Leitung, ${germanDay()}`);
  await expect(page.getByText("Deaktiviert").first()).toBeVisible();
  await fillLogin(memberPage, person.email);
  await expect(memberPage.getByRole("alert")).toBeVisible();
  await memberContext.close();
});

test("see R1-11 a locum for three days needs an end date and a signed agreement, and is extended by keyboard", async ({
  page,
  people,
}) => {
  const organization = await people.createOrganization();
  const manager = await people.createMember(organization, "practice_admin", {
    firstName: "Ada",
    lastName: "Demo-Leitung",
  });
  await signIn(page, manager, "/users?create=onboarding");
  const keys = new KeyboardDriver(page);
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel("Vorname")).toBeFocused();
  await keys.type("Vera");
  await keys.tabTo(dialog.getByLabel("Nachname"));
  await keys.type("Muster-Vertretung");
  await keys.tabTo(dialog.getByRole("checkbox", { name: /^Externe Person/ }));
  await keys.press("Space");
  await keys.activate(dialog.getByRole("button", { name: "Weiter" }));
  await keys.activate(dialog.getByRole("button", { name: "Neueintritt abschließen" }));
  for (const label of ["Befristet bis", "Vertraulichkeitsvereinbarung vom", "Arztnummer (LANR)"]) {
    await expect(dialog.getByLabel(label)).toHaveAttribute("aria-invalid", "true");
  }
  await dialog.getByLabel("Befristet bis").fill(day(100));
  await dialog.getByLabel("Vertraulichkeitsvereinbarung vom").fill(day(-1));
  await keys.tabTo(dialog.getByRole("checkbox", { name: "Ohne LANR" }));
  await keys.press("Space");
  await keys.activate(dialog.getByRole("button", { name: "Neueintritt abschließen" }));
  await expect(dialog).toContainText(`zwischen ${germanDay()} und ${germanDay(90)}`);
  await dialog.getByLabel("Befristet bis").fill(day(2));
  await keys.activate(dialog.getByRole("button", { name: "Neueintritt abschließen" }));
  await expect(dialog).toContainText("vera_muster_vertretung");
  await keys.activate(dialog.getByRole("link", { name: "Person öffnen" }));
  const card = page.getByRole("region", { name: "Tätigkeit in der Praxis" });
  await expect(card).toContainText("Extern");
  await expect(card).toContainText(germanDay(2));
  await expect(card).toContainText("Ohne LANR");
  await keys.activate(card.getByRole("button", { name: "Tätigkeit bearbeiten" }));
  await dialog.getByLabel("Befristet bis").fill(day(5));
  await keys.activate(dialog.getByRole("button", { name: "Speichern" }));
  await expect(card).toContainText(germanDay(5));
  // This form cannot move the end beyond these bounds, and it says where to change it.
  await pressButton(page, "Bearbeiten");
  await dialog.getByLabel("Befristet bis").fill(day(300));
  await keys.activate(dialog.getByRole("button", { name: "Speichern" }));
  await expect(dialog).toContainText("ändern Sie unter „Eintritt & Austritt“");
});

test("R0-265 the list of people says when somebody comes or goes, R0-269 and finds those whose access ends within 30 days", async ({
  page,
  people,
  portal,
}) => {
  const organization = await people.createOrganization();
  const manager = await people.createMember(organization, "practice_admin", { lastName: "Demo-Leitung" });
  const leaving = await people.createMember(organization, "viewer", { lastName: "Muster-Abschied" });
  const joining = await people.createMember(organization, "viewer", { lastName: "Muster-Neu" });
  await people.createMember(organization, "viewer", { lastName: "Muster-Bleibt" });
  await portal.app.platformDb.writes
    .updateTable("membership")
    .set({ starts_on: day(12) })
    .where("person_id", "=", joining.id)
    .execute();
  await signIn(page, manager, `/users/${leaving.id}?tab=staff`);
  await pressButton(page, "Austritt planen");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Tag", { exact: true }).fill(day(20));
  await dialog.getByRole("button", { name: "Austritt planen" }).press("Enter");
  await expect(page.getByText("Geplant", { exact: true })).toBeVisible();
  await page.getByRole("link", { name: "Mitarbeitende", exact: true }).first().press("Enter");
  const row = (name: string) => page.getByRole("row").filter({ hasText: name });
  await expect(row("Muster-Abschied")).toContainText(`geht am ${germanDay(20)}`);
  await expect(row("Muster-Neu")).toContainText(`kommt am ${germanDay(12)}`);
  await expect(row("Muster-Bleibt")).not.toContainText(/geht am|kommt am/);
  // The view is a filter with a chip, and part of the address.
  const keys = new KeyboardDriver(page);
  await keys.activate(page.getByRole("group", { name: "Filter" }).getByRole("button", { name: "Zugang" }));
  await keys.press("ArrowDown");
  await keys.press("Enter");
  await expect(page).toHaveURL(/endsWithinDays=30/);
  await expect(row("Muster-Abschied")).toBeVisible();
  await expect(row("Muster-Bleibt")).toHaveCount(0);
  await expect(row("Muster-Neu")).toHaveCount(0);
});
