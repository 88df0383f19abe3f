import type { BrowserContext, Page, Request } from "@playwright/test";
import { readBrowserState } from "../support/browser-state.ts";
import { password, type PeopleFactory, type Person } from "../support/people.ts";
import type { TestPortal } from "../support/portal.ts";
import {
  expect,
  fillLogin,
  goOffline as cutNetwork,
  heading,
  waitUntilQueueLoaded,
  signIn,
  test,
} from "../support/test.ts";
import { shareWorkstations } from "../support/workstation.ts";

const ownData = "**/api/v1/users/me";
const isSave = (request: Request) => request.method() === "PUT" && request.url().endsWith("/api/v1/users/me");

interface Save {
  body: unknown;
  version: string | undefined;
  key: string | undefined;
}

/**
 * Collects the requests that save the user's own data: body, version and key. Attempts without a response do not count.
 */
function watchSaves(page: Page) {
  const saves: Save[] = [];
  const attempts = new Map<Request, Save>();
  page.on("request", (request) => {
    if (!isSave(request)) return;
    const headers = request.headers();
    const save = {
      body: request.postDataJSON() as unknown,
      version: headers["if-match"],
      key: headers["idempotency-key"],
    };
    attempts.set(request, save);
    saves.push(save);
  });
  page.on("requestfailed", (request) => {
    const failed = attempts.get(request);
    if (failed !== undefined) saves.splice(saves.indexOf(failed), 1);
  });
  return saves;
}

/** Blocks all saves of the user's own data from now on, although the browser is online. */
async function blockSaves(page: Page): Promise<void> {
  await page.route(ownData, (route) =>
    isSave(route.request()) ? route.abort("connectionfailed") : route.fallback(),
  );
}

/** Opens the profile through the settings, which load the queue. */
async function openProfile(page: Page): Promise<void> {
  await expect(unsent(page)).toContainText("Alle Änderungen sind gesendet.");
  await page.getByRole("button", { name: /^Menü von/ }).click();
  await page.getByRole("menuitem", { name: "Profil" }).click();
  await expect(heading(page, "Profil")).toBeVisible();
}

async function openSettings(page: Page, person: Person): Promise<void> {
  await signIn(page, person, "/settings");
  await expect(unsent(page)).toContainText("Alle Änderungen sind gesendet.");
  await page.getByRole("radio", { name: "Hell" }).check();
}

const unsent = (page: Page) => page.getByRole("region", { name: "Nicht gesendet" });
const banner = (page: Page, text: string | RegExp) => page.getByRole("status").filter({ hasText: text });
const storedCount = (page: Page) =>
  page.evaluate(() => (JSON.parse(localStorage.getItem("pendingSyncs") ?? "[]") as unknown[]).length);

let network: TestPortal;
test.beforeAll(({ portal: started }) => {
  network = started;
});

async function goOffline(page: Page, context: BrowserContext): Promise<void> {
  await waitUntilQueueLoaded(page);
  await cutNetwork(context, network);
  await expect(page.getByText("Offline-Modus", { exact: true })).toBeVisible();
}

async function goOnline(page: Page, context: BrowserContext): Promise<void> {
  await context.setOffline(false);
  await expect(page.getByText(/Offline-Modus/)).toHaveCount(0);
}

/** Selects the dark theme offline and restores the connection, but keeps the save from reaching the server. */
async function changeThemeUnsent(page: Page, context: BrowserContext): Promise<void> {
  await goOffline(page, context);
  await page.getByRole("radio", { name: "Dunkel" }).check();
  await expect(page.getByText("Offline-Modus · 1 ausstehend")).toBeVisible();
  await blockSaves(page);
  await goOnline(page, context);
}

async function lockScreen(page: Page): Promise<void> {
  await page.keyboard.press("Control+Alt+l");
  await expect(page.getByText(/Bildschirm gesperrt|Wer arbeitet weiter\?/).first()).toBeVisible();
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Menü von/ }).click();
  await page.getByRole("menuitem", { name: "Abmelden" }).click();
}

async function createViewer(
  people: PeopleFactory,
  overrides: Parameters<PeopleFactory["createMember"]>[2] = {},
) {
  return people.createMember(await people.createOrganization(), "viewer", overrides);
}

/** Changes the user's phone number from another device. */
async function changeElsewhere(portal: TestPortal, person: Person, phone: string): Promise<void> {
  const send = async (method: string, path: string, body: object, token?: string) => {
    const response = await fetch(new URL(path, portal.url), {
      method,
      headers: { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    });
    expect(response.ok).toBe(true);
    return (await response.json()) as { accessToken: string };
  };
  const { accessToken } = await send("POST", "/api/v1/auth/login", { email: person.email, password });
  await send("PUT", "/api/v1/users/me", { phone }, accessToken);
}

/** Returns the user's data from the server, as other devices receive it. */
function readOwnData(page: Page): Promise<{ phone: string | null; settings: object }> {
  return page.evaluate(async () => {
    const response = await fetch("/api/v1/users/me", {
      headers: { authorization: `Bearer ${localStorage.getItem("accessToken")}` },
    });
    return (await response.json()) as { phone: string | null; settings: object };
  });
}

test("R2.3-05 R1-37 R4-57 R0-194 changes made offline survive a reload and are sent once, in order, with version and key", async ({
  page,
  people,
  context,
}) => {
  await openSettings(page, await createViewer(people));
  await goOffline(page, context);
  for (const [index, name] of ["Dunkel", "Hell", "Dunkel"].entries()) {
    await page.getByRole("radio", { name }).check();
    await expect(page.getByText(`Offline-Modus · ${index + 1} ausstehend`)).toBeVisible();
  }
  await expect(page.getByRole("alert")).toHaveCount(0);
  await expect(unsent(page).getByText("Darstellung: Dunkel")).toHaveCount(2);
  await expect(unsent(page)).toContainText("24 Stunden auf diesem Gerät");
  await blockSaves(page);
  await goOnline(page, context);
  await page.reload();
  await expect(unsent(page)).toContainText("3 Änderungen auf diesem Gerät · nur Sie sehen sie");

  const ids = await page.evaluate(() =>
    (JSON.parse(localStorage.getItem("pendingSyncs") ?? "[]") as { id: string }[]).map(({ id }) => id),
  );
  // The portal may try again automatically as soon as it can.
  const saves = watchSaves(page);
  await page.unroute(ownData);
  await unsent(page).getByRole("button", { name: "Jetzt senden" }).click();
  await expect(unsent(page)).toContainText("Alle Änderungen sind gesendet.");
  const firstVersion = Number(saves[0]?.version?.replaceAll('"', ""));
  expect(saves).toEqual(
    [true, false, true].map((isDarkMode, index) => ({
      body: { settings: { isDarkMode } },
      version: `"${firstVersion + index}"`,
      key: ids[index],
    })),
  );
  expect(await storedCount(page)).toBe(0);
  expect(await readOwnData(page)).toMatchObject({ settings: { isDarkMode: true } });
});

test("R0-195 a conflict shows both values, and each button shows the value that it keeps", async ({
  page,
  people,
  context,
  portal,
}) => {
  const person = await createViewer(people, { phone: "030 100029" });
  await signIn(page, person, "/settings");
  await openProfile(page);
  const phone = page.getByLabel("Telefon");
  const save = page.getByRole("button", { name: "Speichern", exact: true });
  await phone.fill("030 100030");
  await save.click();
  await expect(page.getByText("Ihre Angaben sind gespeichert")).toBeVisible();

  for (const [ownValue, otherValue, keptValue] of [
    ["030 100031", "030 100034", "030 100031"],
    ["030 100041", "030 100044", "030 100044"],
  ] as const) {
    await goOffline(page, context);
    await phone.fill(ownValue);
    await save.click();
    await expect(page.getByText("Ihre Angaben sind auf diesem Gerät gespeichert")).toBeVisible();
    await changeElsewhere(portal, person, otherValue);
    await goOnline(page, context);
    const notice = banner(page, "Eine offline gemachte Änderung braucht Ihre Entscheidung");
    await notice.getByRole("link", { name: "Ansehen" }).click();
    await expect(unsent(page)).toContainText("Telefon: zwei verschiedene Werte");
    await expect(unsent(page).getByText(ownValue, { exact: true })).toBeVisible();
    await expect(unsent(page).getByText(otherValue, { exact: true })).toBeVisible();
    // Nothing was overwritten before the decision.
    expect((await readOwnData(page)).phone).toBe(otherValue);
    await unsent(page)
      .getByRole("button", { name: `${keptValue} behalten` })
      .click();
    await expect(unsent(page)).toContainText("Alle Änderungen sind gesendet.");
    await expect(notice).toHaveCount(0);
    expect((await readOwnData(page)).phone).toBe(keptValue);
    await page.goBack();
    await expect(phone).toHaveValue(keptValue);
  }
});

test("R0-196 a rejected change shows the reason, is not sent again and can be discarded", async ({
  page,
  people,
  context,
}) => {
  await openSettings(page, await createViewer(people));
  await goOffline(page, context);
  await page.getByRole("radio", { name: "Dunkel" }).check();
  await expect(page.getByText("Offline-Modus · 1 ausstehend")).toBeVisible();
  // The server refuses this number.
  await page.evaluate(() => {
    const [item] = JSON.parse(localStorage.getItem("pendingSyncs") ?? "[]") as object[];
    const invalid = { ...item, module: "profile", data: { phone: "ruf mich an" }, before: null };
    localStorage.setItem("pendingSyncs", JSON.stringify([invalid]));
  });
  const saves = watchSaves(page);
  await goOnline(page, context);
  await expect(banner(page, "Eine offline gemachte Änderung wurde nicht übernommen")).toBeVisible();
  const rejected = unsent(page).getByRole("listitem").filter({ hasText: "Telefon: ruf mich an" });
  await expect(rejected).toContainText("Abgelehnt");
  await expect(rejected).toContainText("Mein Profil · Heute, ");
  await expect(rejected).toContainText("Telefonnummer");
  // The first attempt may have been made before the connection was back.
  const savesBefore = saves.length;
  expect(savesBefore).toBeGreaterThan(0);
  await page.reload();
  await expect(rejected).toBeVisible();
  await expect(unsent(page).getByRole("button", { name: "Jetzt senden" })).toHaveCount(0);
  expect(saves).toHaveLength(savesBefore);
  await rejected.getByRole("button", { name: "Verwerfen: Telefon" }).click();
  await expect(unsent(page)).toContainText("Alle Änderungen sind gesendet.");
  await expect(banner(page, "nicht übernommen")).toHaveCount(0);
  expect(await storedCount(page)).toBe(0);
});

test("R0-197 R0-198 on a shared workstation changes are kept only in the memory of the tab, and the page says so", async ({
  page,
  people,
  context,
  portal,
}) => {
  const organization = await people.createOrganization();
  const names = { first: "Kanaria", second: "Amsel" };
  const first = await people.createMember(organization, "viewer", {
    firstName: names.first,
    phone: "030 1000",
  });
  const second = await people.createMember(organization, "viewer", { firstName: names.second });
  // Both users have a session on this workstation.
  await signIn(page, second);
  await shareWorkstations(portal, organization.id);
  await page.reload();
  await expect.poll(() => page.evaluate(() => localStorage.getItem("accessToken"))).toBeNull();
  await lockScreen(page);
  await page.goto("/login?redirect=%2Fsettings");
  await fillLogin(page, first.email);
  await openProfile(page);
  const marker = "030 5554443";
  const phone = page.getByLabel("Telefon");
  const save = page.getByRole("button", { name: "Speichern", exact: true });
  await phone.fill("030 100030");
  await save.click();
  await expect(page.getByText("Ihre Angaben sind gespeichert")).toBeVisible();
  await goOffline(page, context);
  await phone.fill(marker);
  await save.click();
  await expect(page.getByText("Offline-Modus · 1 ausstehend")).toBeVisible();
  expect(await storedCount(page)).toBe(0);
  await blockSaves(page);
  await goOnline(page, context);
  await page.getByRole("link", { name: "Darstellung und Sprache" }).click();
  await expect(unsent(page)).toContainText(`Telefon: ${marker}`);
  await expect(unsent(page)).toContainText("verloren, wenn Sie das Fenster schließen oder neu laden");

  const unlock = async (name: string) => {
    await page.getByRole("button", { name: new RegExp(`^${name} `) }).press("Enter");
    await page.getByRole("button", { name: "Mit Passwort anmelden" }).click();
    await page.keyboard.type(password);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("button", { name: new RegExp(`^Menü von ${name}`) })).toBeVisible();
  };
  // Locking the screen keeps the changes for the same person.
  await lockScreen(page);
  expect(await readBrowserState(page)).not.toContain(marker);
  await unlock(names.first);
  await expect(unsent(page)).toContainText(`Telefon: ${marker}`);

  await lockScreen(page);
  await page.unroute(ownData);
  await unlock(names.second);
  const saves = watchSaves(page);
  await page.getByRole("button", { name: /^Menü von/ }).click();
  await page.getByRole("menuitem", { name: "Einstellungen" }).click();
  await expect(unsent(page)).toContainText("Alle Änderungen sind gesendet.");
  expect(await readBrowserState(page)).not.toContain(marker);
  expect(saves).toEqual([]);
});

test("R0-198 R0-199 lock and expiry keep the changes of their user; another user neither sees nor sends them", async ({
  page,
  people,
  context,
}) => {
  const organization = await people.createOrganization();
  const first = await people.createMember(organization, "viewer");
  const second = await people.createMember(organization, "viewer");
  await openSettings(page, first);
  await changeThemeUnsent(page, context);
  await lockScreen(page);
  expect(await storedCount(page)).toBe(1);
  await page.getByLabel(/^Passwort von /).fill(password);
  await page.keyboard.press("Enter");
  await expect(unsent(page)).toContainText("Eine Änderung auf diesem Gerät");

  // The open page notices the expiry at its next call. A newly opened page uses the stored values.
  const storedValues = await page.evaluate(() => ({ ...localStorage }));
  await people.expireSessions(first);
  const link = page.getByRole("link", { name: "Mitarbeitende", exact: true });
  // A call in the background may end the session before the click.
  await link.click({ timeout: 5_000 }).catch(() => undefined);
  await expect(heading(page, "Anmelden")).toBeVisible();
  expect(await storedCount(page)).toBe(1);
  await page.evaluate((values) => Object.assign(localStorage, values), storedValues);
  await page.reload();
  await expect(heading(page, "Anmelden")).toBeVisible();
  expect(await storedCount(page)).toBe(1);
  await page.unroute(ownData);
  const saves = watchSaves(page);
  await signIn(page, second, "/settings");
  await expect(unsent(page)).toContainText("Alle Änderungen sind gesendet.");
  await expect(page.getByText("ausstehend")).toHaveCount(0);
  await signOut(page);
  await expect(heading(page, "Anmelden")).toBeVisible();
  expect(saves).toEqual([]);
  expect(await storedCount(page)).toBe(1);

  const saveRequest = page.waitForRequest(isSave);
  await signIn(page, first, "/settings");
  expect((await saveRequest).postDataJSON()).toEqual({ settings: { isDarkMode: true } });
  await expect(unsent(page)).toContainText("Alle Änderungen sind gesendet.");
  expect(await storedCount(page)).toBe(0);
});

test("R0-200 signing out with unsent changes offers to send, discard or stay", async ({
  page,
  people,
  context,
}) => {
  await openSettings(page, await createViewer(people));
  await changeThemeUnsent(page, context);
  const confirmation = page.getByRole("alertdialog", { name: "Änderungen vor dem Abmelden senden?" });
  const choose = (name: string) => confirmation.getByRole("button", { name }).click();
  // The portal tries to send them first.
  await signOut(page);
  await expect(confirmation).toBeVisible({ timeout: 15_000 });
  await expect(confirmation).toContainText("Eine Änderung ist noch nicht gesendet.");
  await choose("Senden und abmelden");
  await expect(confirmation.getByRole("alert")).toContainText("Darstellung: Dunkel", { timeout: 15_000 });
  await choose("Angemeldet bleiben");
  await expect(confirmation).toHaveCount(0);
  await expect(heading(page, "Einstellungen")).toBeVisible();
  expect(await storedCount(page)).toBe(1);

  await signOut(page);
  await expect(confirmation).toBeVisible({ timeout: 15_000 });
  // The portal may try again automatically as soon as it can.
  const saves = watchSaves(page);
  await page.unroute(ownData);
  await choose("Senden und abmelden");
  await expect(heading(page, "Anmelden")).toBeVisible({ timeout: 15_000 });
  expect(saves.map(({ body }) => body)).toEqual([{ settings: { isDarkMode: true } }]);
});

test("R0-200 discarding unsent changes signs out and removes them", async ({ page, people, context }) => {
  await openSettings(page, await createViewer(people));
  await changeThemeUnsent(page, context);
  await signOut(page);
  const confirmation = page.getByRole("alertdialog", { name: "Änderungen vor dem Abmelden senden?" });
  await expect(confirmation).toBeVisible({ timeout: 15_000 });
  await confirmation.getByRole("button", { name: "Verwerfen und abmelden" }).click();
  await expect(heading(page, "Anmelden")).toBeVisible({ timeout: 15_000 });
  expect(await storedCount(page)).toBe(0);
});

test("see R0-194 one of two tabs sends the changes, and the other shows the result", async ({
  page,
  people,
  context,
}) => {
  const person = await createViewer(people);
  await openSettings(page, person);
  const otherPage = await context.newPage();
  await otherPage.goto("/settings");
  await expect(unsent(otherPage)).toContainText("Alle Änderungen sind gesendet.");
  await goOffline(page, context);
  await page.getByRole("radio", { name: "Dunkel" }).check();
  await expect(unsent(otherPage)).toContainText("Darstellung: Dunkel");
  const saves = [watchSaves(page), watchSaves(otherPage)];
  await goOnline(page, context);
  for (const tab of [page, otherPage])
    await expect(unsent(tab)).toContainText("Alle Änderungen sind gesendet.");
  expect(saves.flat().map(({ body }) => body)).toEqual([{ settings: { isDarkMode: true } }]);
});

test("see R0-192 columns chosen offline are sent when the connection returns @soak", async ({
  page,
  people,
  context,
}) => {
  const person = await people.createMember(await people.createOrganization(), "org_admin");
  await signIn(page, person, "/settings");
  await expect(unsent(page)).toContainText("Alle Änderungen sind gesendet.");
  // The list is opened once with a connection, so that its parts are loaded.
  await page.getByRole("link", { name: "Mitarbeitende", exact: true }).click();
  const columns = page.getByRole("button", { name: "Spalten", exact: true });
  await columns.click();
  const department = page.getByRole("checkbox", { name: "Abteilung" });
  await expect(department).toBeChecked();
  await goOffline(page, context);
  await department.uncheck();
  await expect(page.getByText("Offline-Modus · 1 ausstehend")).toBeVisible();
  const saved = page.waitForRequest(
    (request) => request.method() === "PUT" && request.url().endsWith("/users/me/preferences"),
  );
  await goOnline(page, context);
  const request = await saved;
  expect(request.headers()["if-match"]).toMatch(/^"\d+"$/);
  await expect.poll(() => storedCount(page)).toBe(0);
  await page.reload();
  await expect(page.getByRole("columnheader", { name: "Status" })).toBeVisible();
  await expect(page.getByRole("columnheader", { name: "Abteilung" })).toHaveCount(0);
});

test("see R4-58 a login while the portal cannot be reached is repeated when the portal responds, and can be canceled @soak", async ({
  page,
  people,
}) => {
  const person = await createViewer(people);
  const login = "**/api/v1/auth/login";
  // The legacy practice server of the demonstration cannot be reached either.
  await page.route("**/api/login", (route) => route.abort());
  await page.goto("/login");
  await page.route(login, (route) => route.abort());
  await fillLogin(page, person.email);
  const waiting = page
    .getByRole("alert")
    .filter({ hasText: "Sie werden angemeldet, sobald es wieder antwortet" });
  await expect(waiting).toBeVisible();
  await expect(page.getByLabel("Passwort", { exact: true })).toHaveValue("");
  expect(await readBrowserState(page)).not.toContain(password);
  await waiting.getByRole("button", { name: "Abbrechen" }).click();
  await expect(waiting).toHaveCount(0);

  await fillLogin(page, person.email, "Falsches-Wort-1");
  await expect(waiting).toBeVisible();
  await page.unroute(login);
  await expect(page.getByRole("alert")).toContainText("Ungültige Anmeldedaten");

  await page.route(login, (route) => route.abort());
  await fillLogin(page, person.email);
  await expect(waiting).toBeVisible();
  await page.unroute(login);
  await expect(heading(page, "Übersicht")).toBeVisible();
});
