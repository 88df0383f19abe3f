import type { Page } from "@playwright/test";
import { routeRows } from "../../bench/support/routes.ts";
import { PeopleFactory } from "../support/people.ts";
import { newPage, waitUntilStored } from "../support/service-worker.ts";
import { expect, goOffline, heading, waitUntilQueueLoaded, signIn, test } from "../support/test.ts";

// The tests share a browser that has stored the portal, because storing it takes some seconds.
test.describe.configure({ mode: "serial" });

let page: Page;

test.beforeAll(async ({ browser, portal }) => {
  page = await newPage(browser, portal);
  const person = await new PeopleFactory(portal).createPlatformAccount("super_admin");
  await signIn(page, person, "/users");
  await waitUntilStored(page);
});
test.afterEach(() => page.context().setOffline(false));
test.afterAll(() => page.context().close());

const banner = (target: Page) => target.getByRole("status").filter({ hasText: "Offline-Modus" });
const menu = (target: Page) => target.locator("button").filter({ hasText: "Menü von" });

/** Returns the theme stored on the server, as other devices receive it. */
function readIsDarkMode(target: Page): Promise<boolean | undefined> {
  return target.evaluate(async () => {
    const response = await fetch("/api/v1/users/me", {
      headers: { authorization: `Bearer ${localStorage.getItem("accessToken")}` },
    });
    const { settings } = (await response.json()) as { settings: { isDarkMode?: boolean } };
    return settings.isDarkMode;
  });
}

test("R0-189 see R2.3-04 every route opens offline with the banner", async ({ portal }) => {
  test.slow();
  await goOffline(page.context(), portal);
  const rows = (await routeRows()).filter(({ path }) => path !== "/login");
  const addresses = rows.map(({ path, access }) => ({
    address: path.replaceAll(/\$\w+/g, "01a0c6ae-0000-7000-8000-000000000001"),
    isSignedIn: access.kind === "login",
  }));
  const tabs = [page, await page.context().newPage()];
  await Promise.all(
    tabs.map(async (tab) => {
      for (let nextEntry = addresses.shift(); nextEntry !== undefined; nextEntry = addresses.shift()) {
        const { address, isSignedIn } = nextEntry;
        await tab.goto(address);
        await expect(banner(tab), address).toBeVisible();
        await expect(tab.getByRole("heading", { level: 1 }).first(), address).toBeVisible();
        if (isSignedIn) await expect(menu(tab), address).toBeVisible();
      }
    }),
  );
  await tabs[1]?.close();
});

test("R0-190 a start without the server keeps the session, which continues without a reload", async ({
  portal,
}) => {
  await page.goto("/users");
  await expect(heading(page, "Mitarbeitende")).toBeVisible();
  await goOffline(page.context(), portal);
  await page.reload();
  await expect(banner(page)).toContainText("Letzter Kontakt zum Server um");
  await expect(page.getByRole("status", { name: "Verbindung: Offline" })).toBeVisible();
  await expect(menu(page)).toBeVisible();
  await expect(page).toHaveURL(/\/users$/);
  // Names and rights come from storage. Actions that need the server are not offered.
  await page.goto("/admin/superadmin-profile");
  await expect(
    page.getByText("Der Server ist nicht erreichbar. Die Daten werden geladen").first(),
  ).toBeVisible();
  await expect(page.getByLabel("Vorname")).toHaveCount(0);

  await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));
  await page.context().setOffline(false);
  await expect(banner(page)).toHaveCount(0);
  await expect(page.getByLabel("Vorname")).toBeVisible();
  await expect(page.getByRole("status", { name: "Verbindung: Verbunden" })).toBeVisible();
  await expect(page.getByText("Der Server ist nicht erreichbar. Die Daten werden geladen")).toHaveCount(0);
  expect(await page.evaluate(() => "isSamePage" in globalThis)).toBe(true);
});

test("R4-57 a change made offline survives an offline reload and is sent once when the server is back", async ({
  portal,
}) => {
  await page.goto("/settings");
  const unsent = page.getByRole("region", { name: "Nicht gesendet" });
  await expect(unsent).toContainText("Alle Änderungen sind gesendet.");
  await page.getByRole("radio", { name: "Hell" }).check();
  await expect.poll(() => readIsDarkMode(page)).toBe(false);
  await waitUntilQueueLoaded(page);
  await goOffline(page.context(), portal);
  await expect(banner(page)).toBeVisible();
  await page.getByRole("radio", { name: "Dunkel" }).check();
  await expect(banner(page)).toContainText("1 ausstehend");

  await page.reload();
  await expect(banner(page)).toContainText("1 ausstehend");
  await expect(page.getByRole("radio", { name: "Dunkel" })).toBeChecked();
  await expect(unsent).toContainText("Darstellung: Dunkel");

  const saves: unknown[] = [];
  page.on("request", (request) => {
    if (request.method() === "PUT") saves.push([new URL(request.url()).pathname, request.postDataJSON()]);
  });
  await page.context().setOffline(false);
  await expect(banner(page)).toHaveCount(0);
  await expect(unsent).toContainText("Alle Änderungen sind gesendet.");
  await expect.poll(() => readIsDarkMode(page)).toBe(true);
  await page.reload();
  await expect(unsent).toContainText("Alle Änderungen sind gesendet.");
  expect(saves).toEqual([["/api/v1/users/me", { settings: { isDarkMode: true } }]]);
});

test("see R0-189 a signed-out browser that opens without the server shows the login page with the reason", async ({
  portal,
}) => {
  const storage = await page.evaluate(() => ({ ...localStorage }));
  await page.evaluate(() => localStorage.clear());
  await goOffline(page.context(), portal);
  await page.goto("/users");
  await expect(heading(page, "Anmelden")).toBeVisible();
  await expect(page.getByText("Keine Verbindung zum Server")).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByText("Keine Verbindung zum Server")).toHaveCount(0);
  await page.evaluate((values) => Object.assign(localStorage, values), storage);
});

test("a start on a slow mobile network shows the page and is not treated as offline @soak", async () => {
  const devTools = await page.context().newCDPSession(page);
  const kilobytesPerSecond = 50 * 1_024;
  await devTools.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 400,
    downloadThroughput: kilobytesPerSecond,
    uploadThroughput: kilobytesPerSecond,
  });
  await page.goto("/settings");
  await expect(heading(page, "Einstellungen")).toBeVisible();
  await expect(page.getByRole("status", { name: "Verbindung: Verbunden" })).toBeVisible();
  await expect(banner(page)).toHaveCount(0);
  await devTools.detach();
});
