import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { startTestPortal } from "../support/portal.ts";
import { PeopleFactory } from "../support/people.ts";
import { expect, fillLogin, heading, signIn, test, signInWithForm } from "../support/test.ts";

const title = "Anmeldung prüfen";

/** Returns everything that the browser stores for the portal: local and session storage, and cookie values. */
async function storedValues(page: Page): Promise<string[]> {
  const values = await page.evaluate(() => [
    ...Object.entries(localStorage).map(([, value]) => value),
    ...Object.entries(sessionStorage).map(([, value]) => value),
  ]);
  const cookies = (await page.context().cookies()).map((cookie) => cookie.value);
  return [...values, ...cookies];
}

/** Returns the value next to a label. */
const rowValue = (page: Page, label: string) =>
  page
    .locator("dt")
    .filter({ hasText: new RegExp(`^${label}$`) })
    .locator("xpath=following-sibling::dd[1]");

test("R2.1-01 R2.1-02 the diagnostics page opens without a login and describes this browser", async ({
  page,
}) => {
  await page.goto("/debug-auth");
  await expect(heading(page, title)).toBeVisible();
  await expect(page).toHaveTitle(`${title} – Praxisportal`);
  await expect(rowValue(page, "Status")).toHaveText("Abgemeldet");
  await expect(rowValue(page, "Laut Server")).toHaveText("Nicht angemeldet");
  await expect(rowValue(page, "Zugriffsschlüssel")).toHaveText("Nicht vorhanden");
  await expect(rowValue(page, "Zeigt Änderungen sofort")).toHaveCount(0);
  await expect(rowValue(page, "Uhr dieses Geräts")).toHaveText("Geht richtig");
  await expect(rowValue(page, "Arbeitsplatz")).toHaveText("Nicht bekannt");
  await expect(rowValue(page, "Cookies")).toHaveText("Erlaubt");
  await expect(page.getByText("Keine Anfrage ist fehlgeschlagen")).toBeVisible();
  // What only support needs is below, in a section of its own.
  const technical = page.getByRole("region", { name: "Technisch" });
  await expect(technical.getByText("Zugriffsschlüssel")).toBeVisible();
  await expect(technical.getByText("Laut Server")).toHaveCount(0);
});

test("R0-60 R7w-07 the end of the session is requested over the live connection", async ({
  page,
  people,
}) => {
  const sessionRequests: string[] = [];
  page.on("websocket", (socket) =>
    socket.on("framesent", ({ payload }) => {
      if (String(payload).includes("session.times")) sessionRequests.push(String(payload));
    }),
  );
  const person = await people.createMember(await people.createOrganization(), "viewer");
  await signIn(page, person);
  await page.goto("/debug-auth");
  const end = rowValue(page, "Ende laut Server");
  await expect(end).toHaveText(/\d\d:\d\d$/);
  await expect(rowValue(page, "Abmeldung spätestens")).toContainText((await end.textContent()) ?? "");
  expect(sessionRequests).not.toEqual([]);
  expect(JSON.parse(sessionRequests[0] ?? "{}")).toMatchObject({
    type: "request",
    requestType: "session.times",
  });
});

test("R2.1-02 no stored value appears in full on the page, in its elements or in the copied text", async ({
  page,
  people,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const organization = await people.createOrganization();
  const person = await people.createMember(organization, "org_admin", {
    firstName: "Kanaria",
    lastName: "Muster-Gelb",
  });
  await signIn(page, person);
  await page.goto("/debug-auth");
  await expect(rowValue(page, "Status")).toHaveText("Angemeldet");
  await expect(rowValue(page, "Laut Server")).toHaveText("Angemeldet");
  await expect(rowValue(page, "Praxis")).toHaveText(organization.name);
  await expect(rowValue(page, "Zeigt Änderungen sofort")).toHaveText("Ja");
  await expect(rowValue(page, "Gültig bis")).toHaveText(/noch \d+:\d\d/);
  await expect(rowValue(page, "Abmeldung spätestens")).toHaveText(/noch \d+:\d\d:\d\d/);

  const token = await page.evaluate(() => localStorage.getItem("accessToken") ?? "");
  expect(token.length).toBeGreaterThan(40);
  await expect(rowValue(page, "Zugriffsschlüssel")).toHaveText(
    `••••${token.slice(-4)} (${token.length} Zeichen)`,
  );
  await page.getByRole("button", { name: "Kopieren" }).press("Enter");
  await expect(page.getByText("Der Text enthält keine geheimen Werte")).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain("Status: Angemeldet");
  expect(copied).toContain("accessToken (browser): ••••");

  // Any value longer than a word such as "de" or "dark" must be masked everywhere.
  const secrets = (await storedValues(page)).filter((value) => value.length >= 12);
  expect(secrets).toContain(token);
  const pageText = (await page.content()) + copied;
  expect(secrets.filter((secret) => pageText.includes(secret))).toEqual([]);
  for (const personalValue of [person.id, person.email, person.username, "Kanaria", "Muster-Gelb"])
    expect(pageText).not.toContain(personalValue);
});

test("see R2.1-02 recent failed requests are listed with code and request id until the next sign-in or sign-out @soak", async ({
  page,
  people,
}) => {
  const person = await people.createMember(await people.createOrganization(), "practice_admin");
  await page.goto("/login");
  await fillLogin(page, person.email, "Falsches-Wort-1");
  await expect(page.getByText("Ungültige Anmeldedaten")).toBeVisible();
  await page.goto("/debug-auth");
  const calls = page.getByRole("region", { name: "Fehlgeschlagene Anfragen" }).getByRole("listitem");
  await expect(calls).toHaveCount(1);
  await expect(calls.first()).toContainText("401 INVALID_CREDENTIALS");
  await expect(calls.first()).toContainText("POST /api/v1/auth/login");
  await expect(calls.first()).toContainText(/Anfrage [0-9a-f-]{36}/);
  await signInWithForm(page, person, "/users/00000000-0000-7000-8000-000000000000");
  await expect(heading(page, "Diese Person gibt es hier nicht")).toBeVisible();
  await page.goto("/debug-auth");
  // A sign-in starts a new list, because earlier calls may belong to another user.
  await expect(calls.filter({ hasText: "INVALID_CREDENTIALS" })).toHaveCount(0);
  // The list shows the pattern of the path without the id.
  const notFound = calls.filter({ hasText: "GET /api/v1/users/{id}" });
  await expect(notFound.first()).toContainText("404 NOT_FOUND");
  await page.getByRole("link", { name: "Zur Übersicht" }).click();
  await page.getByRole("button", { name: /^Menü von/ }).click();
  await page.getByRole("menuitem", { name: "Abmelden" }).click();
  await expect(heading(page, "Anmelden")).toBeVisible();
  await page.goto("/debug-auth");
  await expect(calls).toHaveCount(0);
});

test("see R2.1-02 'check again' repeats the checks by keyboard and detects a session that has ended @soak", async ({
  page,
  people,
}) => {
  const person = await people.createMember(await people.createOrganization(), "viewer");
  await signIn(page, person);
  await page.goto("/debug-auth");
  await expect(rowValue(page, "Laut Server")).toHaveText("Angemeldet");
  // Browser storage is observed while the page is open; changes appear without a reload.
  const change = {
    timestamp: Date.now(),
    type: "update",
    module: "probe",
    action: "save",
    organizationId: null,
  };
  const changes = [person.id, person.id, randomUUID()].map((userId) => ({
    ...change,
    id: randomUUID(),
    userId,
  }));
  await page.evaluate((text) => localStorage.setItem("pendingSyncs", text), JSON.stringify(changes));
  // A change by another user of this browser is not counted.
  await expect(rowValue(page, "Noch nicht gesendet")).toHaveText("2 Änderungen");
  await people.expireSessions(person);
  await page.getByRole("button", { name: "Erneut prüfen" }).press("Enter");
  await expect(rowValue(page, "Laut Server")).toHaveText("Nicht angemeldet");
  await expect(page.getByText("Die Prüfung ist abgeschlossen.")).toBeVisible();
  await expect(rowValue(page, "Gerätekennung")).toHaveText(/^••••\w{4} \(36 Zeichen\)$/);
});

test.describe("the diagnostics page with DEBUG_AUTH=off", () => {
  test("R2.1-03 the path returns not found, and failed requests are not stored", async ({ browser }) => {
    const portal = await startTestPortal({ DEBUG_AUTH: "off" });
    const context = await browser.newContext({ baseURL: portal.url, locale: "de-DE" });
    try {
      const page = await context.newPage();
      const requestUrls: string[] = [];
      page.on("request", (request) => requestUrls.push(request.url()));
      await page.goto("/debug-auth");
      await expect(heading(page, "Seite nicht gefunden")).toBeVisible();
      await expect(page).toHaveTitle("Seite nicht gefunden – Praxisportal");
      expect(
        requestUrls.filter((url) => /debug/i.test(new URL(url).pathname.replace("/debug-auth", ""))),
      ).toEqual([]);
      const people = new PeopleFactory(portal);
      const person = await people.createMember(await people.createOrganization(), "viewer");
      await page.goto("/login");
      await fillLogin(page, person.email, "Falsches-Wort-1");
      await expect(page.getByText("Ungültige Anmeldedaten")).toBeVisible();
      expect(await page.evaluate(() => sessionStorage.getItem("refusedCalls"))).toBeNull();
    } finally {
      await context.close();
      await portal.stop();
    }
  });
});
