import { firstAdminGrants } from "@praxisportal/contract/permissions";
import { berlinDay, germanDay } from "../support/berlin-day.ts";
import { KeyboardDriver } from "../support/keyboard-driver.ts";
import { pressButton } from "../support/press-button.ts";
import { expect, heading, signIn, test } from "../support/test.ts";

test("R0-265 R0-269 the list of people shows start and end dates, and finds access that ends within 30 days", async ({
  page,
  people,
  portal,
}) => {
  const organization = await people.createOrganization();
  const manager = await people.createMember(organization, "org_admin", { lastName: "Demo-Leitung" });
  const leaving = await people.createMember(organization, "viewer", { lastName: "Muster-Abschied" });
  const joining = await people.createMember(organization, "viewer", { lastName: "Muster-Neu" });
  await people.createMember(organization, "viewer", { lastName: "Muster-Bleibt" });
  const endsIn = (days: number) => ({ validUntil: new Date(Date.now() + days * 86_400_000) });
  await people.createMember(organization, "viewer", { lastName: "Muster-Bald", ...endsIn(29) });
  await people.createMember(organization, "viewer", { lastName: "Muster-Fern", ...endsIn(32) });
  await portal.app.platformDb.writes
    .updateTable("membership")
    .set({ starts_on: berlinDay(12) })
    .where("person_id", "=", joining.id)
    .execute();
  await signIn(page, manager, `/users/${leaving.id}?tab=staff`);
  await pressButton(page, "Austritt planen");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Tag", { exact: true }).fill(berlinDay(20));
  await dialog.getByRole("button", { name: "Austritt planen" }).press("Enter");
  await expect(page.getByText("Geplant", { exact: true })).toBeVisible();
  await page.getByRole("link", { name: "Mitarbeitende", exact: true }).first().press("Enter");
  const row = (name: string) => page.getByRole("row").filter({ hasText: name });
  await expect(row("Muster-Abschied")).toContainText(`geht am ${germanDay(20)}`);
  await expect(row("Muster-Neu")).toContainText(`kommt am ${germanDay(12)}`);
  await expect(row("Muster-Bleibt")).not.toContainText(/ am \d/);
  // The second list of people shows them as well.
  await page.goto("/organization/users");
  await expect(row("Muster-Abschied")).toContainText(`geht am ${germanDay(20)}`);
  await expect(row("Muster-Neu")).toContainText(`kommt am ${germanDay(12)}`);
  await expect(row("Muster-Bleibt")).not.toContainText(/ am \d/);
  await page.goBack();
  // The view is a filter with a chip and is kept in the URL.
  const keys = new KeyboardDriver(page);
  await keys.activate(
    page.getByRole("group", { name: "Filter" }).getByRole("button", { name: "Zugang endet" }),
  );
  // Arrow keys reach the values only after one of them has the focus.
  await expect(page.getByRole("radio", { name: "Alle", exact: true })).toBeFocused();
  await keys.press("ArrowDown");
  await expect(page).toHaveURL(/endsWithinDays=30/);
  await keys.press("Escape");
  await expect(row("Muster-Abschied")).toBeVisible();
  await expect(row("Muster-Bald")).toBeVisible();
  await expect(row("Muster-Fern")).toHaveCount(0);
  await expect(row("Muster-Bleibt")).toHaveCount(0);
  await expect(row("Muster-Neu")).toHaveCount(0);
});

test("R0-266 the staff board opens in one step, shows three stages and checks the next item by keyboard", async ({
  page,
  people,
  portal,
}) => {
  const organization = await people.createOrganization({ maxUsers: 10 });
  const manager = await people.createMember(organization, "practice_admin", {
    firstName: "Ada",
    lastName: "Demo-Leitung",
  });
  const add = async (lastName: string, kind: "onboarding" | "offboarding", ahead: number) => {
    const { id } = await people.createMember(organization, "viewer", { firstName: "Lia", lastName });
    const membership = await portal.app.platformDb.reads
      .selectFrom("membership")
      .select("id")
      .where("person_id", "=", id)
      .executeTakeFirstOrThrow();
    await portal.app.platformDb.writes
      .insertInto("staff_change")
      .values({
        organization_id: organization.id,
        id: crypto.randomUUID(),
        kind,
        membership_id: membership.id,
        person_id: id,
        state: kind === "onboarding" ? "done" : "planned",
        done_at: kind === "onboarding" ? new Date() : null,
        takes_effect_at: new Date(`${berlinDay(ahead)}T12:00:00Z`),
        created_by: manager.id,
        created_at: new Date(),
      })
      .execute();
    return id;
  };
  await people.createMember(organization, "viewer", {
    firstName: "Lia",
    lastName: "Muster-Gesperrt",
    lockedUntil: new Date(Date.now() + 3_600_000),
  });
  await add("Muster-Spaet", "onboarding", -3);
  await add("Muster-Bald", "onboarding", 0);
  await signIn(page, manager, "/dashboard");
  // The dashboard of the manager shows them as well, the most urgent first.
  const card = page.getByRole("region", { name: "Ein- & Austritte" });
  await expect(card).toContainText("1 überfällig, 1 läuft, 0 geplant");
  await expect(page.getByRole("banner")).toContainText("Verbunden");
  // An offboarding that a colleague plans appears without a reload.
  portal.app.live.publish({
    event: "userUpdate",
    organizationId: organization.id,
    data: {
      type: "staff.offboarding_planned",
      userId: await add("Muster-Spaeter", "offboarding", 60),
    },
  });
  await expect(card).toContainText("1 überfällig, 1 läuft, 1 geplant");
  const entries = card.getByRole("listitem");
  await expect(entries).toContainText([
    "Muster-SpaetEintritt",
    "Muster-BaldEintritt",
    "Muster-SpaeterAustritt",
  ]);
  await expect(entries.filter({ hasText: "überfällig" })).toContainText(["Muster-SpaetEintritt"]);
  const keys = new KeyboardDriver(page);
  await keys.activate(
    page.getByRole("navigation").getByRole("link", { name: "Ein- & Austritte", exact: true }),
  );
  await expect(heading(page, "Ein- & Austritte")).toBeVisible();
  await expect(page.getByText("1 überfällig, 1 läuft, 1 geplant · 5 von 10 Plätzen belegt")).toBeVisible();
  const stage = (name: string) => page.getByRole("region", { name, exact: true });
  const overdue = stage("Überfällig");
  await expect(overdue).toContainText("Lia Muster-Spaet");
  await expect(overdue).toContainText(`Eintritt ${germanDay(-3)}`);
  await expect(overdue).toContainText("seit 3 Tagen");
  await expect(overdue).toContainText("0 von 6");
  await expect(overdue).toContainText("Erinnerungen gehen an Ada Demo-Leitung");
  await expect(stage("Läuft")).toContainText(`Eintritt ${germanDay(0)}`);
  await expect(stage("Geplant")).toContainText("Lia Muster-Spaeter");
  // The next item is checked on the card, and the following item appears.
  await keys.tabTo(overdue.getByRole("checkbox", { name: "Zugangszettel persönlich übergeben" }));
  await keys.press("Space");
  await expect(overdue.getByRole("checkbox", { name: "In Programme und Geräte eingewiesen" })).toBeVisible();
  await expect(overdue).toContainText("1 von 6");
  // An offboarding starts here as well.
  await keys.activate(page.getByRole("button", { name: "Austritt planen" }), "Shift+Tab");
  const memberSelect = page.getByLabel("Wer verlässt die Praxis?");
  // Locked members can be selected as well.
  await expect(memberSelect.getByRole("option", { name: "Muster-Gesperrt, Lia" })).toBeAttached();
  await memberSelect.selectOption("Muster-Spaet, Lia");
  await keys.activate(page.getByRole("dialog").getByRole("button", { name: "Weiter" }));
  await expect(page.getByRole("dialog", { name: "Austritt von Lia Muster-Spaet planen" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await keys.activate(overdue.getByRole("link", { name: "Lia Muster-Spaet" }));
  await expect(page.getByRole("region", { name: "Checkliste Eintritt" })).toContainText("1 von 6 erledigt");
  // A planned offboarding with a checked item is running, although its day is far away.
  await page.goBack();
  await stage("Geplant").getByRole("checkbox").press("Space");
  await expect(stage("Läuft")).toContainText("Lia Muster-Spaeter");
  await expect(stage("Geplant")).not.toContainText("Lia Muster-Spaeter");
});

test("R0-267 a template changed by the organization fills role, department, site and checklist of a new member", async ({
  page,
  people,
  portal,
}) => {
  const organization = await people.createOrganization();
  const manager = await people.createMember(organization, "org_admin", { lastName: "Demo-Leitung" });
  await portal.app.platformDb.writes
    .insertInto("site")
    .values({ organization_id: organization.id, id: crypto.randomUUID(), name: "Hauptstelle" })
    .execute();
  await signIn(page, manager, "/organization/staff-board");
  const keys = new KeyboardDriver(page);
  await keys.activate(page.getByRole("button", { name: "Vorlage MFA bearbeiten" }));
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Rolle").selectOption({ label: "Mitarbeit mit Schreibrecht" });
  await dialog.getByLabel("Abteilung").fill("Labor");
  await dialog.getByLabel("Betriebsstätte").selectOption({ label: "Hauptstelle" });
  await dialog.getByLabel("Eigene Punkte").fill("Spind zeigen\nImpfausweis kopieren");
  await pressButton(page, "Speichern");
  const templates = page.getByRole("region", { name: "Vorlagen" });
  await expect(templates).toContainText(
    "8 Punkte · Rolle „Mitarbeit mit Schreibrecht“ · Labor · Hauptstelle",
  );

  await keys.activate(page.getByRole("button", { name: "Neueintritt mit Vorlage MFA starten" }), "Shift+Tab");
  await dialog.getByLabel("Vorname").fill("Jana");
  await dialog.getByLabel("Nachname").fill("Muster-Neu");
  await dialog.getByLabel("Nachname").press("Enter");
  await expect(dialog.getByLabel("Vorlage")).toHaveValue("assistant");
  await expect(dialog.getByLabel("Rolle")).toHaveValue("editor");
  await expect(dialog.getByLabel("Abteilung")).toHaveValue("Labor");
  await expect(dialog.getByLabel("Betriebsstätte").locator("option:checked")).toHaveText("Hauptstelle");
  await expect(dialog.getByLabel("Funktion")).toHaveValue("MFA");
  // Another template changes the job title, but not a job title that the user has entered.
  await dialog.getByLabel("Vorlage").selectOption({ label: "Auszubildende" });
  await expect(dialog.getByLabel("Funktion")).toHaveValue("Ausbildung");
  await dialog.getByLabel("Funktion").fill("MFA im Labor");
  await dialog.getByLabel("Vorlage").selectOption({ label: "MFA" });
  await expect(dialog.getByLabel("Abteilung")).toHaveValue("Labor");
  await expect(dialog.getByLabel("Funktion")).toHaveValue("MFA im Labor");
  await keys.activate(dialog.getByRole("button", { name: "Neueintritt abschließen" }));
  const ready = page.getByRole("dialog", { name: "Jana Muster-Neu kann sich anmelden" });
  await expect(ready.getByRole("checkbox", { name: "Spind zeigen" })).toBeVisible();
  await expect(ready.getByRole("checkbox")).toHaveCount(8);
  await pressButton(page, "Schließen");
  const card = page.getByRole("article").filter({ hasText: "Jana Muster-Neu" });
  await expect(card).toContainText("Mitarbeit mit Schreibrecht · Labor");
  await expect(card).toContainText("0 von 8");
  const memberships = await portal.app.platformDb.writes
    .selectFrom("membership")
    .innerJoin("site", "site.id", "membership.site_id")
    .select(["membership.last_name", "site.name"])
    .where("membership.organization_id", "=", organization.id)
    .execute();
  expect(memberships).toEqual([{ last_name: "Muster-Neu", name: "Hauptstelle" }]);

  // The forms that only create access or invite people offer the same templates.
  for (const path of ["/users?create=person", "/organization/users?create=person"]) {
    await page.goto(path);
    await dialog.getByLabel("Vorlage").selectOption({ label: "MFA" });
    await expect(dialog.getByLabel("Rolle")).toHaveValue("editor");
    await expect(dialog.getByLabel("Abteilung")).toHaveValue("Labor");
    await expect(dialog.getByLabel("Funktion")).toHaveValue("MFA");
  }

  // These forms lead back to the onboarding and ask before they discard the input.
  await page.goto("/users?create=person");
  await dialog.getByLabel("Vorname").fill("Jana");
  await dialog.getByRole("button", { name: "Neueintritt anlegen" }).click();
  await page.getByRole("button", { name: "Verwerfen" }).click();
  await expect(page.getByRole("dialog", { name: "Neueintritt anlegen" })).toBeVisible();
  await dialog.getByRole("button", { name: "Abbrechen" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(/\/users$/);
});

test("an onboarding names the colleague who already has the initials before the next step", async ({
  page,
  people,
}) => {
  const organization = await people.createOrganization();
  const admin = await people.createMember(organization, "org_admin");
  await people.createMember(organization, "viewer", {
    firstName: "Frieda",
    lastName: "Demo-Muster",
    initials: "FDM",
  });
  await signIn(page, admin, "/users?create=onboarding");
  const dialog = page.getByRole("dialog", { name: "Neueintritt anlegen" });
  await dialog.getByLabel("Vorname").fill("Flora");
  await dialog.getByLabel("Nachname").fill("Demo-Meise");
  const initials = dialog.getByLabel("Kürzel");
  await expect(initials).toHaveValue("FDM");
  await initials.press("Enter");
  await expect(dialog.getByText("Dieses Kürzel gehört schon Frieda Demo-Muster")).toBeVisible();
  await expect(initials).toBeFocused();
  await initials.fill("FDME");
  await initials.press("Enter");
  await expect(dialog.getByLabel("Eintrittsdatum")).toBeVisible();
});

test("see R0-267 an onboarding grants the right to the AI assistant, and a person's page shows a missing right @soak", async ({
  page,
  people,
}) => {
  const organization = await people.createOrganization();
  const owner = await people.createMember(organization, "org_admin", { permissions: firstAdminGrants });
  await signIn(page, owner, "/organization/staff-board");
  const dialog = page.getByRole("dialog");
  const missingRight = page.getByText("hat kein Recht auf den KI-Assistenten");
  for (const [lastName, mayUseAi] of [
    ["Muster-Ohne", false],
    ["Muster-Mit", true],
  ] as const) {
    await page.goto("/organization/staff-board");
    await page.getByRole("button", { name: "Neueintritt mit Vorlage MFA starten" }).click();
    await dialog.getByLabel("Vorname").fill("Jana");
    await dialog.getByLabel("Nachname").fill(lastName);
    await dialog.getByLabel("Nachname").press("Enter");
    const choice = dialog.getByRole("checkbox", { name: "Darf den KI-Assistenten nutzen" });
    await expect(choice).not.toBeChecked();
    await choice.setChecked(mayUseAi);
    // Another role keeps the choice.
    await dialog.getByLabel("Rolle").selectOption({ label: "Mitarbeit mit Schreibrecht" });
    await expect(choice).toBeChecked({ checked: mayUseAi });
    // The account exists at once. If it starts later, the title shows the day.
    if (mayUseAi) await dialog.getByLabel("Eintrittsdatum").fill("2099-03-01");
    await dialog.getByRole("button", { name: "Neueintritt abschließen" }).click();
    const title = mayUseAi ? "ist angelegt: Eintritt am 01.03.2099" : "kann sich anmelden";
    await expect(page.getByRole("dialog", { name: `Jana ${lastName} ${title}` })).toBeVisible();
    // The last minute of the day is shown, because "04.03.2099, 00:00" reads like the next day.
    if (mayUseAi) await expect(dialog).toContainText("gilt ab sofort bis 03.03.2099, 23:59.");
    await dialog.getByRole("link", { name: "Person öffnen" }).click();
    await page.getByRole("main").getByRole("link", { name: "KI-Verbrauch" }).click();
    await expect(page.getByRole("heading", { name: "Persönliches Kontingent" })).toBeVisible();
    await expect(missingRight).toHaveCount(mayUseAi ? 0 : 1);
    if (mayUseAi) continue;
    await page.getByRole("link", { name: "Rechte bearbeiten" }).click();
    await expect(page).toHaveURL(/\/permissions$/);
  }
});

test("R0-277 every page shows the same number of seats taken, even after an invitation and a deactivation", async ({
  page,
  people,
  portal,
}) => {
  const organization = await people.createOrganization({ maxUsers: 9 });
  const admin = await people.createMember(organization, "org_admin", {
    lastName: "Demo-Leitung",
    permissions: [...firstAdminGrants],
  });
  const colleague = await people.createMember(organization, "viewer", { lastName: "Muster-Geht" });
  await people.createMember(organization, "viewer", { lastName: "Muster-Bleibt" });
  await signIn(page, admin);
  const main = page.getByRole("main");
  const expectSeats = async (takenSeats: number) => {
    const text = `${takenSeats} von 9 Plätzen belegt`;
    for (const path of [
      "/dashboard",
      "/users",
      "/organization/users",
      "/organization/staff-board",
      "/organization?tab=licences",
    ]) {
      await page.goto(path);
      await expect(main.getByText(text).first(), path).toBeVisible();
    }
    for (const path of ["/billing", "/tenant-usage"]) {
      await page.goto(path);
      await expect(main.getByText(new RegExp(`^${takenSeats} von 9( belegt)?$`)).first(), path).toBeVisible();
    }
    await page.goto("/users?create=onboarding");
    await expect(page.getByRole("dialog")).toContainText(text);
  };
  await expectSeats(3);
  // A pending member takes a seat; a deactivated one does not.
  await people.createMember(organization, "viewer", { lastName: "Muster-Neu", status: "pending" });
  await expectSeats(4);
  await portal.app.platformDb.writes
    .updateTable("membership")
    .set({ status: "deactivated" })
    .where("person_id", "=", colleague.id)
    .execute();
  await expectSeats(3);
  // The operator sees the same number.
  await signIn(page, await people.createPlatformAccount("super_admin"));
  await page.goto(`/tenant-management?search=${encodeURIComponent(organization.name)}`);
  await expect(page.getByRole("row").filter({ hasText: organization.name })).toContainText("3 von 9");
  for (const tab of ["", "?tab=limits"]) {
    await page.goto(`/tenant-management/${organization.id}${tab}`);
    await expect(main.getByRole("meter", { name: "Plätze" }), tab).toHaveAttribute(
      "aria-valuetext",
      /^3 von 9/,
    );
  }
});

test("R0-284 the dashboard of a new organization shows its first steps with progress, each with its own path", async ({
  page,
  people,
  portal,
}) => {
  const organization = await people.createOrganization();
  const admin = await people.createMember(organization, "org_admin", {
    lastName: "Demo-Leitung",
    permissions: [...firstAdminGrants],
  });
  await signIn(page, admin, "/dashboard");
  const steps = page.getByRole("region", { name: "Erste Schritte" });
  await expect(steps).toContainText("0 von 7 erledigt");
  await expect(steps.getByRole("listitem")).toHaveCount(7);
  const keys = new KeyboardDriver(page);
  await keys.activate(steps.getByRole("link", { name: "Anlegen: Betriebsstätte" }));
  await expect(page).toHaveURL(/\/organization\?tab=departments/);
  await expect(page.getByRole("dialog", { name: "Betriebsstätte anlegen" })).toBeVisible();
  await portal.app.platformDb.writes
    .insertInto("site")
    .values({ organization_id: organization.id, id: crypto.randomUUID(), name: "Hauptstelle" })
    .execute();
  await people.createMember(organization, "viewer", { lastName: "Muster-Neu" });
  await page.goto("/dashboard");
  await expect(steps).toContainText("2 von 7 erledigt");
  await expect(steps.getByRole("listitem").filter({ hasText: "Betriebsstätte" })).toContainText("erledigt");
  await expect(steps.getByRole("progressbar")).toHaveAttribute("aria-valuetext", "2 von 7 erledigt");
  // The steps are hidden for this administrator on every device.
  await keys.activate(steps.getByRole("button", { name: "Ausblenden" }));
  await expect(steps).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Mitarbeitende" }).first()).toBeVisible();
});

test("the end date of an access is no longer shown after an earlier offboarding @soak", async ({
  page,
  people,
}) => {
  const organization = await people.createOrganization();
  const manager = await people.createMember(organization, "practice_admin", { lastName: "Demo-Leitung" });
  const person = await people.createMember(organization, "viewer", {
    lastName: "Muster-Abschied",
    validUntil: new Date(Date.now() + 30 * 86_400_000),
  });
  await signIn(page, manager, `/users/${person.id}`);
  const endDateTerm = page.getByRole("term").filter({ hasText: "Befristet bis" });
  await expect(endDateTerm).toBeVisible();
  await page.getByRole("link", { name: "Eintritt & Austritt" }).press("Enter");
  await expect(page.getByRole("region", { name: "Tätigkeit in der Praxis" })).toBeVisible();
  await expect(endDateTerm).toBeVisible();
  await pressButton(page, "Austritt planen");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: /^Sofort/ }).check();
  await dialog.getByRole("button", { name: "Jetzt beenden" }).press("Enter");
  await expect(page.getByRole("region", { name: "Austrittsprotokoll" })).toContainText("Ausgeführt");
  await expect(page.getByRole("region", { name: "Tätigkeit in der Praxis" })).toBeVisible();
  await expect(endDateTerm).toHaveCount(0);
  await page.getByRole("link", { name: "Person", exact: true }).press("Enter");
  await expect(page.getByRole("term").filter({ hasText: "Telefon" })).toBeVisible();
  await expect(endDateTerm).toHaveCount(0);
});
