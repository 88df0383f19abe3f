import type { Page } from "@playwright/test";
import { PeopleFactory } from "../support/people.ts";
import { startTestPortal } from "../support/portal.ts";
import { expect, fillLogin, heading, signIn, test, signInWithForm } from "../support/test.ts";

/** Returns the finished calls of the current page in the order of their start, without those of the previous page. */
async function callsOf(page: Page): Promise<string[]> {
  const addresses = await page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .toSorted((a, b) => a.startTime - b.startTime)
      .map(({ name }) => new URL(name).pathname),
  );
  return addresses.filter((path) => path.startsWith("/api/v1/")).map((path) => path.slice("/api/v1".length));
}

const dayMs = 86_400_000;

/** Returns a stored notification of the given age. */
function storedNotification(id: string, ageMs: number) {
  return { id, type: "info", message: id, createdAt: Date.now() - ageMs, read: false };
}

/** Returns the ids of the stored notifications. The start of the notifications removes those older than 30 days. */
async function notificationIds(page: Page): Promise<string[]> {
  const storedText = await page.evaluate(() => localStorage.getItem("notifications"));
  return (JSON.parse(storedText ?? "[]") as { id: string }[]).map(({ id }) => id);
}

test("R4-67 R4-68 R4-69 R4-70 the application checks the session first, then loads members, settings and notifications", async ({
  page,
  people,
}) => {
  const organization = await people.createOrganization();
  await signIn(page, await people.createMember(organization, "org_admin"), "/settings");
  const saved = page.waitForResponse((response) => response.url().endsWith("/api/v1/users/me"));
  await page.getByRole("radio", { name: "Dunkel" }).check();
  await saved;
  await page.goto("/theme.js");
  // The browser has only the session, so the settings come from the account.
  await page.evaluate(
    (notifications) => {
      localStorage.removeItem("settings");
      localStorage.removeItem("theme");
      localStorage.setItem("notifications", JSON.stringify(notifications));
    },
    [storedNotification("new", 0), storedNotification("old", 31 * dayMs)],
  );
  // The parts of the combined call are then loaded one by one.
  await page.route("**/users/me/start", (route) => route.fulfill({ status: 500, body: "" }));
  // A public page does not need this data itself.
  await page.goto("/password-reset");
  await expect(page.locator("html")).toHaveClass(/\bdark\b/);
  await expect.poll(() => notificationIds(page)).toEqual(["new"]);
  const calls = await callsOf(page);
  expect(calls[0]).toBe("/auth/check-auth");
  expect(calls.filter((call) => call === "/auth/check-auth")).toHaveLength(1);
  expect(calls).toContain(`/organizations/${organization.id}/user-statistics`);
});

test("R4-68 without a session no organization data is requested", async ({ page }) => {
  const calls: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/api/v1/")) calls.push(pathname);
  });
  await page.goto("/theme.js");
  await page.evaluate(
    (notifications) => localStorage.setItem("notifications", JSON.stringify(notifications)),
    [storedNotification("new", 0), storedNotification("old", 31 * dayMs)],
  );
  await page.goto("/login");
  await expect(heading(page, "Anmelden")).toBeVisible();
  // The notifications start after the members would have been requested.
  await expect.poll(() => notificationIds(page)).toEqual(["new"]);
  expect(calls.filter((call) => /organizations|users/.test(call))).toEqual([]);
});

test("R2.2-07 R8-33 R2.1-14 a role without access to a page is redirected to the dashboard", async ({
  page,
  people,
}) => {
  const organization = await people.createOrganization();
  await signIn(page, await people.createMember(organization, "practice_admin"), "/organization/users");
  await expect(heading(page, "Übersicht")).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard$/);
  const navigation = page.getByRole("navigation", { name: "Hauptnavigation" });
  await expect(navigation.getByRole("link", { name: "Mitarbeitende", exact: true })).toBeVisible();
  await expect(navigation.getByRole("link", { name: "Team-Aktivität" })).toHaveCount(0);
});

test("R2.2-14 R2.2-16 R2.2-17 with analytics each page view is reported by its pattern only", async ({
  browser,
  watch,
}) => {
  const analyticsPortal = await startTestPortal({ ANALYTICS_URL: "https://zaehler.example/ansicht" });
  const context = await browser.newContext({
    baseURL: analyticsPortal.url,
    locale: "de-DE",
    reducedMotion: "reduce",
  });
  try {
    const people = new PeopleFactory(analyticsPortal);
    const organization = await people.createOrganization();
    const person = await people.createMember(organization, "org_admin");
    const colleague = await people.createMember(organization, "viewer", { lastName: "Beispiel-Suche" });
    const page = await context.newPage();
    const foreign: { url: string; body: string | null; headers: Record<string, string> }[] = [];
    await page.route(
      (url) => url.origin !== analyticsPortal.url,
      async (route, request) => {
        foreign.push({ url: request.url(), body: request.postData(), headers: request.headers() });
        await route.fulfill({ status: 204 });
      },
    );
    await page.goto(`/setup/${"x".repeat(43)}`);
    await expect(heading(page, "Dieser Link ist nicht gültig")).toBeVisible();
    await page.goto(`/password-reset/${"x".repeat(43)}`);
    await expect(heading(page, "Dieser Link ist nicht mehr gültig")).toBeVisible();
    await expect(page).toHaveTitle("Neues Passwort festlegen – Praxisportal");
    // An unknown path without a session.
    await page.goto("/noch/nicht/angemeldet");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await signInWithForm(page, person, "/users");
    await expect(heading(page, "Mitarbeitende")).toBeVisible();
    await page.goto(`/users/${colleague.id}`);
    await expect(page.getByRole("heading", { level: 1, name: /Beispiel-Suche/ })).toBeVisible();
    // A navigation within the open page is reported once, too.
    await page.getByRole("link", { name: "Webhooks", exact: true }).click();
    await expect(heading(page, "Webhooks")).toBeVisible();
    const webhookViews = () => foreign.filter(({ body }) => body?.includes('"/webhooks"') === true);
    await expect.poll(() => webhookViews().length).toBe(1);
    await page.goto("/gibt/es/nicht");
    await expect(heading(page, "Seite nicht gefunden")).toBeVisible();
    const routes = () => foreign.map(({ body }) => JSON.parse(body ?? "{}") as object);
    await expect.poll(routes).toContainEqual({ type: "pageview", route: "/*" });
    expect(new Set(foreign.map(({ url }) => url))).toEqual(new Set(["https://zaehler.example/ansicht"]));
    for (const route of ["/setup/$token", "/password-reset/$token", "/login", "/users", "/users/$userId"])
      expect(routes()).toContainEqual({ type: "pageview", route });
    const foreignText = JSON.stringify(foreign);
    for (const secret of [colleague.id, "x".repeat(43), person.email, person.id, "/gibt/es", "/noch/nicht"])
      expect(foreignText).not.toContain(secret);
    expect(foreign.filter(({ headers }) => "cookie" in headers || "referer" in headers)).toEqual([]);
    const requestedFaults = new Set(await watch.takeFaults());
    expect([...requestedFaults]).toEqual(["request to another origin: https://zaehler.example/ansicht"]);
  } finally {
    await context.close();
    await analyticsPortal.stop();
  }
});

test("a page opened without a session looks the same after the sign-in and after a reload", async ({
  page,
  people,
}) => {
  const person = await people.createMember(await people.createOrganization(), "org_admin");
  await page.goto("/profile?tab=security");
  await fillLogin(page, person.email);
  const session = page.getByText(/^Angemeldet seit/);
  await expect(session).toBeVisible();
  // The login page's styles have `flex-1`, not `basis-48`, and arrive last.
  const basis = () => session.locator("..").evaluate((element) => getComputedStyle(element).flexBasis);
  const afterSignIn = await basis();
  await page.reload();
  await expect(session).toBeVisible();
  expect(afterSignIn).toBe(await basis());
});
