import type { Page } from "@playwright/test";
import { openAddPerson } from "../support/add-person.ts";
import { KeyboardDriver } from "../support/keyboard-driver.ts";
import { axeFaults } from "../support/faults/page-faults.ts";
import { expect, heading, signIn, test } from "../support/test.ts";

/** Names of permissions as the server spells them. */
const code =
  /\b(?:users|organizations?|billing|security|audit|settings|api|reports|analytics|integrations|notifications|ai|usage|data):(?:\*|[a-z]+)/;

async function expectAccessible(page: Page): Promise<void> {
  expect(await axeFaults(page)).toEqual([]);
}

async function openRoleDialog(page: Page, personId: string, keys: KeyboardDriver) {
  await page.goto(`/users/${personId}`);
  await keys.activate(page.getByRole("button", { name: "Weitere Aktionen" }));
  await expect(page.getByRole("menuitem", { name: "Rolle ändern" })).toBeVisible();
  await page.keyboard.type("Rolle");
  await keys.press("Enter");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("radiogroup", { name: "Neue Rolle" })).toBeVisible();
  return dialog;
}

test("R0-257 R0-258 R0-259 a role is changed by keyboard; roles with rights are offered, with the rights gained and lost", async ({
  page,
  people,
}) => {
  const organization = await people.createOrganization();
  const person = await people.createMember(organization, "editor", {
    firstName: "Lena",
    lastName: "Beispielmann",
  });
  await signIn(page, await people.createMember(organization, "org_admin"));
  const keys = new KeyboardDriver(page);
  const dialog = await openRoleDialog(page, person.id, keys);
  const roles = dialog.getByRole("radiogroup", { name: "Neue Rolle" });
  await expect(roles.getByRole("radio")).toHaveCount(3);
  for (const role of ["Praxismanagement", "Mitarbeit mit Schreibrecht", "Nur lesen"]) {
    await expect(roles.getByRole("radio", { name: new RegExp(`^${role}`) })).toBeVisible();
  }
  const management = roles.getByRole("radio", { name: /^Praxismanagement/ });
  await expect(roles).toContainText(
    "Darf Mitarbeitende verwalten, Konten entsperren, Arbeitsplätze freigeben und die Angaben der Praxis sehen.",
  );
  await expect(roles).toContainText(
    "Darf das Verzeichnis der Mitarbeitenden sehen, die Angaben der Praxis sehen und Daten in angebundenen Programmen ändern.",
  );
  await expect(roles).toContainText(
    "Darf das Verzeichnis der Mitarbeitenden sehen und die Angaben der Praxis sehen.",
  );
  const areasWithoutAccess =
    "Protokoll, Kosten & Rechnungen, Verbrauch, KI-Assistent und KI-Verbrauch & Vorgaben";
  await expect(roles.getByText(`Kein Zugriff: ${areasWithoutAccess}`, { exact: true })).toHaveCount(1);
  await expect(
    roles.getByText(`Kein Zugriff: Sicherheit, Arbeitsplätze, ${areasWithoutAccess}`, { exact: true }),
  ).toHaveCount(2);
  await expect(dialog).toContainText("Sieht weder Kosten noch Rechnungen.");
  const gained = dialog.getByRole("region", { name: "Kommt dazu" });
  const lostRights = dialog.getByRole("region", { name: "Fällt weg" });
  await expect(gained).toContainText("Nichts kommt dazu.");
  await expect(lostRights).toContainText("Nichts fällt weg.");
  // Without a change, the button is disabled.
  await expect(dialog.getByRole("button", { name: "Rolle ändern" })).toBeDisabled();
  await expect(
    roles.getByRole("radio").and(roles.getByLabel(/^Mitarbeit mit Schreibrecht bisher/)),
  ).toBeChecked();
  await keys.tabTo(roles.getByRole("radio", { name: /^Mitarbeit mit Schreibrecht/ }));
  await keys.press("ArrowUp");
  await expect(management).toBeChecked();
  await expect(gained.getByRole("listitem")).toHaveCount(3);
  await expect(gained).toContainText("Mitarbeitende: Legt Mitarbeitende an");
  await expect(gained).toContainText("Sicherheit: Entsperrt und blockiert Konten");
  await expect(gained).toContainText("Arbeitsplätze: ");
  await expect(lostRights.getByRole("listitem")).toHaveText([
    "Daten: Ändert Daten in angebundenen Programmen.",
  ]);
  await expect(dialog).toContainText("3 Bereiche kommen dazu, 1 fällt weg");
  await expectAccessible(page);
  await keys.activate(dialog.getByRole("button", { name: "Rolle ändern" }));
  await expect(page.getByText("Lena Beispielmann hat jetzt die Rolle Praxismanagement")).toBeVisible();
});

test("R0-259 a person gets the same rights as a colleague, as far as the administrator may grant them", async ({
  page,
  people,
}) => {
  const organization = await people.createOrganization();
  const person = await people.createMember(organization, "viewer", {
    firstName: "Lena",
    lastName: "Beispielmann",
  });
  await people.createMember(organization, "editor", {
    firstName: "Jonas",
    lastName: "Demo-Huber",
    permissions: ["billing:read", "audit:read"],
  });
  await signIn(page, await people.createMember(organization, "org_admin", { permissions: ["billing:read"] }));
  const dialog = await openRoleDialog(page, person.id, new KeyboardDriver(page));
  await expect(dialog.getByRole("combobox", { name: "Gleiche Rechte wie …" })).toBeInViewport();
  await dialog
    .getByRole("combobox", { name: "Gleiche Rechte wie …" })
    .selectOption({ label: "Demo-Huber, Jonas" });
  await expect(dialog.getByRole("radio", { name: /^Mitarbeit mit Schreibrecht/ })).toBeChecked();
  await expect(dialog).toContainText(
    "Lena Beispielmann bekommt die Rolle von Jonas Demo-Huber, aber nicht dieselben",
  );
  const gained = dialog.getByRole("region", { name: "Kommt dazu" });
  await expect(gained).toContainText("Kosten & Rechnungen: Sieht Kosten und Rechnungen.");
  await expect(gained).not.toContainText("Protokoll");
  await dialog.getByRole("button", { name: "Rolle ändern" }).click();
  await expect(
    page.getByText("Lena Beispielmann hat jetzt die Rolle Mitarbeit mit Schreibrecht"),
  ).toBeVisible();

  // The form for a new person offers the same.
  await page.goto("/users");
  await openAddPerson(page);
  const sameAs = dialog.getByRole("combobox", { name: "Gleiche Rechte wie …" });
  await sameAs.selectOption({ label: "Demo-Huber, Jonas" });
  await expect(dialog).toContainText("Die neue Person bekommt die Rolle von Jonas Demo-Huber, aber nicht");
  const role = dialog.getByLabel("Rolle", { exact: true });
  await expect(role).toHaveValue("editor");
  await role.selectOption({ label: "Nur lesen" });
  await expect(sameAs).toHaveValue("");
});

test("R0-260 the rights editor offers one level per area and saves the selected levels", async ({
  page,
  people,
}) => {
  const organization = await people.createOrganization();
  const person = await people.createMember(organization, "viewer", {
    firstName: "Lena",
    lastName: "Beispielmann",
  });
  const owner = await people.createMember(organization, "org_admin", {
    permissions: ["billing:read", "billing:write"],
  });
  await signIn(page, owner, `/users/${person.id}/permissions`);
  const levels = {
    Mitarbeitende: "sehen",
    Sicherheit: "kein Zugriff",
    Arbeitsplätze: "kein Zugriff",
    Praxis: "sehen",
    Protokoll: "kein Zugriff",
    "Kosten & Rechnungen": "kein Zugriff",
    Verbrauch: "kein Zugriff",
    "KI-Assistent": "kein Zugriff",
    "KI-Verbrauch & Vorgaben": "kein Zugriff",
    Daten: "kein Zugriff",
    Einstellungen: "kein Zugriff",
    Schnittstellen: "kein Zugriff",
    Anbindungen: "kein Zugriff",
    Berichte: "kein Zugriff",
    Auswertungen: "kein Zugriff",
    Benachrichtigungen: "kein Zugriff",
  };
  for (const [area, level] of Object.entries(levels)) {
    const section = page
      .locator("section")
      .filter({ has: page.getByRole("heading", { level: 3, name: area, exact: true }) })
      .last();
    const choice = section.getByRole("radio", { checked: true });
    await expect(section).toBeVisible();
    // A level that cannot be changed here is shown as text.
    if ((await choice.count()) > 0) await expect(choice, area).toHaveAccessibleName(level);
    else await expect(section, area).toContainText(level);
  }
  const level = page.getByRole("radiogroup", { name: "Kosten & Rechnungen" });
  await expect(level.getByRole("radio")).toHaveCount(3);
  await expect(level.getByRole("radio", { name: "kein Zugriff" })).toBeChecked();
  const keys = new KeyboardDriver(page);
  await keys.tabTo(level.getByRole("radio", { name: "kein Zugriff" }));
  await keys.press("ArrowRight");
  await expect(level.getByRole("radio", { name: "sehen" })).toBeChecked();
  await keys.press("ArrowRight");
  await expect(page.getByRole("region", { name: "Kommt dazu" })).toContainText("ändert Tarif, Kontingent");
  await expectAccessible(page);
  await keys.activate(page.getByRole("button", { name: "Berechtigungen speichern" }), "Shift+Tab");
  await expect(page.getByText("Änderungen an Lena Beispielmann gespeichert")).toBeVisible();
  await page.reload();
  await expect(level.getByRole("radio", { name: "ändern" })).toBeChecked();
});

test("R0-261 permission codes are shown only under Technisch", async ({ page, people }) => {
  const organization = await people.createOrganization();
  const person = await people.createMember(organization, "editor", {
    firstName: "Lena",
    lastName: "Beispielmann",
    permissions: ["billing:read"],
  });
  const owner = await people.createMember(organization, "org_admin", {
    permissions: ["billing:read", "ai:manage"],
  });
  await signIn(page, owner, `/users/${person.id}?tab=rights`);
  const screens: readonly [string, () => Promise<unknown>][] = [
    [
      `/users/${person.id}?tab=rights`,
      () => expect(page.getByText("Nutzt den KI-Assistenten nicht.")).toBeVisible(),
    ],
    [`/users/${person.id}/permissions`, () => expect(page.getByRole("radiogroup").first()).toBeVisible()],
    [
      `/users?person=${person.id}`,
      () => expect(page.getByRole("dialog")).toContainText("Sieht Kosten und Rechnungen."),
    ],
    ["/users?create=person", () => expect(page.getByRole("dialog")).toBeVisible()],
    ["/users?create=onboarding", () => expect(page.getByRole("dialog")).toBeVisible()],
    [
      "/reviews",
      async () => {
        await page.getByRole("button", { name: "Überprüfung beginnen" }).click();
        await expect(page.getByRole("main")).toContainText("Beispielmann");
      },
    ],
    ["/profile?tab=security", () => expect(page.getByRole("heading", { level: 1 })).toBeVisible()],
    ["/organization", () => expect(page.getByRole("heading", { level: 1 })).toBeVisible()],
    ["/ai-usage", () => expect(page.getByRole("heading", { level: 1 })).toBeVisible()],
  ];
  for (const [path, waitForScreen] of screens) {
    await page.goto(path);
    await waitForScreen();
    expect([path, code.exec(await page.locator("body").innerText())?.[0]]).toEqual([path, undefined]);
    if (!path.includes(person.id)) continue;
    await page.getByText("Technisch", { exact: true }).click();
    await expect(page.getByText("billing:read").filter({ visible: true }).first()).toBeVisible();
  }
  const keys = new KeyboardDriver(page);
  const dialog = await openRoleDialog(page, person.id, keys);
  expect(code.exec(await page.locator("body").innerText())).toBeNull();
  await keys.activate(dialog.getByText("Technisch", { exact: true }));
  await expect(dialog.getByRole("listitem").filter({ hasText: "billing:read" })).toBeVisible();
});

test("R0-263 without administration rights the people page is a directory of name, initials, department and extension", async ({
  page,
  people,
}) => {
  const organization = await people.createOrganization();
  const lena = await people.createMember(organization, "editor", {
    firstName: "Lena",
    lastName: "Beispielmann",
    department: "Labor",
    initials: "LEB",
    extension: "24",
  });
  await people.createMember(organization, "viewer", { firstName: "Mira", lastName: "Beispiel-Ahorn" });
  await signIn(page, await people.createMember(organization, "viewer", { lastName: "Zuletzt" }), "/users");
  await expect(heading(page, "Mitarbeitende")).toBeVisible();
  const table = page.getByRole("table", { name: "Verzeichnis" });
  await expect(table.getByRole("columnheader")).toHaveText(["Name", "Kürzel", "Abteilung", "Durchwahl"]);
  const row = table.getByRole("row", { name: /Beispielmann, Lena/ });
  await expect(row.getByRole("rowheader")).toHaveText("Beispielmann, Lena");
  await expect(row.getByRole("cell")).toHaveText(["LEB", "Labor", "24"]);
  for (const name of ["Exportieren", "Person hinzufügen", "Rolle", "Sicherheitshinweis"]) {
    await expect(page.getByRole("button", { name, exact: true })).toHaveCount(0);
  }
  await expectAccessible(page);
  const keys = new KeyboardDriver(page);
  await keys.tabTo(page.getByRole("searchbox", { name: "Im Verzeichnis suchen" }));
  await page.keyboard.type("24");
  await expect(table.getByRole("row")).toHaveCount(2);
  await expect(table).toContainText("Beispielmann, Lena");
  // A copied URL and the command search do not open other pages.
  await page.goto(`/users/${lena.id}`);
  await expect(page).toHaveURL(/\/users$/);
  await page.goto(`/users?person=${lena.id}`);
  await expect(table).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
});
