import type { Page, WebSocketRoute } from "@playwright/test";
import { tokenOf } from "../support/organization-with-ai.ts";
import { addPasskey, VirtualDevice } from "../support/passkeys.ts";
import { pressButton } from "../support/press-button.ts";
import { expect, heading, signIn, stopClock, test } from "../support/test.ts";

/** Returns a function that injects server events into the live connection of the page. Other messages pass through. */
async function liveConnection(page: Page): Promise<(event: string, data: object) => Promise<void>> {
  // Keep the newest connection, because the page may reconnect.
  let socket: WebSocketRoute | undefined;
  await page.routeWebSocket(/\/ws\?/, (route) => {
    route.connectToServer();
    socket = route;
  });
  return async (event, data) => {
    await expect.poll(() => socket !== undefined).toBe(true);
    socket?.send(JSON.stringify({ type: "event", event, data }));
  };
}

const area = (page: Page) => page.getByRole("region", { name: "Meldungen" });
const bell = (page: Page) => page.getByRole("button", { name: /^Benachrichtigungen/ });
const storedNotifications = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem("notifications") ?? "null") as { id: string }[] | null);

test("R2.3-02 R2.3-03 R7w-08 server notifications appear in the notification area, each type with its icon", async ({
  page,
  people,
  request,
}) => {
  const push = await liveConnection(page);
  const organization = await people.createOrganization();
  await signIn(page, await people.createMember(organization, "org_admin"));
  await expect(page.getByRole("status", { name: "Verbindung: Verbunden" })).toBeVisible();
  // A colleague adds a member.
  const colleague = await people.createMember(organization, "org_admin");
  const response = await request.post(`/api/v1/organizations/${organization.id}/members`, {
    headers: { authorization: `Bearer ${await tokenOf(request, colleague)}` },
    data: { username: "erika_neu", firstName: "Erika", lastName: "Muster-Neu" },
  });
  expect(response.status()).toBe(201);
  const notice = area(page).locator("[data-type=info]").filter({ hasText: "Person zur Praxis hinzugefügt" });
  await notice.getByRole("button", { name: /^Meldung schließen/ }).click();
  await expect(notice).toHaveCount(0);
  const icons = new Map<string, string>();
  const types = ["success", "error", "warning", "info"];
  for (const type of types) {
    await push("notification", { id: type, type, title: `Titel ${type}`, message: "Text der Meldung" });
    const toast = area(page).locator(`[data-type=${type}]`);
    await expect(toast).toContainText(`Titel ${type}`);
    await expect(toast.locator("svg").first()).toBeVisible();
    icons.set(type, await toast.locator("svg").first().innerHTML());
    await toast.getByRole("button", { name: "Meldung schließen" }).click();
    await expect(toast).toHaveCount(0);
  }
  expect(new Set(icons.values()).size).toBe(4);
  expect(await storedNotifications(page)).toEqual([]);

  // The list shows the same icons.
  for (const type of types) await push("notification", { id: type, type, message: `Text ${type}` });
  await expect.poll(async () => (await storedNotifications(page))?.length).toBe(4);
  await bell(page).press("Enter");
  const list = page.getByRole("dialog", { name: "Benachrichtigungen" });
  const entries = list.getByRole("listitem").filter({ hasText: /^Text / });
  await expect(entries).toHaveCount(4);
  for (const type of types) {
    const icon = entries
      .filter({ hasText: `Text ${type}` })
      .locator("svg")
      .first();
    expect(await icon.innerHTML(), type).toBe(icons.get(type));
  }
});

test("R3-62 the close button dismisses, dismissible: false has none, a timeout dismisses automatically", async ({
  page,
  people,
}) => {
  const push = await liveConnection(page);
  await page.clock.install();
  await signIn(page, await people.createMember(await people.createOrganization(), "viewer"));
  await expect(page.getByRole("status", { name: "Verbindung: Verbunden" })).toBeVisible();
  await stopClock(page);
  await push("notification", { id: "fixed", type: "error", message: "bleibt", dismissible: false });
  await push("notification", { id: "short", type: "error", message: "vergeht", timeout: 3_000 });
  await expect(area(page).getByText("vergeht")).toBeVisible();
  await expect(area(page).getByRole("button", { name: "Meldung schließen" })).toHaveCount(1);
  await page.clock.runFor(2_900);
  await expect(area(page).getByText("vergeht")).toBeVisible();
  await page.clock.runFor(200);
  await expect(area(page).getByText("vergeht")).toHaveCount(0);
  expect((await storedNotifications(page))?.map(({ id }) => id)).toEqual(["fixed"]);
  await push("notification", { id: "closed", type: "error", message: "geschlossen" });
  await area(page).getByRole("button", { name: "Meldung schließen" }).click();
  await page.clock.runFor(1_000);
  await expect(area(page).getByText("geschlossen")).toHaveCount(0);
  expect((await storedNotifications(page))?.map(({ id }) => id)).toEqual(["fixed"]);
});

test("R0-58 a notification without a timeout stays in the list after its toast has disappeared", async ({
  page,
  people,
}) => {
  const push = await liveConnection(page);
  await page.clock.install();
  await signIn(page, await people.createMember(await people.createOrganization(), "viewer"));
  await expect(page.getByRole("status", { name: "Verbindung: Verbunden" })).toBeVisible();
  await stopClock(page);
  await push("notification", { id: "done", type: "success", message: "fertig" });
  await push("notification", { id: "fixed", type: "error", message: "fehlt", dismissible: false });
  await expect(area(page).getByText("fehlt")).toBeVisible();
  await page.clock.runFor(11_000);
  await expect(area(page).locator("[data-type]")).toHaveCount(0);
  expect((await storedNotifications(page))?.map(({ id }) => id)).toEqual(["fixed", "done"]);
  await bell(page).press("Enter");
  const entries = page.getByRole("dialog", { name: "Benachrichtigungen" }).getByRole("listitem");
  await expect(entries).toContainText(["fehlt", "fertig"]);
});

test("R2.3-08 on a small screen a toast never covers the buttons of the expiry dialog", async ({
  page,
  people,
}) => {
  await page.setViewportSize({ width: 375, height: 700 });
  const push = await liveConnection(page);
  await signIn(page, await people.createMember(await people.createOrganization(), "viewer"));
  await expect(page.locator('[role="status"][data-state="connected"]')).toBeAttached();
  await push("notification", {
    id: "n",
    type: "error",
    title: "Oben auf",
    message: "Bleibt, bis man es schließt.",
  });
  await expect(area(page).getByText("Oben auf")).toBeVisible();
  await push("sessionExpiryWarning", { remainingMs: 120_000 });
  const dialog = page.getByRole("alertdialog", { name: "Ihre Sitzung läuft ab" });
  await expect(dialog).toBeVisible();
  // A question is a sheet at the bottom edge, which leaves the page above it in view.
  const sheet = await dialog.boundingBox();
  expect(sheet?.y).toBeGreaterThan(200);
  expect((sheet?.y ?? 0) + (sheet?.height ?? 0)).toBe(700);
  await expect(area(page).getByText("Oben auf")).toBeHidden();
  await dialog.getByRole("button", { name: "Sitzung verlängern" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(area(page).getByText("Oben auf")).toBeVisible();
});

test("see R2.3-02 R2.3-16 toasts never cover a wide dialog or, on a small screen, the buttons of a dialog or the end of a page @soak", async ({
  page,
  people,
}) => {
  await page.setViewportSize({ width: 375, height: 700 });
  const push = await liveConnection(page);
  await signIn(
    page,
    await people.createMember(await people.createOrganization(), "practice_admin"),
    "/users?create=person",
  );
  await expect(page.getByRole("dialog")).toBeVisible();
  await expect(page.locator("[data-state=connected][aria-label='Verbindung: Verbunden']")).toBeAttached();
  await push("notification", { id: "n", type: "error", title: "Oben auf", message: "Bleibt stehen." });
  const toast = area(page).getByText("Oben auf").locator("xpath=ancestor::*[@data-type]");
  await expect(toast).toBeVisible();
  const buttons = page.getByRole("dialog").locator("[data-bottom-bar]");
  const gap = async () => {
    const [above, below] = [await toast.boundingBox(), await buttons.boundingBox()];
    return above === null || below === null ? -1 : below.y - (above.y + above.height);
  };
  await expect.poll(gap).toBeGreaterThan(0);
  // In a wide window, there is no room beside this dialog. The toast waits until it closes.
  await page.setViewportSize({ width: 1280, height: 700 });
  await expect(toast).toHaveCount(0);
  await page.getByRole("dialog").getByRole("button", { name: "Abbrechen" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(toast).toBeVisible();
  // Toasts are visible beside a one-column dialog, 560 px wide in the middle of the window.
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog")).toBeVisible();
  expect((await toast.boundingBox())?.x).toBeGreaterThanOrEqual((1280 + 560) / 2);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.setViewportSize({ width: 375, height: 700 });
  const paging = page.getByRole("navigation", { name: "Seiten" });
  const clearance = async () => {
    // The page gets its bottom padding once the dialog has closed.
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    const [toastBox, pagingBox] = [await toast.boundingBox(), await paging.boundingBox()];
    return toastBox === null || pagingBox === null ? -1 : toastBox.y - (pagingBox.y + pagingBox.height);
  };
  await expect.poll(clearance).toBeGreaterThan(0);
});

test("R4-70 R4-43 R4-44 R4-45 R4-48 R3-66 a reload restores the stored list without expired and malformed entries", async ({
  page,
  people,
}) => {
  await signIn(page, await people.createMember(await people.createOrganization(), "viewer"));
  await expect(heading(page, "Übersicht")).toBeVisible();
  await page.evaluate(() => {
    const dayMs = 86_400_000;
    const entry = (id: string, ageMs: number) => ({
      id,
      type: "info",
      message: `Meldung ${id}`,
      createdAt: Date.now() - ageMs,
      dismissible: true,
      read: false,
    });
    const list = [
      entry("vorgestern", 2 * dayMs),
      entry("heute", 60_000),
      entry("uralt", 31 * dayMs),
      { text: "nichts" },
      null,
    ];
    localStorage.setItem("notifications", JSON.stringify(list));
  });
  await page.reload();
  await expect(page.getByRole("button", { name: "Benachrichtigungen, 2 ungelesen" })).toBeVisible();
  await expect.poll(async () => (await storedNotifications(page))?.map(({ id }) => id)).toHaveLength(2);
  await bell(page).click();
  const recent = page.getByRole("region", { name: "Letzte 24 Stunden" });
  await expect(recent.getByRole("listitem")).toHaveCount(1);
  await expect(recent).toContainText("Meldung heute");
  await expect(page.getByRole("region", { name: "Älter" })).toContainText("Meldung vorgestern");
  const list = page
    .getByRole("region", { name: "Letzte 24 Stunden" })
    .or(page.getByRole("region", { name: "Älter" }))
    .getByRole("listitem")
    .filter({ hasText: "Meldung" });
  await expect(list).toHaveText([/heute/, /vorgestern/]);
  // Stored notifications are not shown as toasts again.
  await expect(area(page).locator("[data-type]")).toHaveCount(0);
  await list
    .first()
    .getByRole("button", { name: /Meldung schließen/ })
    .click();
  await expect(list).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Benachrichtigungen", exact: true })).toBeVisible();
});

test("R4-49 stored data that is not a list is removed", async ({ page, people }) => {
  await signIn(page, await people.createMember(await people.createOrganization(), "viewer"));
  await expect(heading(page, "Übersicht")).toBeVisible();
  await page.evaluate(() => localStorage.setItem("notifications", '{"kein":"Verzeichnis"}'));
  await page.reload();
  await expect(heading(page, "Übersicht")).toBeVisible();
  await expect.poll(() => page.evaluate(() => localStorage.getItem("notifications"))).toBeNull();
});

test("R4-46 the hourly cleanup removes notifications older than 7 days", async ({ page }) => {
  await page.clock.install();
  // The page is public, because a session would expire during the test.
  await page.goto("/gibt-es-nicht");
  await expect(heading(page, "Seite nicht gefunden")).toBeVisible();
  await page.evaluate(() => {
    const weekMs = 7 * 86_400_000;
    const entry = (id: string, ageMs: number) => ({
      id,
      type: "info",
      message: id,
      createdAt: Date.now() - ageMs,
      dismissible: true,
      read: true,
    });
    // The first entry becomes a week old within the hour, the second within the next hour. The last is removed on load.
    const list = [
      entry("second", weekMs - 90 * 60_000),
      entry("first", weekMs - 30 * 60_000),
      entry("month", 5 * weekMs),
    ];
    localStorage.setItem("notifications", JSON.stringify(list));
  });
  await page.reload();
  await expect(heading(page, "Seite nicht gefunden")).toBeVisible();
  const ids = async () => (await storedNotifications(page))?.map(({ id }) => id);
  // The cleanup starts after its script and the list have been loaded.
  await expect.poll(ids).toEqual(["second", "first"]);
  await page.clock.runFor(50 * 60_000);
  expect(await ids()).toEqual(["second", "first"]);
  await page.clock.runFor(15 * 60_000);
  expect(await ids()).toEqual(["second"]);
  await page.clock.runFor(60 * 60_000);
  expect(await ids()).toEqual([]);
});

test("R4-54 R9-21 the global error clears after 5 s", async ({ page, people }) => {
  await page.clock.install();
  await signIn(page, await people.createMember(await people.createOrganization(), "viewer"));
  await expect(heading(page, "Übersicht")).toBeVisible();
  await stopClock(page);
  await page.evaluate(() => {
    window.dispatchEvent(new ErrorEvent("error", { message: "x", error: new Error("x") }));
  });
  const box = page.getByRole("alert").filter({ hasText: "Ein unerwarteter Fehler ist aufgetreten" });
  await page.clock.runFor(4_999);
  await expect(box).toBeVisible();
  await page.clock.runFor(1);
  await expect(box).toHaveCount(0);
});

test("R4-50 R9-22 R2.4-52 a warning that is not pinned hides after 10 s", async ({ page, people }) => {
  await signIn(page, await people.createMember(await people.createOrganization(), "org_admin"), "/users");
  await expect(heading(page, "Mitarbeitende")).toBeVisible();
  await page.clock.install();
  await page.goto("/users?status=gibtesnicht");
  const box = page.getByRole("main").locator("[data-kind=warning]");
  await expect(box).toBeVisible();
  await stopClock(page);
  // Part of its time has already passed. The test of the component covers the exact time.
  await page.clock.runFor(4_000);
  await expect(box).toBeVisible();
  await page.clock.runFor(6_000);
  await expect(box).toHaveCount(0);
});

test("R4-51 R2.4-52 an error that must be acknowledged stays", async ({ page }) => {
  await page.clock.install();
  await page.goto("/login");
  await page.getByLabel("Benutzername oder E-Mail-Adresse").fill("niemand@example.org");
  await page.getByLabel("Passwort", { exact: true }).fill("Falsches-Wort-1");
  await page.getByRole("button", { name: "Anmelden", exact: true }).click();
  const box = page.locator("[data-kind=error]");
  await expect(box).toBeVisible();
  await page.clock.runFor(600_000);
  await expect(box).toBeVisible();
});

test("R4-52 R4-53 R9-23 a success shows its remaining time and hides after 5 s", async ({ page, people }) => {
  await signIn(page, await people.createMember(await people.createOrganization(), "viewer"), "/profile");
  await page.getByLabel("Vorname").fill("Henriette");
  await page.clock.install();
  await page.getByRole("button", { name: "Speichern" }).click();
  const box = page.locator("[data-kind=success]");
  await expect(box).toContainText("Ihre Angaben sind gespeichert");
  const bar = box.locator("[data-clock='5000']");
  await expect(bar).toBeVisible();
  await stopClock(page);
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await expect(bar).toHaveCSS("animation-name", "clock");
  await expect(bar).toHaveCSS("animation-duration", "5s");
  await page.clock.runFor(1_000);
  await expect(box).toBeVisible();
  await page.clock.runFor(4_000);
  await expect(box).toHaveCount(0);
});

test("R2.4-53 saved data, signed-out devices and a new passkey each show their kind of success", async ({
  page,
  people,
  browser,
  portal,
}) => {
  const person = await people.createMember(await people.createOrganization(), "viewer");
  const elsewhere = await browser.newContext({ baseURL: portal.url, locale: "de-DE" });
  await signIn(await elsewhere.newPage(), person);
  await VirtualDevice.attach(page);
  await signIn(page, person, "/profile");
  const iconOf = async (kind: string, text: string) => {
    const box = page.locator(`[data-kind=${kind}]`);
    await expect(box).toContainText(text);
    return box.locator("svg").first().innerHTML();
  };
  await page.getByLabel("Vorname").fill("Henriette");
  await page.getByRole("button", { name: "Speichern" }).click();
  const success = await iconOf("success", "Ihre Angaben sind gespeichert");
  await page.goto("/profile?tab=security");
  await pressButton(page, "Alle anderen Geräte abmelden");
  const complete = await iconOf("complete", "1 Gerät wurde abgemeldet");
  await addPasskey(page, "Mein Handy");
  const achievement = await iconOf("achievement", "Passkey „Mein Handy“ hinzugefügt");
  expect(new Set([success, complete, achievement]).size).toBe(3);
  await elsewhere.close();
});

test("R7w-15 a system alert is shown, the expiry warning opens its dialog, and a forced logout leads to the login at once", async ({
  page,
  people,
}) => {
  const push = await liveConnection(page);
  await signIn(page, await people.createMember(await people.createOrganization(), "viewer"));
  await expect(page.getByRole("status", { name: "Verbindung: Verbunden" })).toBeVisible();
  await push("systemAlert", {
    id: "alert",
    title: "Wartung",
    message: "Heute ab 20 Uhr ist das Portal nicht erreichbar.",
  });
  await expect(area(page).getByText("Heute ab 20 Uhr ist das Portal nicht erreichbar.")).toBeVisible();
  await push("sessionExpiryWarning", { remainingMs: 120_000 });
  const warning = page.getByRole("alertdialog", { name: "Ihre Sitzung läuft ab" });
  await expect(warning).toBeVisible();
  await warning.getByRole("button", { name: "Sitzung verlängern" }).click();
  await expect(warning).toHaveCount(0);
  await push("forceLogout", { reason: "admin" });
  await expect(page).toHaveURL(/\/login/);
  expect(await page.evaluate(() => localStorage.getItem("accessToken"))).toBeNull();
});
