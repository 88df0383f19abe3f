import type { PeopleFactory, Person, Organization } from "../support/people.ts";
import { expect, heading, signIn, test } from "../support/test.ts";

const day = 86_400_000;
const listCall = /\/organizations\/[^/]+\/users(\?|$)/;

/** Creates an organization with one member in each state, and its administrator. */
async function createStaff(people: PeopleFactory): Promise<{ organization: Organization; admin: Person }> {
  const organization = await people.createOrganization({ maxUsers: 30 });
  const admin = await people.createMember(organization, "org_admin", {
    firstName: "Ada",
    lastName: "Demo-Leitung",
  });
  await people.createMember(organization, "viewer", {
    firstName: "Lia",
    lastName: "Muster-Aktiv",
    department: "Empfang",
  });
  await people.createMember(organization, "editor", {
    firstName: "Bo",
    lastName: "Beispiel-Neu",
    status: "pending",
  });
  await people.createMember(organization, "viewer", {
    firstName: "Cem",
    lastName: "Probe-Zu",
    department: "Labor",
    lockedUntil: new Date(Date.now() + day),
  });
  await people.createMember(organization, "viewer", {
    firstName: "Dea",
    lastName: "Demo-Block",
    blockedAt: new Date(),
  });
  await people.createMember(organization, "viewer", {
    firstName: "Edo",
    lastName: "Muster-Weg",
    status: "deactivated",
  });
  return { organization, admin };
}

test("R2.4-15 R3-14 R4-92 see R4-89 the list shows the people with their states", async ({
  page,
  people,
}) => {
  const { admin } = await createStaff(people);
  await signIn(page, admin, "/users");
  await expect(heading(page, "Mitarbeitende")).toBeVisible();
  const row = (name: string) => page.getByRole("row", { name });
  await expect(row("Muster-Aktiv, Lia")).toContainText("Aktiv");
  await expect(row("Beispiel-Neu, Bo")).toContainText("Eingeladen");
  await expect(row("Probe-Zu, Cem")).toContainText("Gesperrt");
  await expect(row("Demo-Block, Dea")).toContainText("Blockiert");
  await expect(row("Muster-Weg, Edo")).toContainText("Deaktiviert");
  await expect(row("Muster-Aktiv, Lia")).toContainText("Noch nie");
  await expect(row("Demo-Leitung, Ada")).toContainText(/Heute, \d\d:\d\d/);
  // The preview and the page of the person show the same.
  const lastLogin = page.getByRole("term").filter({ hasText: "Letzte Anmeldung" });
  for (const [name, title, text] of [
    ["Muster-Aktiv, Lia", "Lia Muster-Aktiv", "Noch nie"],
    ["Demo-Leitung, Ada", "Ada Demo-Leitung", /^Heute, \d\d:\d\d$/],
  ] as const) {
    await page.getByRole("link", { name }).click();
    await expect(page.getByRole("dialog", { name: title })).toBeVisible();
    await expect(lastLogin.locator("+ dd")).toHaveText(text);
    await page.getByRole("dialog").getByRole("link", { name: "Profil öffnen" }).click();
    await expect(heading(page, title)).toBeVisible();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(lastLogin.locator("+ dd")).toHaveText(text);
    await page
      .getByRole("navigation", { name: "Hauptnavigation" })
      .getByRole("link", { name: "Mitarbeitende" })
      .click();
  }
});

test("see R2.3-14 the views filter the list, show counts, and are kept in the URL", async ({
  page,
  people,
}) => {
  const { admin } = await createStaff(people);
  await signIn(page, admin, "/users");
  const views = page.getByRole("navigation", { name: "Ansichten" });
  await expect(views.getByRole("link")).toHaveText([
    /^Alle\s*6$/,
    /^Aktiv/,
    /^Eingeladen\s*1$/,
    /^Gesperrt \(Fehlversuche\)\s*1$/,
    /^Blockiert \(Verwaltung\)\s*1$/,
    /^Deaktiviert\s*1$/,
  ]);
  for (const [view, status, name] of [
    ["Eingeladen", "pending", "Beispiel-Neu, Bo"],
    ["Gesperrt", "locked", "Probe-Zu, Cem"],
    ["Blockiert", "blocked", "Demo-Block, Dea"],
    ["Deaktiviert", "deactivated", "Muster-Weg, Edo"],
  ] as const) {
    await views.getByRole("link", { name: view }).click();
    await expect(page).toHaveURL(new RegExp(`status=${status}`));
    await expect(page.getByRole("rowheader")).toHaveCount(1);
    await expect(page.getByRole("rowheader")).toContainText(name);
  }
  await page.goBack();
  await expect(page.getByRole("rowheader")).toContainText("Demo-Block, Dea");
});

test("R2.3-14 search, filters and sort order are kept in the URL and survive a reload", async ({
  page,
  people,
}) => {
  const { admin } = await createStaff(people);
  await signIn(page, admin, "/users");
  await page.getByRole("searchbox", { name: "Mitarbeitende suchen" }).fill("probe-z");
  await expect(page).toHaveURL(/search=probe-z/);
  await expect(page.getByRole("rowheader")).toHaveCount(1);
  await page.reload();
  await expect(page.getByRole("searchbox", { name: "Mitarbeitende suchen" })).toHaveValue("probe-z");
  await page.getByRole("searchbox", { name: "Mitarbeitende suchen" }).fill("");
  await expect(page.getByRole("rowheader")).toHaveCount(6);

  await page.getByRole("button", { name: "Abteilung", exact: true }).first().click();
  await page.getByRole("radio", { name: /Empfang/ }).check();
  await expect(page).toHaveURL(/department=Empfang/);
  await expect(page.getByRole("rowheader")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Filter Abteilung entfernen" }).click();
  await expect(page.getByRole("rowheader")).toHaveCount(6);

  await page.getByRole("columnheader", { name: "Name" }).getByRole("button").click();
  await expect(page).toHaveURL(/sortOrder=desc/);
  await expect(page.getByRole("columnheader", { name: "Name" })).toHaveAttribute("aria-sort", "descending");
  await expect(page.getByRole("rowheader").first()).toContainText("Probe-Zu, Cem");

  // A change keeps the other parameters of the URL.
  await page.getByRole("searchbox", { name: "Mitarbeitende suchen" }).fill("probe");
  await expect(page).toHaveURL(/search=probe/);
  await expect(page).toHaveURL(/sortOrder=desc/);
  await page.reload();
  await expect(page.getByRole("searchbox", { name: "Mitarbeitende suchen" })).toHaveValue("probe");
  await expect(page.getByRole("columnheader", { name: "Name" })).toHaveAttribute("aria-sort", "descending");
});

test("the date range filters by creation date, both days included @soak", async ({ page, people }) => {
  const organization = await people.createOrganization();
  const admin = await people.createMember(organization, "org_admin");
  await people.createMember(organization, "viewer", {
    lastName: "Muster-Alt",
    createdAt: new Date("2025-03-10T12:00:00Z"),
  });
  await signIn(page, admin, "/users");
  await page.getByRole("button", { name: "Angelegt", exact: true }).first().click();
  await page.getByLabel("Von", { exact: true }).fill("2025-03-10");
  await page.getByLabel("Bis", { exact: true }).fill("2025-03-10");
  await page.getByRole("button", { name: "Anwenden" }).click();
  await expect(page).toHaveURL(/dateRange=2025-03-10..2025-03-10/);
  await expect(page.getByRole("rowheader")).toHaveCount(1);
  await expect(page.getByRole("rowheader")).toContainText("Muster-Alt");
});

test("R2.3-14 R9-27 the list has 20 people per page, shows the range and keeps the page in the URL", async ({
  page,
  people,
}) => {
  const organization = await people.createOrganization({ maxUsers: 60 });
  const admin = await people.createMember(organization, "org_admin", { lastName: "Aaa" });
  for (let index = 0; index < 22; index += 1)
    await people.createMember(organization, "viewer", { lastName: "Muster" });
  await signIn(page, admin, "/users");
  await expect(page.getByRole("rowheader")).toHaveCount(20);
  await expect(page.getByText("1–20 von 23")).toBeVisible();
  await page.getByRole("button", { name: "Nächste Seite" }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(page.getByRole("rowheader")).toHaveCount(3);
  await expect(page.getByText("21–23 von 23")).toBeVisible();
  await page.getByLabel("Pro Seite").selectOption("50");
  await expect(page.getByRole("rowheader")).toHaveCount(23);
  await expect(page).not.toHaveURL(/page=2/);
});

test("R2.3-14 an empty result, after its loading, shows a message and a way to clear the filters", async ({
  page,
  people,
}) => {
  const { admin } = await createStaff(people);
  // While the rows load, placeholders are shown, and no message says that nothing was found.
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(listCall, async (route) => {
    await released;
    await route.continue();
  });
  await signIn(page, admin, "/users?search=gibtesnicht");
  const placeholders = page
    .getByRole("table", { name: "Liste der Mitarbeitenden" })
    .locator(".motion-skeleton");
  await expect(placeholders.first()).toBeVisible();
  await expect(page.getByText("Niemand gefunden")).toHaveCount(0);
  release();
  await expect(page.getByText("Niemand gefunden").first()).toBeVisible();
  await expect(placeholders).toHaveCount(0);
  await page.getByRole("button", { name: "Filter zurücksetzen" }).first().click();
  await expect(page.getByRole("rowheader")).toHaveCount(6);
});

test("a URL with an invalid filter shows the list and names the ignored parameters", async ({
  page,
  people,
}) => {
  const { admin } = await createStaff(people);
  await signIn(page, admin, "/users?status=eingefroren&dateRange=gestern&sortBy=passwort");
  await expect(page.getByText("Ein Teil der Adresse ist ungültig und wurde nicht angewendet.")).toBeVisible();
  await expect(page.getByText("Die Angabe „Angelegt“ in der Adresse ist ungültig")).toBeVisible();
  await expect(page.getByText("Die Angabe „Sortierung“ in der Adresse ist ungültig")).toBeVisible();
  await expect(page.getByRole("rowheader")).toHaveCount(6);
});

test("R2.3-14 R8-62 a failed load shows an error in place of the rows, and retrying loads them", async ({
  page,
  people,
}) => {
  const { admin } = await createStaff(people);
  await page.route(listCall, (route) =>
    route.fulfill({
      status: 500,
      contentType: "application/problem+json",
      body: JSON.stringify({
        type: "about:blank",
        title: "Interner Serverfehler",
        status: 500,
        detail: "",
        instance: "/",
        code: "INTERNAL_ERROR",
        message: "Das hat nicht geklappt",
        requestId: "anfrage-4711",
      }),
    }),
  );
  await signIn(page, admin, "/users");
  const box = page
    .getByRole("alert")
    .filter({ hasText: "Mitarbeitende konnten nicht geladen werden" })
    .first();
  await expect(box).toBeVisible({ timeout: 20_000 });
  await expect(box).toContainText("anfrage-4711");
  await page.unroute(listCall);
  await box.getByRole("button", { name: "Erneut versuchen" }).click();
  await expect(page.getByRole("rowheader")).toHaveCount(6);
});

test("R8-62 the text of a failed load is in the selected language, Error loading users in English", async ({
  page,
  people,
}) => {
  const { admin } = await createStaff(people);
  await signIn(page, admin, "/dashboard");
  await page.route(listCall, (route) => route.fulfill({ status: 500, body: "" }));
  for (const [language, text] of Object.entries({
    de: "Mitarbeitende konnten nicht geladen werden",
    en: "Error loading users",
    fr: "Erreur lors du chargement des utilisateurs",
    it: "Errore durante il caricamento degli utenti",
  })) {
    await page.evaluate((chosen) => localStorage.setItem("locale", chosen), language);
    await page.goto("/users");
    await expect(page.getByText(text).first()).toBeVisible({ timeout: 20_000 });
  }
});

test("the preview opens from the name, steps with the arrow keys and closes with Escape", async ({
  page,
  people,
}) => {
  const { admin } = await createStaff(people);
  await signIn(page, admin, "/users");
  await page.getByRole("link", { name: "Beispiel-Neu, Bo" }).click();
  const drawer = page.getByRole("dialog", { name: "Bo Beispiel-Neu" });
  await expect(drawer).toContainText("Mitarbeit mit Schreibrecht");
  await expect(drawer).toContainText("Eingeladen");
  await expect(page).toHaveURL(/person=/);
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("dialog", { name: "Dea Demo-Block" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page).not.toHaveURL(/person=/);
});

test("the column selection survives a reload @soak", async ({ page, people }) => {
  const { admin } = await createStaff(people);
  await signIn(page, admin, "/users");
  await page.getByRole("button", { name: "Spalten" }).click();
  await page.getByRole("checkbox", { name: "Benutzername" }).check();
  await page.getByRole("checkbox", { name: "Zweiter Faktor" }).uncheck();
  await expect(page.getByRole("columnheader", { name: "Benutzername" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("columnheader", { name: "Benutzername" })).toBeVisible();
  await expect(page.getByRole("columnheader", { name: "Zweiter Faktor" })).toHaveCount(0);
});

test("see R1-01 members of another organization are never shown", async ({ page, people }) => {
  const otherOrganization = await people.createOrganization();
  await people.createMember(otherOrganization, "viewer", { lastName: "Fremd-Person" });
  const { admin } = await createStaff(people);
  await signIn(page, admin, "/users?search=Fremd-Person");
  await expect(page.getByText("Niemand gefunden").first()).toBeVisible();
});

test("see R2.3-16 below 768 px the list is shown as cards near the top, and the filters in a sheet", async ({
  page,
  people,
}) => {
  const { admin } = await createStaff(people);
  await page.setViewportSize({ width: 375, height: 812 });
  await signIn(page, admin, "/users");
  const cards = page.getByRole("list", { name: "Liste der Mitarbeitenden" });
  await expect(cards.getByRole("listitem")).toHaveCount(6);
  await expect(page.getByRole("table")).toBeHidden();
  const first = await cards.getByRole("listitem").first().boundingBox();
  expect(first?.y).toBeLessThanOrEqual(264);
  expect(first?.height).toBeLessThanOrEqual(180);
  // Self-explanatory values have no visible label; screen readers still announce it.
  await expect(cards.getByRole("listitem").first().getByText("Rolle", { exact: true })).toHaveCount(1);
  const views = page.getByRole("navigation", { name: "Ansichten" });
  await expect(views.getByRole("link").first()).toHaveText("Alle 6");
  // The row of views fades out at an edge where it continues.
  const fades = () =>
    views.evaluate((row) =>
      ["--fade-left", "--fade-right"].map((side) => getComputedStyle(row).getPropertyValue(side) !== "0px"),
    );
  await expect.poll(fades).toEqual([false, true]);
  // An arrow beside the row shows the same, because the edge may be between two views.
  const arrows = () =>
    views.evaluate(({ parentElement }) =>
      ["::before", "::after"].map((side) => Number(getComputedStyle(parentElement as Element, side).opacity)),
    );
  await expect.poll(arrows).toEqual([0, 1]);
  expect(await views.evaluate((row) => getComputedStyle(row).maskImage)).toContain("linear-gradient");
  await views.getByRole("link", { name: /^Deaktiviert/ }).scrollIntoViewIfNeeded();
  await expect.poll(fades).toEqual([true, false]);
  await expect.poll(arrows).toEqual([1, 0]);
  // The fields that the search covers do not fit beside the buttons.
  await expect(page.getByRole("searchbox")).toHaveAttribute("placeholder", "Suche");
  await page.getByRole("button", { name: "Weitere Werkzeuge der Liste" }).click();
  await page.getByRole("checkbox", { name: "Alle auf dieser Seite auswählen" }).check();
  await expect(page.getByText("5 Personen ausgewählt")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await page.getByLabel("Abteilung").selectOption("Labor");
  await page.getByRole("button", { name: "Ergebnisse anzeigen" }).click();
  await expect(cards.getByRole("listitem")).toHaveCount(1);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
});

test("see R2.3-16 a popover above a filter closes when the window becomes too narrow for the filter @soak", async ({
  page,
  people,
}) => {
  const { admin } = await createStaff(people);
  await signIn(page, admin, "/users");
  const filter = page.getByRole("button", { name: "Rolle", exact: true }).first();
  const values = page.getByRole("radio");
  await filter.click();
  await expect(values.first()).toBeVisible();
  await page.setViewportSize({ width: 1000, height: 700 });
  await expect(filter).toBeVisible();
  await expect(values.first()).toBeVisible();
  await page.setViewportSize({ width: 375, height: 700 });
  await expect(values).toHaveCount(0);
  await page.setViewportSize({ width: 1280, height: 800 });
  await filter.click();
  await expect(values.first()).toBeVisible();
});
