import type { Page } from "@playwright/test";
import { modeClasses } from "../support/browser-state.ts";
import { expect, goOffline, heading, waitUntilQueueLoaded, signIn, test } from "../support/test.ts";

const banner = (page: Page) => page.getByRole("status").filter({ hasText: "Offline-Modus" });
const offlineChip = (page: Page) => page.getByRole("button", { name: "Verbindung: Offline" });
const ownSettings = "**/api/v1/users/me";
const isSaved = (url: string, method: string) => method === "PUT" && url.endsWith("/api/v1/users/me");

const refuseSaves = (page: Page, status: number) =>
  page.route(ownSettings, (route) =>
    route.request().method() === "PUT" ? route.fulfill({ status, body: "" }) : route.fallback(),
  );

/** Counts the saves of own settings that leave a page. */
function countSaves(page: Page): () => number {
  let count = 0;
  page.on("request", (request) => {
    if (isSaved(request.url(), request.method())) count += 1;
  });
  return () => count;
}

test("R0-203 see R2.3-11 the mode is offline when the socket is closed and check-auth has no response for 3 s", async ({
  page,
  people,
}) => {
  await page.routeWebSocket(/\/ws\?/, (socket) => socket.close());
  await signIn(page, await people.createMember(await people.createOrganization(), "viewer"), "/settings");
  await expect(heading(page, "Einstellungen")).toBeVisible();
  // The browser's own report about the network is ignored.
  const checkResponse = page.waitForResponse("**/auth/check-auth");
  await page.evaluate(() => {
    Object.defineProperty(navigator, "onLine", { get: () => false, configurable: true });
    dispatchEvent(new Event("offline"));
  });
  await checkResponse;
  await expect.poll(() => modeClasses(page)).toEqual(["mode-cloud"]);

  let isAsked = false;
  // The answer to any call would prove that the server is there.
  await page.route("**/api/**", (route) => {
    isAsked ||= route.request().url().endsWith("/auth/check-auth");
  });
  let start = 0;
  // An event that arrives before the portal has read the last response joins that check.
  await expect(async () => {
    start = Date.now();
    await page.evaluate(() => dispatchEvent(new Event("offline")));
    await expect.poll(() => isAsked, { timeout: 1_000 }).toBe(true);
  }).toPass();
  await expect.poll(() => modeClasses(page), { intervals: [100] }).toEqual(["mode-offline"]);
  expect(Date.now() - start).toBeGreaterThanOrEqual(2_900);
  expect(Date.now() - start).toBeLessThan(6_000);
  await page.unroute("**/api/**");
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await expect.poll(() => modeClasses(page)).toEqual(["mode-cloud"]);
});

test("R0-191 offline, actions that need the server are disabled with the reason", async ({
  page,
  people,
  portal,
  context,
}) => {
  const reason = "Ohne Verbindung zum Server ist das nicht möglich";
  const organization = await people.createOrganization();
  const colleague = await people.createMember(organization, "viewer");
  await signIn(page, await people.createMember(organization, "org_admin"), "/users");
  const row = page.getByRole("row").filter({ hasText: colleague.email });
  await expect(row).toBeVisible();
  const settings = await context.newPage();
  await settings.goto("/settings");
  await settings.getByRole("radio", { name: "Hell" }).check();
  // Other pages disable their forms, lists and cards as well.
  const buttonsByPath = [
    ["/organization?tab=departments", "Abteilung anlegen"],
    [`/users/${colleague.id}`, "Bearbeiten"],
    ["/organization/evidence", "Mappe erstellen"],
  ] as const;
  const openPages = await Promise.all(
    buttonsByPath.map(async ([path, name]) => {
      const otherPage = await context.newPage();
      await otherPage.goto(path);
      const button = otherPage.getByRole("main").getByRole("button", { name, exact: true }).first();
      await expect(button).toBeVisible();
      await expect(button).not.toHaveAccessibleDescription(reason);
      return { otherPage, button };
    }),
  );
  await waitUntilQueueLoaded(settings);
  await goOffline(context, portal);
  await expect(banner(page)).toBeVisible();
  await expect(banner(settings)).toBeVisible();
  for (const { otherPage, button } of openPages) {
    await expect(button).toHaveAttribute("aria-disabled", "true");
    await expect(button).toHaveAccessibleDescription(reason);
    await otherPage.close();
  }
  // The list stays visible. Only actions that need the server are disabled.
  await expect(row).toBeVisible();
  const add = page.getByRole("button", { name: "Person hinzufügen" }).first();
  await expect(add).toHaveAttribute("aria-disabled", "true");
  await expect(add).toHaveAccessibleDescription(reason);
  await expect(page.getByRole("button", { name: "Exportieren" })).toHaveAccessibleDescription(reason);
  await row.getByRole("button", { name: /^Aktionen für/ }).click();
  for (const name of ["Bearbeiten", "Deaktivieren", "Aus der Praxis entfernen"]) {
    const entry = page.getByRole("menuitem", { name }).first();
    await expect(entry).toHaveAttribute("aria-disabled", "true");
    await expect(entry).toContainText(reason);
  }
  await page.keyboard.press("Escape");
  await expect(settings.getByRole("radio", { name: "Dunkel" })).toBeEnabled();
  await settings.getByRole("radio", { name: "Dunkel" }).check();
  await expect(banner(settings)).toContainText("1 ausstehend");
  // On a phone the state of the connection takes the place of the search. The organization's name stays readable, and
  // the lock button visible.
  await page.setViewportSize({ width: 375, height: 812 });
  await expect(offlineChip(page)).toBeVisible();
  await expect(page.getByRole("button", { name: "Suchen oder Befehl" })).toBeHidden();
  await expect(
    page.getByRole("banner", { name: "Kopfleiste" }).getByRole("button", { name: /^Bildschirm sperren/ }),
  ).toBeVisible();
  const name = page.getByRole("banner", { name: "Kopfleiste" }).getByText(organization.name);
  await expect(name).toBeVisible();
  expect(await name.evaluate((element) => element.scrollHeight - element.clientHeight)).toBeLessThanOrEqual(
    0,
  );
  await page.setViewportSize({ width: 1280, height: 800 });

  await context.setOffline(false);
  await expect(banner(page)).toHaveCount(0);
  await expect(add).not.toHaveAttribute("aria-disabled", "true");
});

test("R0-204 R1-37 the connection popover shows the start of the outage and the pending changes, and sends them", async ({
  page,
  people,
  portal,
  context,
}) => {
  await signIn(page, await people.createMember(await people.createOrganization(), "viewer"), "/settings");
  await page.getByRole("radio", { name: "Hell" }).check();
  const connected = page.getByRole("button", { name: "Verbindung: Verbunden" });
  await connected.click();
  await expect(page.getByRole("dialog", { name: /^Verbindung/ })).toContainText("Mit dem Server verbunden");
  await page.keyboard.press("Escape");

  await goOffline(context, portal);
  await expect(banner(page)).toBeVisible();
  await page.getByRole("radio", { name: "Dunkel" }).check();
  await offlineChip(page).click();
  const details = page.getByRole("dialog", { name: "Verbindung: Offline" });
  const title = details.getByRole("heading", { level: 2 });
  await expect(title).toContainText(/ \d\d:\d\d /);
  await expect(title).toContainText("1 Änderung wartet");
  await expect(details).toContainText(
    "Was Sie jetzt ändern können, wird gesendet, sobald der Server antwortet.",
  );
  await expect(details.getByRole("listitem").filter({ hasText: "Warten" })).toHaveText("Warten1");
  await expect(details).toContainText("Was erst wieder mit Verbindung geht");

  await page.keyboard.press("Escape");
  await expect(details).toHaveCount(0);
  // The first attempt fails, so that the change still waits.
  await refuseSaves(page, 503);
  const refusedResponse = page.waitForResponse((response) => response.status() === 503);
  await context.setOffline(false);
  await refusedResponse;
  await connected.click();
  const send = page
    .getByRole("dialog", { name: /^Verbindung/ })
    .getByRole("button", { name: "Jetzt senden" });
  await expect(send).toBeVisible();
  const saved = page.waitForRequest((request) => isSaved(request.url(), request.method()));
  // The saves are refused only from here on, because the portal also tries again automatically.
  await page.unroute(ownSettings);
  await send.click();
  await saved;
  await expect(page.getByRole("button", { name: "Jetzt senden" })).toHaveCount(0);
  await expect(banner(page)).toHaveCount(0);
});

test("R0-202 a reconnected socket and a tab that becomes visible send the pending changes", async ({
  page,
  people,
  portal,
  context,
}) => {
  await signIn(page, await people.createMember(await people.createOrganization(), "viewer"), "/settings");
  const pending = () => page.evaluate(() => localStorage.getItem("pendingSyncs") !== null);
  const live = page.getByRole("status", { name: "Verbindung: Verbunden" });
  await page.getByRole("radio", { name: "Hell" }).check();
  // The toasts are downloaded when the page is idle, and the queue at the same time or with the first press.
  await expect(page.locator("[data-toasts]")).toBeAttached();
  for (const [mode, trigger] of [
    ["Dunkel", () => portal.dropSockets()],
    ["Hell", () => page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")))],
  ] as const) {
    await goOffline(context, portal);
    await expect(banner(page)).toBeVisible();
    await page.getByRole("radio", { name: mode }).check();
    await expect(banner(page)).toContainText("1 ausstehend");
    // The change cannot be sent when the server is reachable again, so that it is still pending afterwards.
    // An answer of 500 is not repeated by itself.
    await refuseSaves(page, 500);
    const refusedResponse = page.waitForResponse((response) => response.status() === 500);
    await context.setOffline(false);
    await refusedResponse;
    await expect(live).toBeVisible();
    // The attempts after the return of the server have ended when the lock of the queue is free.
    await page.evaluate(() => navigator.locks.request("portal-pending-syncs", () => undefined));
    await page.unroute(ownSettings);
    expect(await pending()).toBe(true);
    await trigger();
    await expect.poll(pending).toBe(false);
  }
});

test("two tabs go offline and come back together, and the visible one confirms that a change was sent", async ({
  page,
  people,
  portal,
  context,
}) => {
  await signIn(page, await people.createMember(await people.createOrganization(), "viewer"), "/settings");
  await page.getByRole("radio", { name: "Hell" }).check();
  const otherPage = await context.newPage();
  await otherPage.goto("/dashboard");
  await waitUntilQueueLoaded(otherPage);
  // The toasts and the queue are downloaded when the page is idle.
  await expect(page.locator("[data-toasts]")).toBeAttached();
  await expect(page.getByText("Alle Änderungen sind gesendet.")).toBeVisible();
  await goOffline(context, portal);
  await expect(banner(page)).toBeVisible();
  await expect(banner(otherPage)).toBeVisible();
  await page.getByRole("radio", { name: "Dunkel" }).check();
  await expect(banner(otherPage)).toContainText("1 ausstehend");
  const saves = [countSaves(page), countSaves(otherPage)];
  await otherPage.evaluate(() =>
    Object.defineProperty(document, "visibilityState", { get: () => "hidden", configurable: true }),
  );
  await context.setOffline(false);
  const toast = (tab: Page) => tab.getByRole("status").filter({ hasText: "1 Änderung gesendet" });
  await expect(toast(page)).toBeVisible();
  await expect(banner(page)).toHaveCount(0);
  await expect(banner(otherPage)).toHaveCount(0);
  await expect(toast(otherPage)).toHaveCount(0);
  expect(await page.evaluate(() => localStorage.getItem("pendingSyncs"))).toBeNull();
  expect(saves.reduce((sum, count) => sum + count(), 0)).toBe(1);
});
