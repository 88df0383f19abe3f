import type { Page } from "@playwright/test";
import { KeyboardDriver } from "../support/keyboard-driver.ts";
import { checkList, checkOneRendering, exportedLines, type ListUnderTest } from "../support/list-kit.ts";
import { expect, heading, signIn, test } from "../support/test.ts";

const tabs = (page: Page) => page.getByRole("navigation", { name: "Bereiche der Praxis" });
const expectText = (page: Page, text: string | RegExp) => expect(page.getByText(text).first()).toBeVisible();

/** Changes the organization concurrently, with the page's session but without its UI. */
async function changeViaApi(page: Page, organizationId: string, body: object): Promise<number> {
  return page.evaluate(
    async ([id, change]) => {
      const response = await fetch(`/api/v1/organizations/${id}`, {
        method: "PUT",
        headers: {
          authorization: `Bearer ${localStorage.getItem("accessToken")}`,
          "content-type": "application/json",
          "x-organization-id": id,
        },
        body: JSON.stringify(change),
      });
      return response.status;
    },
    [organizationId, body] as const,
  );
}

test.describe("the organization", () => {
  test("R1-10 R2.4-28 see R2.4-29 R2.4-30 R2.4-31 R2.4-32 R2.4-33 an administrator saves details despite a concurrent change", async ({
    page,
    people,
  }) => {
    const organization = await people.createOrganization();
    await signIn(page, await people.createMember(organization, "org_admin"));
    const keys = new KeyboardDriver(page);
    await keys.openPage("Praxisprofil");
    await expect(heading(page, "Praxisprofil")).toBeVisible();
    const tab = page.getByRole("link", { name: "Details", exact: true });
    await expect(tab).toHaveAttribute("aria-current", "page");
    await expect(tabs(page).getByRole("link")).toHaveText([
      "Details",
      "Abteilungen",
      "Lizenzen",
      "Sicherheit",
      "Mitarbeitende",
      "Einstellungen",
      "Zugriffsschlüssel",
      "Vorgänge",
      "Protokoll",
    ]);
    await expect(page.getByText(organization.practiceCode)).toBeVisible();
    await keys.activate(page.getByRole("button", { name: "Bearbeiten" }));
    const phone = page.getByLabel(/^Telefon/);
    await keys.tabTo(phone);
    await keys.type("030 1234");
    await expect(page.getByText("1 Feld geändert")).toBeVisible();
    expect(await changeViaApi(page, organization.id, { phone: "030 99", industry: "Innere Medizin" })).toBe(
      200,
    );
    await keys.press("Enter");
    await expectText(page, "Die Angaben wurden inzwischen geändert");
    await expectText(page, "Jetzt gespeichert: Telefon „030 99“");
    await expect(phone).toHaveValue("030 1234");
    await expect(page.getByLabel(/^Fachrichtung/)).toHaveValue("Innere Medizin");
    await keys.tabTo(phone);
    await keys.press("Enter");
    await expectText(page, "Gespeichert: Telefon");
    await expect(page.getByRole("link", { name: "030 1234" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Bearbeiten" })).toBeFocused();
    await expect(page.getByText("Innere Medizin")).toBeVisible();
  });

  test("R2.4-29 R2.3-15 departments are created, renamed, merged and deleted by keyboard", async ({
    page,
    people,
  }) => {
    const organization = await people.createOrganization();
    await people.createMember(organization, "viewer", { department: "Labor" });
    await signIn(page, await people.createMember(organization, "org_admin"), "/organization");
    const keys = new KeyboardDriver(page);
    await keys.activate(page.getByRole("link", { name: "Abteilungen" }));
    const rows = page.getByRole("list", { name: "Abteilungen" }).getByRole("listitem");
    await expect(rows).toHaveCount(1);
    await expect(rows).toContainText("1 Person");

    await keys.activate(page.getByRole("button", { name: "Abteilung anlegen" }));
    await expect(page.getByLabel("Name der Abteilung")).toBeFocused();
    await keys.press("Enter");
    await expectText(page, "Dieses Feld ist erforderlich");
    await keys.type("Empfang");
    await keys.press("Enter");
    await expectText(page, "Abteilung „Empfang“ angelegt");
    await expect(rows).toHaveCount(2);

    const choose = async (department: string, entry: string) => {
      const menu = page.getByRole("button", { name: `Aktionen für ${department}` });
      await menu.focus();
      await keys.press("Enter");
      const item = page.getByRole("menuitem", { name: entry });
      await expect(item).toBeVisible();
      await item.focus();
      await keys.press("Enter");
    };
    await choose("Labor", "Umbenennen");
    await expect(page.getByLabel("Name der Abteilung")).toHaveValue("Labor");
    await keys.press("Control+a");
    await keys.type("Labor und Röntgen");
    await keys.press("Enter");
    await expectText(page, "Die Abteilung heißt jetzt „Labor und Röntgen“");

    await choose("Labor und Röntgen", "Zusammenführen");
    await expect(page.getByRole("alertdialog")).toContainText("1 Person kommt in die andere Abteilung");
    await keys.activate(page.getByRole("button", { name: "Zusammenführen", exact: true }));
    await expectText(page, "„Labor und Röntgen“ gehört jetzt zu „Empfang“");
    await expect(rows).toHaveCount(1);
    await expect(rows).toContainText("1 Person");

    await choose("Empfang", "Löschen");
    await expect(page.getByRole("alertdialog", { name: "„Empfang“ löschen?" })).toContainText(
      "1 Person bleibt in der Praxis und gehört dann zu keiner Abteilung.",
    );
    await keys.activate(page.getByRole("button", { name: "Löschen", exact: true }));
    await expectText(page, "Noch keine Abteilung");
  });

  test("R2.4-29 a site has its country's number, and an invalid number is reported before it is sent", async ({
    page,
    people,
  }) => {
    const organization = await people.createOrganization({ country: "AT" });
    await signIn(page, await people.createMember(organization, "org_admin"), "/organization?tab=departments");
    const keys = new KeyboardDriver(page);
    await keys.activate(page.getByRole("button", { name: "Betriebsstätte anlegen" }));
    await expect(page.getByLabel("Name", { exact: true })).toBeFocused();
    await keys.type("Ordination Beispielgasse");
    await expect(page.getByLabel("Art der Nummer").getByRole("option")).toHaveText([
      "Vertragspartnernummer (VPNR)",
      "Keine Nummer",
    ]);
    const number = page.getByLabel("Nummer (freiwillig)");
    await keys.tabTo(number);
    await keys.type("12345");
    await keys.press("Enter");
    await expect(number).toBeFocused();
    await expect(number).toHaveAttribute("aria-invalid", "true");
    await keys.type("6");
    await keys.press("Enter");
    await expectText(page, "Betriebsstätte „Ordination Beispielgasse“ angelegt");
    await expect(page.getByRole("list", { name: "Betriebsstätten" })).toContainText("VPNR 123456");
  });

  test("R2.4-30 R2.4-46 the licenses tab shows the seats, their holders, and the seats of each plan", async ({
    page,
    people,
  }) => {
    const organization = await people.createOrganization();
    await people.createMember(organization, "viewer", { status: "pending" });
    await people.createMember(organization, "viewer", { status: "deactivated" });
    await signIn(page, await people.createMember(organization, "org_admin"), "/organization");
    await tabs(page).getByRole("link", { name: "Lizenzen" }).press("Enter");
    await expectText(page, "2 von 10 Plätzen belegt");
    const plans = page.getByRole("table", { name: "Tarife" }).getByRole("row");
    await expect(plans).toHaveText([
      /^Tarif/,
      /^Starter\D*10$/,
      /^Basic\D*25$/,
      /^Professional\D*100$/,
      /^Enterprise\D*1\.000$/,
    ]);
    await expect(plans.filter({ hasText: "Ihr Tarif" })).toHaveText(/^Starter/);
    const deactivated = page.getByRole("listitem").filter({ hasText: "1 deaktiviert" });
    await expect(deactivated).toContainText("belegt keinen Platz");
    const pending = page.getByRole("listitem").filter({ hasText: "1 eingeladen" });
    await pending.getByRole("link", { name: "Anzeigen" }).press("Enter");
    await expect(heading(page, "Mitarbeitende")).toBeVisible();
    await expect(page).toHaveURL(/status=pending/);
  });

  test("R9-47 R9-49 a notice of few free seats appears above 80 percent, not at 80 percent", async ({
    page,
    people,
  }) => {
    const organization = await people.createOrganization({ maxUsers: 5 });
    for (let index = 0; index < 3; index += 1) await people.createMember(organization, "viewer");
    const tile = page.getByRole("region", { name: "Mitarbeitende gesamt" });
    await signIn(page, await people.createMember(organization, "org_admin"));
    await expect(tile).toContainText("4 von 5 Plätzen belegt");
    await expect(tile).not.toContainText("Fast alle Plätze sind belegt");
    await page.goto("/organization?tab=licences");
    await expectText(page, "4 von 5 Plätzen belegt");
    await expect(page.getByText("Nur noch 1 Platz ist frei.")).toHaveCount(0);
    const larger = await people.createOrganization({ maxUsers: 6 });
    for (let index = 0; index < 4; index += 1) await people.createMember(larger, "viewer");
    await page.context().clearCookies();
    await page.evaluate(() => localStorage.clear());
    await signIn(page, await people.createMember(larger, "org_admin"));
    await expect(tile).toContainText("5 von 6 Plätzen belegt");
    await expect(tile).toContainText("Fast alle Plätze sind belegt");
    await page.goto("/organization?tab=licences");
    await expectText(page, "5 von 6 Plätzen belegt");
    await expectText(page, "Nur noch 1 Platz ist frei.");
  });

  test("R2.4-31 the security tab has the score with its checks, the rules and a link to change them", async ({
    page,
    people,
    portal,
  }) => {
    const organization = await people.createOrganization();
    await signIn(page, await people.createMember(organization, "org_admin"));
    await portal.app.jobs.find(({ name }) => name === "security-check")?.run(new AbortController().signal);
    await page.goto("/organization");
    const tab = tabs(page).getByRole("link", { name: "Sicherheit" });
    await expect(tab).toBeVisible();
    await tab.press("Enter");
    await expectText(page, /von 100 Punkten/);
    await expect(page.getByText("Zwei-Faktor-Anmeldung der Verwaltung")).toBeVisible();
    await expectText(page, "10 Fehlversuchen");
    await page.getByRole("link", { name: "Regeln ändern" }).press("Enter");
    await expect(page.getByLabel("Zwei-Faktor-Anmeldung")).toBeVisible();
  });

  test("R2.4-32 the users tab lists the people of the organization and keeps its state in the URL", async ({
    page,
    people,
  }) => {
    const organization = await people.createOrganization();
    await people.createMember(organization, "viewer", { lastName: "Muster-Eins", status: "pending" });
    await people.createMember(organization, "editor", { lastName: "Muster-Zwei" });
    await signIn(page, await people.createMember(organization, "org_admin"), "/organization");
    await tabs(page).getByRole("link", { name: "Mitarbeitende" }).press("Enter");
    const table = page.getByRole("table");
    await expect(table.getByRole("row")).toHaveCount(4);
    await page
      .getByRole("navigation", { name: "Ansichten" })
      .getByRole("link", { name: /^Eingeladen/ })
      .press("Enter");
    await expect(page).toHaveURL(/tab=users&status=pending/);
    await expect(table.getByRole("row")).toHaveCount(2);
    await expect(table).toContainText("Muster-Eins");
  });

  test("R1-10 R2.4-33 R2.4-34 R2.4-35 R2.4-36 R2.4-37 R2.4-38 R2.4-39 settings have six groups and are saved by keyboard", async ({
    page,
    people,
  }) => {
    const organization = await people.createOrganization();
    await signIn(page, await people.createMember(organization, "org_admin"), "/organization");
    const keys = new KeyboardDriver(page);
    const tab = tabs(page).getByRole("link", { name: "Einstellungen" });
    await expect(tab).toBeVisible();
    await keys.activate(tab);
    const groups = page.getByRole("navigation", { name: "Gruppen von Einstellungen" }).getByRole("link");
    await expect(groups).toHaveText([
      "Allgemein",
      "Sicherheit",
      "Rechnungen",
      "Benachrichtigungen",
      "Anbindungen",
      "Erweitert",
      "Export & Sicherung",
    ]);
    const expectFields = (labels: readonly string[]) =>
      expect(page.getByRole("main").locator("form label")).toHaveText(
        labels.map((label) => new RegExp(`^${RegExp.escape(label)}`)),
      );
    const contact = ["Name", "E-Mail", "Telefon"];
    const openGroup = async (group: string) => {
      await groups.filter({ hasText: group }).press("Enter");
      await expect(page.getByRole("heading", { level: 2, name: group })).toBeVisible();
    };
    const save = async (changedField: string) => {
      await page.getByRole("button", { name: "Speichern" }).press("Enter");
      await expectText(page, `Gespeichert: ${changedField}`);
    };
    await expectFields([
      "Name der Praxis",
      "Zeitzone",
      "Sprache",
      "Währung",
      "Anschrift",
      "Telefon",
      "E-Mail",
      "E-Mail für Hilfe",
      ...contact,
      ...contact,
    ]);
    await page.getByLabel("Zeitzone").selectOption("Europe/Vienna");
    await page.getByLabel("Währung").selectOption("CHF");
    await expect(page.getByText("2 Felder geändert")).toBeVisible();
    const mark = page.locator("label", { hasText: "Zeitzone" }).locator("+ *");
    await expect(mark).toHaveText("geändert");
    const space = await mark.evaluate(
      (note) =>
        note.getBoundingClientRect().left - (note.previousElementSibling?.getBoundingClientRect().right ?? 0),
    );
    expect(space, "the mark is beside the name of its field").toBe(8);
    await save("Zeitzone, Währung");

    await openGroup("Sicherheit");
    await expectFields([
      "Zwei-Faktor-Anmeldung",
      "Abmeldung bei Inaktivität (Minuten)",
      "Maximale Sitzungsdauer (Stunden)",
      "„Angemeldet bleiben“ anbieten",
    ]);
    const idle = page.getByLabel("Abmeldung bei Inaktivität (Minuten)");
    await idle.fill("31");
    await page.getByRole("button", { name: "Speichern" }).press("Enter");
    await expect(idle).toHaveAttribute("aria-invalid", "true");
    await idle.fill("10");
    await save("Abmeldung bei Inaktivität (Minuten)");

    await openGroup("Rechnungen");
    await expectFields(["E-Mail für Rechnungen", "Steuernummer oder USt-IdNr.", "Geschäftsjahr", ...contact]);
    await page.getByLabel(/^E-Mail für Rechnungen/).fill("rechnung@example.org");
    await save("E-Mail für Rechnungen");

    await openGroup("Benachrichtigungen");
    await expectFields([
      "Eintritte und Austritte",
      "Geänderte Rollen",
      "Änderungen der Sicherheitseinstellungen",
    ]);
    const roles = page.getByLabel(/^Geänderte Rollen/);
    await expect(roles).toBeChecked();
    await roles.press("Space");
    await save("Geänderte Rollen");

    await openGroup("Anbindungen");
    await expectFields(["Anwendungen erlauben"]);
    const applications = page.getByLabel(/^Anwendungen erlauben/);
    await expect(applications).toBeChecked();
    await applications.press("Space");
    await save("Anwendungen erlauben");

    await openGroup("Erweitert");
    await expectFields(["Gültigkeit von Einladungen (Tage)", "Zugang für Externe (Tage)"]);
    const days = page.getByLabel("Gültigkeit von Einladungen (Tage)");
    await days.fill("14");
    await groups.filter({ hasText: "Allgemein" }).press("Enter");
    await expect(page.getByRole("alertdialog")).toContainText("Änderungen verwerfen?");
    await page.getByRole("button", { name: "Weiter bearbeiten" }).press("Enter");
    await expect(days).toHaveValue("14");
    await save("Gültigkeit von Einladungen (Tage)");
    // Each group shows what was saved.
    await page.reload();
    await expect(days).toHaveValue("14");
    await openGroup("Sicherheit");
    await expect(idle).toHaveValue("10");
    await openGroup("Rechnungen");
    await expect(page.getByLabel(/^E-Mail für Rechnungen/)).toHaveValue("rechnung@example.org");
    await openGroup("Benachrichtigungen");
    await expect(roles).not.toBeChecked();
    await openGroup("Anbindungen");
    await expect(applications).not.toBeChecked();
    await openGroup("Allgemein");
    await expect(page.getByLabel("Zeitzone")).toHaveValue("Europe/Vienna");
    await expect(page.getByLabel("Währung")).toHaveValue("CHF");
  });

  test("R2.1-12 read-only users see values and no forms", async ({ page, people }) => {
    const organization = await people.createOrganization();
    await signIn(
      page,
      await people.createMember(organization, "viewer"),
      "/organization?tab=settings&group=security",
    );
    await expectText(page, "Ändern kann sie nur die Praxis-Administration.");
    await expectText(page, "Freiwillig");
    await expect(page.getByRole("main").getByRole("textbox")).toHaveCount(0);
    await page.goto("/organization");
    await expect(page.getByText(organization.practiceCode)).toBeVisible();
    await expect(page.getByRole("button", { name: "Bearbeiten" })).toHaveCount(0);
    await expect(page.getByText("Praxis löschen")).toHaveCount(0);
  });

  test("R2.1-12 users who may not read the organization are redirected to the dashboard", async ({
    page,
    people,
  }) => {
    const organization = await people.createOrganization();
    await signIn(page, await people.createMember(organization, "finance"), "/organization");
    await expect(heading(page, "Übersicht")).toBeVisible();
  });

  test("R2.3-15 see R1-10 deleting requires the typed name and signs all members out", async ({
    page,
    people,
  }) => {
    const organization = await people.createOrganization();
    await signIn(page, await people.createMember(organization, "org_admin"), "/organization");
    await page.getByRole("button", { name: "Praxis löschen …" }).press("Enter");
    const confirmation = page.getByRole("alertdialog");
    await expect(confirmation).toContainText(organization.name);
    for (const loss of [
      "Alle Mitarbeitenden werden abgemeldet und können sich nicht mehr anmelden.",
      "Anwendungen verlieren ihren Zugriff.",
      "30 Tage lang kann die Plattform-Administration",
    ])
      await expect(confirmation).toContainText(loss);
    const keys = new KeyboardDriver(page);
    await keys.tabTo(page.getByLabel("Name der Praxis zur Bestätigung"));
    await keys.type("Praxis");
    await keys.press("Enter");
    await expectText(page, "Das ist nicht der Name dieser Praxis");
    await keys.press("Control+a");
    await keys.type(organization.name);
    await keys.press("Enter");
    await expect(heading(page, "Anmelden")).toBeVisible();
  });
});

test.describe("all organizations", () => {
  test("R2.1-13 the list opens for super_admin", async ({ page, people }) => {
    await signIn(page, await people.createPlatformAccount("super_admin"), "/organizations");
    await expect(heading(page, "Praxen")).toBeVisible();
    await expect(page).toHaveURL(/\/organizations$/);
  });

  for (const [role, title] of [
    ["org_admin", "R2.1-13 the list redirects an org_admin to the dashboard"],
    ["admin", "R2.1-13 the list redirects the platform's admin to the dashboard"],
  ] as const) {
    test(title, async ({ page, people }) => {
      const person =
        role === "admin"
          ? await people.createPlatformAccount(role)
          : await people.createMember(await people.createOrganization(), role);
      await signIn(page, person, "/organizations");
      await expect(heading(page, "Übersicht")).toBeVisible();
      await expect(page).toHaveURL(/\/dashboard$/);
      await expect(page.getByRole("link", { name: "Praxen" })).toHaveCount(0);
    });
  }

  test("R2.4-45 the list of organizations has pages", async ({ page, people }) => {
    const name = `Seiten ${crypto.randomUUID().slice(0, 8)}`;
    for (let index = 10; index <= 20; index += 1)
      await people.createOrganization({ name: `${name} ${index}` });
    const address = `/organizations?limit=10&search=${encodeURIComponent(name)}`;
    await signIn(page, await people.createPlatformAccount("super_admin"), address);
    const rows = page.getByRole("table").getByRole("row");
    await expect(rows).toHaveCount(11);
    await expect(rows.nth(1)).toContainText(`${name} 10`);
    await page.getByRole("button", { name: "Nächste Seite" }).press("Enter");
    await expect(rows).toHaveCount(2);
    await expect(rows.nth(1)).toContainText(`${name} 20`);
    await page.getByRole("button", { name: "Vorherige Seite" }).press("Enter");
    await expect(rows).toHaveCount(11);
  });

  test("R2.4-45 R4-92 see R1-19 R1-20 the operator finds, suspends, reactivates, archives and restores by keyboard", async ({
    page,
    people,
  }) => {
    const organization = await people.createOrganization();
    await people.createOrganization({ name: `${organization.name} Nord` });
    // The search does not find this one.
    await people.createOrganization();
    await signIn(page, await people.createPlatformAccount("super_admin"));
    const keys = new KeyboardDriver(page);
    await keys.openPage("Praxen");
    await expect(heading(page, "Praxen")).toBeVisible();
    await keys.tabTo(page.getByRole("searchbox", { name: "Praxis suchen" }));
    await keys.type(organization.name);
    const rows = page.getByRole("table").getByRole("row");
    await expect(rows).toHaveCount(3);
    await page.getByRole("button", { name: /^Name/ }).press("Enter");
    await expect(page).toHaveURL(/sortBy=name&sortOrder=desc/);
    await expect(rows.nth(1)).toContainText("Nord");

    const row = page.getByRole("row").filter({ hasNotText: "Nord" }).filter({ hasText: organization.name });
    const changeState = async (entry: string, confirm: string) => {
      await row.getByRole("button", { name: /^Aktionen für/ }).press("Enter");
      const item = page.getByRole("menuitem", { name: entry });
      await expect(item).toBeVisible();
      await item.press("Enter");
      const confirmation = page.getByRole("alertdialog");
      await expect(confirmation).toBeVisible();
      if (entry === "Aussetzen …") await confirmation.getByLabel("Grund").fill("Rechnung offen");
      if (entry === "Löschen …") await confirmation.getByLabel(/Bestätigung/).fill(organization.name);
      await confirmation.getByRole("button", { name: confirm, exact: true }).press("Enter");
      await expect(confirmation).toHaveCount(0);
    };
    await changeState("Aussetzen …", "Aussetzen");
    await expect(row).toContainText("Ausgesetzt");
    await changeState("Wieder freigeben …", "Freigeben");
    await expect(row).toContainText("Aktiv");
    await changeState("Archivieren …", "Archivieren");
    await expect(row).toContainText("Archiviert");
    await changeState("Aus dem Archiv holen …", "Aus dem Archiv holen");
    await expect(row).toContainText("Aktiv");
    await changeState("Löschen …", "Praxis löschen");
    await expect(rows).toHaveCount(2);
    await page.getByRole("link", { name: "Gelöscht" }).press("Enter");
    await expect(row).toContainText("wiederherstellbar bis");
    await changeState("Wiederherstellen …", "Wiederherstellen");
    await expectText(page, "Keine Praxis gefunden");
  });

  test("an organization that cannot be selected is not opened @soak", async ({ page, people }) => {
    const organization = await people.createOrganization();
    const list = `/organizations?search=${encodeURIComponent(organization.name)}`;
    await signIn(page, await people.createPlatformAccount("super_admin"), list);
    const row = page.getByRole("row").filter({ hasText: organization.name });
    await expect(row).toBeVisible();
    await page.route("**/api/v1/users/me", (route) => route.abort("connectionfailed"));
    await row.getByRole("button", { name: organization.name, exact: true }).click();
    await expectText(page, "Die Praxis wurde nicht gewechselt");
    // The old page stays visible while another page loads, but the URL would have changed already.
    expect(new URL(page.url()).pathname).toBe("/organizations");
    await expect(heading(page, "Praxen")).toBeVisible();
  });

  test("R0-17 R0-18 R2.3-14 the organizations pass the list kit's tests and are rendered once", async ({
    page,
    people,
  }) => {
    const { name } = await people.createOrganization();
    for (let number = 11; number <= 21; number += 1)
      await people.createOrganization({
        name: `${name} ${number}`,
        status: number > 18 ? "trial" : "active",
      });
    await signIn(page, await people.createPlatformAccount("super_admin"));
    const list: ListUnderTest = {
      path: `/organizations?search=${name}`,
      title: "Praxen",
      label: "Liste der Praxen",
      failure: {
        calls: /\/api\/v1\/organizations(?:\?|$)/,
        title: "Die Praxen konnten nicht geladen werden",
      },
      total: 12,
      search: { label: "Praxis suchen", text: `${name} 21`, rows: 1 },
      filter: { view: "Testphase", param: "status=trial", rows: 3 },
      sort: { column: "Angelegt", field: "createdAt", first: name, last: `${name} 21` },
      column: "Status",
      exportedAs: "organizations.csv",
    };
    await checkList(page, list);
    await checkOneRendering(page, list);
    await page.goto(list.path);
    const lines = await exportedLines(page, "organizations.csv");
    expect(lines[0]).toContain("Name;Art;Status;Mitarbeitende;Angelegt");
    expect(lines.at(-1)).toContain(`${name} 21`);
  });

  test("see R2.4-45 the operator creates an organization, hands over its code and temporary password, and works in it", async ({
    page,
    people,
    browser,
    portal,
  }) => {
    await signIn(page, await people.createPlatformAccount("super_admin"), "/organizations");
    const keys = new KeyboardDriver(page);
    await keys.activate(page.getByRole("button", { name: "Praxis anlegen" }));
    await expect(page.getByLabel("Name der Praxis")).toBeFocused();
    await keys.type("Ordination Beispielgasse");
    await page.getByLabel("Land").selectOption("AT");
    await expectText(page, "beginnt mit einer Testphase von 30 Tagen, in der nichts berechnet wird");
    await page.getByRole("radio", { name: "Ohne E-Mail, mit Startpasswort" }).check();
    await page.getByLabel("Vorname").fill("Jörg");
    await page.getByLabel("Nachname").fill("Muster-Öhler");
    await expect(page.getByLabel("Benutzername")).toHaveValue("joerg_muster_oehler");
    await page.getByLabel("Benutzername").fill("erste_leitung");
    // A username that the operator has entered is kept.
    await page.getByLabel("Nachname").fill("Muster");
    await expect(page.getByLabel("Benutzername")).toHaveValue("erste_leitung");
    await keys.press("Enter");
    await expectText(page, "„Ordination Beispielgasse“ ist angelegt");
    const detail = (name: string) =>
      page.getByRole("dialog").locator("dt", { hasText: name }).locator("xpath=../dd");
    const code = await detail("Praxiscode").innerText();
    const secret = await detail("Startpasswort").innerText();
    const trialEnd = new Intl.DateTimeFormat("de-DE", {
      timeZone: "Europe/Berlin",
      day: "2-digit",
      month: "2-digit",
      year: "numeric",
    }).format(new Date(Date.now() + 30 * 86_400_000));
    await expectText(page, `Die Testphase läuft bis ${trialEnd}.`);
    // The printed sheet is sufficient on a browser that does not know the organization.
    const sheet = page.locator("[data-print-sheet]");
    const address = `${portal.url}/login`;
    for (const text of [
      "Zugangszettel für „Ordination Beispielgasse“",
      `Adresse des Portals${address}`,
      `Praxiscode${code}`,
      "Benutzernameerste_leitung",
      `Startpasswort${secret}`,
      "Startpasswort giltbis zur ersten Anmeldung",
      `Testphase bis${trialEnd}`,
      `Öffnen Sie ${address} im Browser.`,
      "geben Sie den Praxiscode ein",
      "Wählen Sie Ihr eigenes Passwort.",
      `Wählen Sie bis ${trialEnd}`,
    ])
      await expect(sheet).toContainText(text);
    await keys.press("Escape");
    await expect(page.getByRole("dialog")).toBeVisible();
    await page.getByLabel("Ich habe die Angaben übernommen").press("Space");
    await page.getByRole("button", { name: "In dieser Praxis arbeiten" }).press("Enter");
    await expect(heading(page, "Ordinationsprofil")).toBeVisible();
    await expect(page.getByRole("main").getByText(code, { exact: true })).toBeVisible();

    const otherContext = await browser.newContext({ baseURL: portal.url, locale: "de-DE" });
    const login = await otherContext.request.post("/api/v1/auth/practice-code", { data: { code } });
    const { organizationId } = (await login.json()) as { organizationId: string };
    const loginResponse = await otherContext.request.post("/api/v1/auth/login", {
      data: { username: "erste_leitung", password: secret, organizationId },
    });
    expect(loginResponse.status()).toBe(200);
    await otherContext.close();
  });
});

test("the details list the missing values, and a value that is filled in disappears from the list @soak", async ({
  page,
  people,
}) => {
  const organization = await people.createOrganization();
  await signIn(page, await people.createMember(organization, "org_admin"), "/organization");
  const section = page.getByRole("region", { name: "Anschrift und Kontakt" });
  const missingDetails = section.getByText(/^Ohne Angabe: /);
  await expect(missingDetails).toContainText("Anschrift, ");
  await expect(section.getByRole("term").filter({ hasText: "Anschrift" })).toHaveCount(0);
  await page.getByRole("button", { name: "Bearbeiten" }).click();
  await page.getByLabel(/^Anschrift/).fill("Musterweg 1");
  await page.getByRole("button", { name: "Speichern" }).click();
  await expect(section.getByRole("term").filter({ hasText: "Anschrift" })).toBeVisible();
  await expect(section.getByRole("definition").filter({ hasText: "Musterweg 1" })).toBeVisible();
  await expect(missingDetails).not.toContainText("Anschrift");
});
