import { expect, heading, signIn, test } from "../support/test.ts";
import { openAddPerson } from "../support/add-person.ts";

test("R2.4-08 the number of people matches the database, with seats and states", async ({
  page,
  people,
  portal,
}) => {
  const organization = await people.createOrganization({ maxUsers: 12 });
  const admin = await people.createMember(organization, "org_admin");
  for (let index = 0; index < 3; index += 1) await people.createMember(organization, "viewer");
  await people.createMember(organization, "viewer", { status: "pending" });
  await people.createMember(organization, "viewer", { status: "deactivated" });
  // Members of other organizations and former members do not count.
  await people.createMember(await people.createOrganization(), "viewer");
  const former = await people.createMember(organization, "viewer");
  await portal.app.platformDb.writes
    .updateTable("membership")
    .set({ status: "removed" })
    .where("person_id", "=", former.id)
    .execute();
  await signIn(page, admin);
  const tile = page.getByRole("region", { name: "Mitarbeitende gesamt" });
  await expect(tile.getByText("6", { exact: true })).toBeVisible();
  await expect(tile).toContainText("5 von 12 Plätzen belegt");
  await expect(tile).toContainText("1 eingeladen");
  await expect(tile).toContainText("1 deaktiviert");
  await tile.getByRole("link", { name: "Mitarbeitende ansehen" }).click();
  await expect(heading(page, "Mitarbeitende")).toBeVisible();
});

test("R2.4-09 without recorded usage the AI tile shows that no data is available yet", async ({
  page,
  people,
}) => {
  await signIn(page, await people.createMember(await people.createOrganization(), "org_admin"));
  await expect(page.getByRole("region", { name: "KI-Verbrauch im Monat" })).toContainText(
    "Noch kein Verbrauch",
  );
  await expect(page.getByRole("region", { name: "Verfügbarkeit" })).toContainText(
    "Beginn der Aufzeichnung: ",
  );
});

test("R2.4-13 the availability comes from the server, with the start of its recording", async ({
  page,
  people,
}) => {
  const statisticsResponse = page.waitForResponse((response) =>
    new URL(response.url()).pathname.endsWith("/statistics"),
  );
  // A role without rights over people sees it as well.
  await signIn(page, await people.createMember(await people.createOrganization(), "viewer"));
  const { uptime } = (await (await statisticsResponse).json()) as { uptime: { percent: number } };
  const tile = page.getByRole("region", { name: "Verfügbarkeit" });
  const percentText = new Intl.NumberFormat("de-DE", { maximumFractionDigits: 2 }).format(
    Math.floor(uptime.percent * 100) / 100,
  );
  await expect(tile).toContainText(new RegExp(`${percentText}\\s%`));
  await expect(tile).toContainText("Beginn der Aufzeichnung: ");
  await expect(tile).not.toContainText("Aufzeichnung: Heute");
  await expect(tile.getByRole("img", { name: /^Verfügbarkeit je Tag/ })).toBeVisible();
});

test("the sign-ins chart counts successful and failed sign-ins and has a table", async ({ page, people }) => {
  const organization = await people.createOrganization();
  const person = await people.createMember(organization, "org_admin");
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const data = { email: person.email, password: "falsch" };
    await page.request.post("/api/v1/auth/login", { data });
  }
  await signIn(page, person);
  const card = page.getByRole("region", { name: "Anmeldungen", exact: true });
  await expect(card.getByRole("img", { name: /1 erfolgreich, 2 abgelehnt/ })).toBeVisible();
  await card.getByRole("button", { name: "Als Tabelle anzeigen" }).click();
  const today = card.getByRole("row").nth(1);
  await expect(today.getByRole("cell").first()).toHaveText("1");
  await expect(today.getByRole("cell").nth(1)).toHaveText("2");
  await card.getByRole("button", { name: "Als Diagramm anzeigen" }).click();
  await expect(card.getByRole("img")).toBeVisible();
});

test("R2.4-14 quick actions are limited to the user's permissions and show counts", async ({
  page,
  people,
}) => {
  const organization = await people.createOrganization();
  const admin = await people.createMember(organization, "org_admin");
  await people.createMember(organization, "viewer", { lockedUntil: new Date(Date.now() + 3_600_000) });
  await signIn(page, admin);
  const card = page.getByRole("region", { name: "Schnellaktionen" });
  await expect(card.getByRole("link", { name: /Gesperrte Konten ansehen/ })).toContainText("1");
  await expect(card.getByRole("link", { name: /Offene Einladungen/ })).toHaveCount(0);
  await card.getByRole("link", { name: /Gesperrte Konten ansehen/ }).click();
  await expect(page).toHaveURL(/status=locked/);
  await expect(page.getByRole("rowheader")).toHaveCount(1);

  for (const lastName of ["Muster-Eins", "Muster-Zwei"])
    await people.createMember(organization, "viewer", { status: "pending", lastName });
  await page.goto("/dashboard");
  await expect(card.getByRole("link")).toHaveText([
    "Person hinzufügen",
    "Mitarbeitende ansehen",
    /^Gesperrte Konten ansehen1/,
    /^Offene Einladungen ansehen2/,
    "Einstellungen",
    "Passwort ändern",
  ]);
  await card.getByRole("link", { name: /Offene Einladungen/ }).click();
  await expect(page).toHaveURL(/\/users\?status=pending$/);
  await expect(page.getByRole("rowheader")).toHaveText([/Muster-Eins/, /Muster-Zwei/]);
  for (const [action, title, path] of [
    ["Mitarbeitende ansehen", "Mitarbeitende", "/users"],
    ["Einstellungen", "Einstellungen", "/settings"],
    ["Passwort ändern", "Passwort ändern", "/change-password"],
  ] as const) {
    await page.goto("/dashboard");
    await card.getByRole("link", { name: action }).click();
    await expect(heading(page, title)).toBeVisible();
    expect(new URL(page.url()).pathname).toBe(path);
  }
});

test("R2.4-14 a quick action opens the create dialog; closing and going back return to the previous page", async ({
  page,
  people,
}) => {
  await signIn(page, await people.createMember(await people.createOrganization(), "org_admin"));
  const dialog = page.getByRole("dialog", { name: "Person hinzufügen" });
  await page
    .getByRole("region", { name: "Schnellaktionen" })
    .getByRole("link", { name: "Person hinzufügen" })
    .click();
  await expect(dialog).toBeVisible();
  await dialog.getByRole("button", { name: "Schließen" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(/\/users$/);
  await page.goBack();
  await expect(heading(page, "Übersicht")).toBeVisible();
  // Opening the dialog on the staff page itself adds no second history entry of that page.
  await page.getByRole("link", { name: "Mitarbeitende ansehen" }).first().click();
  await openAddPerson(page);
  await expect(page).toHaveURL(/create=person/);
  await page.getByRole("button", { name: "Abbrechen" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(/\/users$/);
  await page.goBack();
  await expect(heading(page, "Übersicht")).toBeVisible();
});

test("R2.4-14 read-only users get no action to add people", async ({ page, people }) => {
  const organization = await people.createOrganization();
  const actions = page.getByRole("region", { name: "Schnellaktionen" }).getByRole("link");
  // A user who may not read the staff list gets no link to it.
  await signIn(page, await people.createMember(organization, "hr"));
  await expect(actions).toHaveText(["Einstellungen", "Passwort ändern"]);
  await signIn(page, await people.createMember(organization, "viewer"));
  await expect(actions).toHaveText(["Mitarbeitende ansehen", "Einstellungen", "Passwort ändern"]);
  await expect(page.getByRole("link", { name: "Person hinzufügen" })).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Letzte Aktivitäten" })).toHaveCount(0);
});

test("see R2.4-08 a live event updates the numbers without a reload, and several events share one request", async ({
  page,
  people,
  portal,
}) => {
  const organization = await people.createOrganization();
  await signIn(page, await people.createMember(organization, "org_admin"));
  const tile = page.getByRole("region", { name: "Mitarbeitende gesamt" });
  await expect(tile.getByText("1", { exact: true })).toBeVisible();
  await expect(page.getByRole("banner")).toContainText("Verbunden");
  // Including placeholders that are not visible yet.
  await expect(page.locator("main [role=status]")).toHaveCount(0);
  let reads = 0;
  let ownReads = 0;
  page.on("request", (request) => {
    if (!request.url().endsWith("/user-statistics")) return;
    reads += 1;
    if (request.headers()["x-background-read"] !== "1") ownReads += 1;
  });
  // The page counts placeholders, because a refresh must not show them again.
  await page.evaluate(() => {
    const placeholders = { count: 0 };
    const watcher = new MutationObserver(() => {
      placeholders.count += document.querySelectorAll("main [role=status]").length;
    });
    watcher.observe(document.body, { subtree: true, childList: true });
    Object.assign(window, { placeholdersSeen: placeholders });
  });
  const addedCount = 25;
  for (let index = 0; index < addedCount; index += 1) {
    const { id } = await people.createMember(organization, "viewer");
    portal.app.live.publish({ event: "userUpdate", organizationId: organization.id, data: { userId: id } });
  }
  await expect(tile.getByText(String(addedCount + 1), { exact: true })).toBeVisible();
  expect(reads).toBeGreaterThan(0);
  expect(reads).toBeLessThan(addedCount / 2);
  // Other users' changes must not extend the session of an idle user.
  expect(ownReads).toBe(0);
  const { count } = await page.evaluate(
    () => (window as unknown as { placeholdersSeen: { count: number } }).placeholdersSeen,
  );
  expect(count).toBe(0);
});

test("without permissions the dashboard shows only the user's own data and no tile", async ({
  page,
  people,
}) => {
  await signIn(page, await people.createMember(await people.createOrganization(), "hr"));
  await expect(page.getByRole("region", { name: "Schnellaktionen" }).getByRole("link")).toHaveText([
    "Einstellungen",
    "Passwort ändern",
  ]);
  await expect(page.getByRole("region", { name: "Mitarbeitende gesamt" })).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Sicherheitswert" })).toHaveCount(0);
});

test("R1-07 the platform administrator selects an organization and works in it, in this tab only", async ({
  page,
  people,
  context,
}) => {
  const organization = await people.createOrganization();
  await people.createMember(organization, "viewer");
  await signIn(page, await people.createPlatformAccount("super_admin"));
  await page.getByRole("main").getByRole("searchbox", { name: "Praxis suchen" }).fill(organization.name);
  await page
    .getByRole("main")
    .getByRole("button", { name: new RegExp(organization.name) })
    .click();
  await expect(page.getByRole("region", { name: "Mitarbeitende gesamt" })).toBeVisible();
  await expect(page.getByRole("banner")).toContainText(organization.name);
  const second = await context.newPage();
  await second.goto("/users");
  await expect(second.getByText("Wählen Sie eine Praxis")).toBeVisible();
  await second.close();

  // Every page shows which organization they are working in.
  await expect(page.getByRole("navigation").getByRole("list").first()).toHaveAccessibleName("Plattform");
  await page.getByRole("link", { name: "Mitarbeitende", exact: true }).click();
  await expect(heading(page, "Mitarbeitende")).toBeVisible();
  const organizationNotice = page
    .getByRole("status")
    .filter({ hasText: `Sie arbeiten in „${organization.name}“` });
  await organizationNotice.getByRole("button", { name: "Verlassen" }).click();
  await expect(page.getByText("Wählen Sie eine Praxis")).toBeVisible();
  await expect(organizationNotice).toHaveCount(0);
});

test("see R2.4-08 super_admin sees the totals of the installation, admin does not", async ({
  page,
  people,
  browser,
  portal,
}) => {
  const organization = await people.createOrganization({ status: "trial" });
  await people.createMember(organization, "viewer");
  const statisticsResponse = page.waitForResponse((response) =>
    response.url().endsWith("/api/tenant/statistics"),
  );
  await signIn(page, await people.createPlatformAccount("super_admin"));
  const totals = (await (await statisticsResponse).json()) as Record<string, number>;
  const tileRegion = (name: string) => page.getByRole("region", { name, exact: true });
  const format = (count: number | undefined) => new Intl.NumberFormat("de-DE").format(count ?? Number.NaN);
  await expect(tileRegion("Praxen gesamt")).toContainText(format(totals["totalTenants"]));
  await expect(tileRegion("In Testphase")).toContainText(format(totals["trialTenants"]));
  await expect(tileRegion("Mitarbeitende")).toContainText(format(totals["totalUsers"]));
  expect(totals["trialTenants"]).toBeGreaterThan(0);

  const context = await browser.newContext({ baseURL: portal.url });
  const otherPage = await context.newPage();
  let requestCount = 0;
  otherPage.on("request", (request) => {
    if (request.url().includes("/api/tenant/")) requestCount += 1;
  });
  await signIn(otherPage, await people.createPlatformAccount("admin"));
  await expect(otherPage.getByRole("region", { name: "Schnellaktionen" })).toBeVisible();
  await expect(otherPage.getByRole("region", { name: "Praxen gesamt" })).toHaveCount(0);
  expect(requestCount).toBe(0);
  await context.close();
});

test("a failed load is shown in its tile and can be retried", async ({ page, people }) => {
  await page.route("**/statistics?*", (route) => route.fulfill({ status: 503, body: "" }));
  await signIn(page, await people.createMember(await people.createOrganization(), "org_admin"));
  const box = page
    .getByRole("alert")
    .filter({ hasText: "Ein Teil der Übersicht konnte nicht geladen werden" });
  await expect(box).toBeVisible({ timeout: 20_000 });
  await page.unroute("**/statistics?*");
  await box.getByRole("button", { name: "Erneut versuchen" }).click();
  await expect(page.getByRole("region", { name: "Sicherheitswert" })).toBeVisible();
});
