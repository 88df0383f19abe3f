import type { Page } from "@playwright/test";
import { modeClasses } from "../support/browser-state.ts";
import { KeyboardDriver } from "../support/keyboard-driver.ts";
import { expect, goOffline, fillLogin, heading, signIn, test, signInWithForm } from "../support/test.ts";

test("R2.3-12 the sidebar collapses, stays collapsed after a reload, and is a drawer below 768 px", async ({
  page,
  people,
}) => {
  await signIn(page, await people.createMember(await people.createOrganization(), "viewer"));
  const navigation = page.getByRole("navigation", { name: "Hauptnavigation" });
  await expect(navigation.getByText("Mitarbeitende")).toBeVisible();
  const groups = navigation.getByRole("list");
  await expect(groups).toHaveCount(1);
  await expect(groups).toHaveAccessibleName("Praxis");
  // The sidebar is a separate column on the left, from the top to the bottom of the window.
  const column = page.getByRole("complementary", { name: "Praxisportal" });
  expect(await column.boundingBox()).toMatchObject({ x: 0, y: 0, width: 240, height: 800 });
  await page.getByRole("button", { name: "Einklappen" }).click();
  await expect(navigation.getByText("Mitarbeitende")).toHaveCount(0);
  await expect(navigation.getByRole("link", { name: "Mitarbeitende" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("button", { name: "Ausklappen" })).toBeVisible();
  expect(await column.boundingBox()).toMatchObject({ x: 0, y: 0, width: 64, height: 800 });
  await page.setViewportSize({ width: 768, height: 812 });
  await expect(navigation).toBeVisible();
  await expect(page.getByRole("button", { name: "Navigation öffnen" })).toBeHidden();
  await page.setViewportSize({ width: 767, height: 812 });
  await expect(navigation).toBeHidden();
  await page.getByRole("button", { name: "Navigation öffnen" }).click();
  const drawer = page.getByRole("dialog");
  await expect.poll(() => drawer.boundingBox()).toMatchObject({ x: 0, y: 0, height: 812 });
  expect((await drawer.boundingBox())?.width).toBeLessThan(767);
  await expect(drawer.getByRole("list", { name: "Praxis" })).toBeVisible();
  await drawer.getByRole("link", { name: "Mitarbeitende" }).click();
  await expect(heading(page, "Mitarbeitende")).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("see R2.3-12 a sidebar longer than the window has its screens in groups, and scrolls to the current one", async ({
  page,
  people,
}) => {
  await page.setViewportSize({ width: 1280, height: 600 });
  await signIn(page, await people.createPlatformAccount("super_admin"), "/tenant-management");
  await expect(heading(page, "Tarife & Limits")).toBeVisible();
  const navigation = page.getByRole("navigation", { name: "Hauptnavigation" });
  await expect(navigation.getByRole("link", { name: "Tarife & Limits" })).toBeInViewport({ ratio: 1 });
  // It fades out at the end beyond which it goes on.
  const fadingOf = (end: "top" | "bottom") =>
    navigation.evaluate(
      (list, name) => getComputedStyle(list.parentElement ?? list).getPropertyValue(name),
      `--fade-${end}`,
    );
  await expect.poll(() => fadingOf("bottom")).toBe("32px");
  await navigation.getByRole("link").last().scrollIntoViewIfNeeded();
  await expect.poll(() => fadingOf("top")).toBe("32px");
  const groups = { Praxis: "Mitarbeitende", KI: "KI-Verbrauch", Kosten: "Auslastung", Plattform: "Praxen" };
  await expect(navigation.getByRole("list")).toHaveCount(Object.keys(groups).length);
  for (const [name, screen] of Object.entries(groups)) {
    const group = navigation.getByRole("list", { name, exact: true });
    await expect(group.getByRole("link", { name: screen, exact: true })).toHaveCount(1);
  }
});

test("R2.3-13 the top bar has organization, search, connection, notifications and user menu", async ({
  page,
  people,
}) => {
  const organization = await people.createOrganization();
  await signIn(page, await people.createMember(organization, "viewer"));
  const bar = page.getByRole("banner");
  await expect(bar).toContainText(organization.name);
  await expect(bar.getByRole("button", { name: "Suchen oder Befehl" })).toBeVisible();
  await expect(bar.getByRole("status", { name: "Verbindung: Verbunden" })).toBeVisible();
  await expect(bar.getByRole("button", { name: /Benachrichtigungen/ })).toBeVisible();
  await expect(bar.getByRole("button", { name: /^Menü von/ })).toBeVisible();
  await expect(bar.getByText("Strg")).toBeVisible();
  expect(await bar.boundingBox()).toMatchObject({ x: 240, y: 0, width: 1040 });
});

test("see R2.3-13 a narrow top bar shows the organization's name on two lines, and a lost connection @soak", async ({
  page,
  people,
  context,
  portal,
}) => {
  const organization = await people.createOrganization({ name: "Praxis am Musterplatz" });
  await page.setViewportSize({ width: 375, height: 812 });
  await signIn(page, await people.createMember(organization, "viewer"));
  const bar = page.getByRole("banner");
  const name = bar.getByText(organization.name);
  await expect(bar.getByRole("button", { name: "Bildschirm sperren" })).toBeVisible();
  const isFullyVisible = () =>
    name.evaluate((line) => line.clientHeight <= 40 && line.scrollHeight === line.clientHeight);
  expect(await isFullyVisible()).toBe(true);
  await goOffline(context, portal);
  await expect(bar.getByRole("status", { name: "Verbindung: Offline" })).toBeVisible();
});

test("see R2.3-13 on a narrow screen the top bar asks for a practice on one line", async ({
  page,
  people,
}) => {
  await page.setViewportSize({ width: 375, height: 812 });
  await signIn(page, await people.createPlatformAccount("super_admin"));
  const choose = page.getByRole("banner").getByRole("button", { name: "Praxis wählen" });
  const text = choose.getByText("Praxis", { exact: true });
  expect(await text.evaluate((line) => line.getClientRects().length)).toBe(1);
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(choose.getByText("Praxis wählen")).toBeVisible();
  await expect(text).toBeHidden();
});

test("R3-94 R6-45 R2.3-13 see R1-03 a person switches between two organizations and has the rights of the selected one", async ({
  page,
  people,
}) => {
  const first = await people.createOrganization({ name: `Aaa ${Math.random()}` });
  const second = await people.createOrganization({ name: `Bbb ${Math.random()}` });
  const person = await people.createMember(first, "viewer");
  await people.addMembership(second, person, "practice_admin");
  await people.createMember(second, "viewer", { lastName: "Nur-Hier" });
  await signIn(page, person, "/users");
  const bar = page.getByRole("banner");
  await bar.getByRole("button", { name: /Praxis wechseln/ }).click();
  const list = page.getByRole("list", { name: "Praxen" });
  await expect(list.getByRole("button")).toHaveCount(2);
  const current = await list.locator("[aria-current=true]").innerText();
  const otherOrganization = current.startsWith("Aaa") ? second : first;
  await list.getByRole("button", { name: otherOrganization.name }).click();
  await expect(
    bar.getByRole("button", { name: new RegExp(`${otherOrganization.name}. Praxis wechseln`) }),
  ).toBeVisible();
  const storedId = await page.evaluate(() => sessionStorage.getItem("selectedOrganization"));
  expect(JSON.parse(storedId ?? "null")).toMatchObject({ id: otherOrganization.id });
  expect(await page.evaluate(() => localStorage.getItem("praxis"))).toBe(otherOrganization.id);
  await page.reload();
  await expect(
    bar.getByRole("button", { name: new RegExp(`${otherOrganization.name}. Praxis wechseln`) }),
  ).toBeVisible();
});

test("R2.3-13 R2.3-17 Strg+K finds pages, people and commands, and works by keyboard alone", async ({
  page,
  people,
}) => {
  const organization = await people.createOrganization();
  const admin = await people.createMember(organization, "org_admin", {
    permissions: ["ai:read", "ai:manage"],
  });
  await people.createMember(organization, "viewer", { firstName: "Quirin", lastName: "Muster-Anders" });
  const colleague = await people.createMember(organization, "viewer", {
    firstName: "Quirin",
    lastName: "Beispiel-Suche",
  });
  await signIn(page, admin);
  await expect(heading(page, "Übersicht")).toBeVisible();
  await page.keyboard.press("Control+k");
  const field = page.getByRole("combobox", { name: "Seite, Person oder Befehl" });
  await expect(field).toBeFocused();
  await field.fill("einstell");
  await page.keyboard.press("Enter");
  await expect(heading(page, "Einstellungen")).toBeVisible();

  await page.keyboard.press("Control+k");
  await field.fill("Beispiel-Suche");
  await expect(page.getByRole("option", { name: /Beispiel-Suche, Quirin/ })).toBeVisible();
  await expect(page.getByRole("option", { name: /Muster-Anders/ })).toHaveCount(0);
  await page.getByRole("option", { name: /Beispiel-Suche, Quirin/ }).click();
  await expect(heading(page, "Quirin Beispiel-Suche")).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/users/${colleague.id}$`));

  await page.keyboard.press("Control+k");
  await field.fill("dunkel");
  await page.keyboard.press("Enter");
  await expect(page.locator("html")).toHaveClass(/\bdark\b/);

  // A task is found by its common name, although its page has a different one.
  await page.keyboard.press("Control+k");
  await field.fill("Auskunft");
  await expect(page.getByRole("option")).toHaveText(["Meine Daten herunterladen"]);
  await field.fill("Handy vergessen");
  await expect(page.getByRole("option")).toHaveText(["Tagescode erstellen: Person auswählen"]);
  await field.fill("Startdatum");
  await expect(page.getByRole("option")).toHaveText(["Neueintritt anlegen"]);
  await field.fill("KI abschalten");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/organization\?tab=ai$/);
  await expect(page.getByRole("button", { name: "KI anhalten", exact: true })).toBeInViewport();

  await page.keyboard.press("Control+k");
  await field.fill("gibt es wirklich nicht");
  const nothing = page.getByText(/Keine Seite, keine Person und kein Befehl/);
  await expect(nothing).toBeVisible();
  // The message replaces the results without an empty space above it.
  const [above, below] = await Promise.all([field.boundingBox(), nothing.boundingBox()]);
  expect((below?.y ?? Infinity) - (above?.y ?? 0)).toBeLessThan(220);
  await field.fill("bildschirm sperren");
  await page.keyboard.press("Enter");
  await expect(heading(page, "Bildschirm gesperrt")).toBeVisible();
});

test("see R2.3-13 the search reports no results only after the search for people has finished", async ({
  page,
  people,
}) => {
  const admin = await people.createMember(await people.createOrganization(), "org_admin");
  const { promise: release, resolve: letThrough } = Promise.withResolvers<void>();
  const isSearch = (url: URL) => url.searchParams.get("search") === "gibt es nicht";
  await page.route(isSearch, async (route) => {
    await release;
    await route.continue();
  });
  await signIn(page, admin);
  // The layout handles the shortcut.
  await expect(heading(page, "Übersicht")).toBeVisible();
  await page.keyboard.press("Control+k");
  const status = page.getByRole("dialog").getByRole("status");
  const texts = await status.evaluateHandle((element) => {
    const seenTexts: string[] = [];
    new MutationObserver(() => seenTexts.push(element.textContent)).observe(element, {
      childList: true,
      subtree: true,
      characterData: true,
    });
    return seenTexts;
  });
  const searchRequest = page.waitForRequest((request) => isSearch(new URL(request.url())));
  await page.getByRole("combobox", { name: "Seite, Person oder Befehl" }).fill("gibt es nicht");
  await searchRequest;
  await expect(status).toHaveText("Wird gesucht …");
  letThrough();
  await expect(status).toContainText("Keine Seite, keine Person und kein Befehl");
  expect(await texts.jsonValue()).toEqual([
    "Wird gesucht …",
    expect.stringContaining("Keine Seite, keine Person und kein Befehl"),
  ]);
});

test("see R2.3-13 R2.3-17 text typed right after Strg+K reaches the search, even if it loads late", async ({
  page,
  people,
}) => {
  const { promise: release, resolve: letThrough } = Promise.withResolvers<void>();
  await page.route("**/assets/command-dialog-*.js*", async (route) => {
    await release;
    await route.continue();
  });
  await signIn(page, await people.createMember(await people.createOrganization(), "org_admin"));
  await expect(heading(page, "Übersicht")).toBeVisible();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("mitarbeitx");
  await expect(
    page.getByRole("status").filter({ hasText: "Suche und Befehle werden geladen" }),
  ).toBeVisible();
  await page.keyboard.press("Backspace");
  letThrough();
  const field = page.getByRole("combobox", { name: "Seite, Person oder Befehl" });
  await expect(field).toHaveValue("mitarbeit");
  await expect(field).toBeFocused();
  await page.keyboard.type("ende");
  await page.keyboard.press("Enter");
  await expect(heading(page, "Mitarbeitende")).toBeVisible();

  // The dialog has been loaded, but takes a moment to open.
  await page.keyboard.press("Control+k");
  await page.keyboard.type("einstellungen");
  await page.keyboard.press("Enter");
  await expect(heading(page, "Einstellungen")).toBeVisible();
  await expect(field).toHaveCount(0);
  await page.keyboard.press("Control+k");
  await expect(field).toHaveValue("");
});

test("see R2.3-13 R2.3-17 a complete command can be typed before the search has loaded, and Escape discards it @soak", async ({
  page,
  people,
}) => {
  const { promise: release, resolve: letThrough } = Promise.withResolvers<void>();
  await page.route("**/assets/command-dialog-*.js*", async (route) => {
    await release;
    await route.continue();
  });
  await signIn(page, await people.createMember(await people.createOrganization(), "org_admin"));
  await expect(heading(page, "Übersicht")).toBeVisible();
  const waiting = page.getByRole("status").filter({ hasText: "Suche und Befehle werden geladen" });
  await page.keyboard.press("Control+k");
  await expect(waiting).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(waiting).toHaveCount(0);
  await page.keyboard.press("Control+k");
  await page.keyboard.type("einstellungen");
  await page.keyboard.press("Enter");
  letThrough();
  await expect(heading(page, "Einstellungen")).toBeVisible();
});

test("see R2.3-13 the search is loaded when the page is idle; if that fails, the page stays and shows an error @soak", async ({
  page,
  people,
  context,
}) => {
  const viewer = await people.createMember(await people.createOrganization(), "viewer");
  const fetched = page.waitForResponse(/command-dialog-[^/]+\.js$/);
  await signIn(page, viewer);
  await fetched;
  const otherPage = await context.newPage();
  await otherPage.route("**/assets/command-dialog-*.js*", (route) =>
    route.fulfill({ status: 404, body: "" }),
  );
  await otherPage.goto("/dashboard");
  await expect(heading(otherPage, "Übersicht")).toBeVisible();
  // The shortcut works once the page has started; its heading may be shown before.
  await expect(async () => {
    await otherPage.keyboard.press("Control+k");
    await expect(otherPage.getByRole("alert")).toContainText("Die Suche konnte nicht geöffnet werden", {
      timeout: 2_000,
    });
  }).toPass({ timeout: 15_000 });
  await expect(heading(otherPage, "Übersicht")).toBeVisible();
});

/**
 * Returns the names of the animations that start on the routed view itself while `act` runs, without those of
 * its loading bar.
 */
async function recordAnimations(page: Page, act: () => Promise<void>): Promise<string[]> {
  await page.evaluate(() => {
    const startedAnimations: string[] = [];
    Object.assign(window, { begun: startedAnimations });
    document.addEventListener("animationstart", (event) => {
      if (event.target instanceof Element && event.target.matches("main") && event.pseudoElement === "")
        startedAnimations.push(event.animationName);
    });
  });
  await act();
  return page.evaluate(() => (window as unknown as { begun: string[] }).begun);
}

test("R2.3-07 the routed view has a transition, except with reduced motion", async ({ page, people }) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await signInWithForm(page, await people.createMember(await people.createOrganization(), "org_admin"));
  const expectView = async (name: string) => {
    await expect(heading(page, name)).toBeVisible();
    // The view has faded in completely.
    await expect
      .poll(() => page.locator("main").evaluate((main) => getComputedStyle(main).opacity))
      .toBe("1");
  };
  await expectView("Übersicht");
  const go = (name: string) => async () => {
    await page.getByRole("link", { name, exact: true }).click();
    await expectView(name);
  };
  expect(await recordAnimations(page, go("Mitarbeitende"))).toEqual(["fade-in"]);
  // Sorting changes the URL but not the view.
  const sort = async () => {
    await page.getByRole("columnheader").getByRole("button").first().click();
    await expect(page).toHaveURL(/\?/);
  };
  expect(await recordAnimations(page, sort)).toEqual([]);
  await page.emulateMedia({ reducedMotion: "reduce" });
  expect(await recordAnimations(page, go("Übersicht"))).toEqual([]);
});

test("R3-91 the browser sends a random device label that reveals nothing about the hardware", async ({
  page,
  people,
  browser,
  baseURL,
}) => {
  const labelOf = (target: Page) => target.evaluate(() => localStorage.getItem("deviceFingerprint"));
  const loginRequest = page.waitForRequest((request) => request.url().includes("/api/v1/auth/login"));
  await signIn(page, await people.createMember(await people.createOrganization(), "viewer"));
  const label = await labelOf(page);
  expect(label).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect((await loginRequest).headers()["x-device-fingerprint"]).toBe(label);
  await page.reload();
  await expect(heading(page, "Übersicht")).toBeVisible();
  expect(await labelOf(page)).toBe(label);
  // The same browser with an empty profile gets another label, so the label is not derived from browser or machine.
  const fresh = await browser.newContext(baseURL === undefined ? {} : { baseURL });
  const anonymousPage = await fresh.newPage();
  await anonymousPage.goto("/login");
  await fillLogin(anonymousPage, "niemand@example.org");
  await expect(anonymousPage.getByRole("alert")).toBeVisible();
  const another = await labelOf(anonymousPage);
  expect(another).toMatch(/^[0-9a-f-]{36}$/);
  expect(another).not.toBe(label);
  await fresh.close();
});

test("R3-92 the browser keeps locale and theme, including on the login page after sign-out", async ({
  page,
  people,
}) => {
  await signIn(page, await people.createMember(await people.createOrganization(), "viewer"), "/settings");
  await page.getByLabel("Sprache auf diesem Gerät").selectOption("Français");
  await expect(heading(page, "Paramètres")).toBeVisible();
  await page.getByRole("radio", { name: "Sombre" }).check();
  const storedPreferences = () =>
    page.evaluate(() => [localStorage.getItem("locale"), localStorage.getItem("theme")]);
  expect(await storedPreferences()).toEqual(["fr", "dark"]);
  await page.getByRole("button", { name: /^Menu de/ }).click();
  await page.getByRole("menuitem", { name: "Se déconnecter" }).click();
  await expect(heading(page, "Se connecter")).toBeVisible();
  expect(await storedPreferences()).toEqual(["fr", "dark"]);
  await page.reload();
  await expect(heading(page, "Se connecter")).toBeVisible();
  await expect(page.locator("html")).toHaveClass(/\bdark\b/);
  await expect(page.locator("html")).toHaveAttribute("lang", /^fr/);
});

test("R2.3-04 R2.3-06 R2.3-10 R4-65 the offline banner comes and goes with the connection", async ({
  page,
  people,
  portal,
  context,
}) => {
  await signIn(page, await people.createMember(await people.createOrganization(), "viewer"));
  await expect(heading(page, "Übersicht")).toBeVisible();
  await goOffline(context, portal);
  await expect(page.getByText("Offline-Modus")).toBeVisible();
  // The class of the connection mode, mode-offline, is set as well.
  await expect(page.locator("html")).toContainClass("offline");
  await context.setOffline(false);
  await expect(page.getByText("Offline-Modus")).toHaveCount(0);
  await expect(page.locator("html")).not.toContainClass("offline");
});

test("R2.3-10 R2.3-11 R4-66 the root element has the stored connection mode at the start, and shows a lost connection", async ({
  page,
  people,
  context,
}) => {
  const person = await people.createMember(await people.createOrganization(), "viewer");
  const root = page.locator("html");
  await page.goto("/login");
  await expect.poll(() => modeClasses(page)).toEqual(["mode-cloud"]);
  await expect(root).not.toContainClass("offline");
  await context.setOffline(true);
  await expect(root).toContainClass("offline");
  await context.setOffline(false);
  await expect(root).not.toContainClass("offline");
  await page.evaluate(() => localStorage.setItem("connectionMode", "offline"));
  // Keeps the first class: the server may respond at any time, and a server that does not respond also means
  // offline.
  await page.addInitScript(() => {
    new MutationObserver(() => {
      const mode = /\bmode-\w+/.exec(document.documentElement.className)?.[0];
      if (mode !== undefined) document.documentElement.dataset["firstMode"] ??= mode;
    }).observe(document, { attributes: true, attributeFilter: ["class"], subtree: true });
  });
  await page.reload();
  await expect(root).toHaveAttribute("data-first-mode", "mode-offline");
  await fillLogin(page, person.email);
  await expect(heading(page, "Übersicht")).toBeVisible();
  await expect.poll(() => modeClasses(page)).toEqual(["mode-cloud"]);
});

test("R8-27 R8-28 an uncaught error and an unhandled rejection are shown to the user", async ({
  page,
  people,
}) => {
  const person = await people.createMember(await people.createOrganization(), "viewer");
  const box = page.getByRole("alert").filter({ hasText: "Ein unerwarteter Fehler ist aufgetreten" });
  const expectShown = async () => {
    await page.evaluate(() => {
      window.dispatchEvent(new ErrorEvent("error", { message: "x", error: new Error("x") }));
    });
    await expect(box).toBeVisible();
    await box.getByRole("button", { name: "Schließen" }).click();
    await expect(box).toHaveCount(0);
  };
  // The login page is a separate application.
  await page.goto("/login");
  await expect(heading(page, "Anmelden")).toBeVisible();
  await expectShown();
  await fillLogin(page, person.email);
  await expect(heading(page, "Übersicht")).toBeVisible();
  await expectShown();
  await page.evaluate(() => {
    const promise = Promise.resolve();
    window.dispatchEvent(
      new PromiseRejectionEvent("unhandledrejection", { promise, reason: new Error("y") }),
    );
  });
  await expect(box).toBeVisible();
});

test("R8-29 a page that fails to render shows an error inside the layout, and the next page opens", async ({
  page,
  people,
}) => {
  const logged: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") logged.push(message.text());
  });
  // This response violates the contract.
  await page.route(/\/api\/v1\/organizations\/[^/]+\/users(?:\?|$)/, (route) =>
    route.fulfill({ json: { data: [null], pagination: { page: 1, limit: 20, total: 1, pages: 1 } } }),
  );
  await signIn(page, await people.createMember(await people.createOrganization(), "org_admin"));
  await expect(heading(page, "Übersicht")).toBeVisible();
  await page.getByRole("link", { name: "Mitarbeitende", exact: true }).click();
  await expect(heading(page, "Ein unerwarteter Fehler ist aufgetreten")).toBeVisible();
  await expect(page.getByRole("main")).toHaveCount(1);
  expect(logged.join("\n")).toContain("TypeError");
  await page.getByRole("link", { name: "Übersicht", exact: true }).click();
  await expect(heading(page, "Übersicht")).toBeVisible();
});

test("R8-21 R8-22 an unconfirmed sign-out clears this browser and is reported on the login page, once", async ({
  page,
  people,
}) => {
  const organization = await people.createOrganization();
  await signIn(page, await people.createMember(organization, "viewer"));
  await page.route("**/api/v1/auth/logout", (route) => route.abort());
  await page.getByRole("button", { name: /^Menü von/ }).click();
  await page.getByRole("menuitem", { name: "Abmelden" }).click();
  await expect(heading(page, "Anmelden")).toBeVisible();
  const signedOutNotice = page.getByText("Auf diesem Gerät sind Sie abgemeldet");
  await expect(signedOutNotice).toBeVisible();
  await expect(page.locator("[data-type=warning]").filter({ has: signedOutNotice })).toBeVisible();
  const storedSession = await page.evaluate(() =>
    [
      ...["accessToken", "refreshToken", "user", "organization", "praxis", "sessionTimes"].map((key) =>
        localStorage.getItem(key),
      ),
      sessionStorage.getItem("selectedOrganization"),
    ].filter((value) => value !== null),
  );
  expect(storedSession).toEqual([]);
  await fillLogin(page, (await people.createMember(organization, "editor")).email);
  await expect(page.getByRole("button", { name: /^Menü von/ })).toBeVisible();
  await expect(signedOutNotice).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Benachrichtigungen", exact: true })).toBeVisible();
});

test("R2.3-17 see R2.3-13 signing in, every element of the shell and signing out work by keyboard alone", async ({
  page,
  people,
}) => {
  const person = await people.createMember(await people.createOrganization(), "viewer");
  await people.addMembership(await people.createOrganization(), person, "viewer");
  await page.goto("/login");
  await expect(page.getByLabel("Benutzername oder E-Mail-Adresse")).toBeFocused();
  await page.keyboard.type(person.email);
  await page.keyboard.press("Tab");
  await page.keyboard.type("Probe-Kennwort-7");
  await page.keyboard.press("Enter");
  await expect(heading(page, "Übersicht")).toBeVisible();
  // Every element of the shell, in the order of the Tab key, shows the focus and works with Enter.
  const keys = new KeyboardDriver(page);
  const tabToElement = async (name: string | RegExp, role: "link" | "button" = "button") => {
    const element = page.getByRole(role, { name, exact: typeof name === "string" }).first();
    await keys.tabTo(element);
    const hasFocusRing = await element.evaluate((target) => {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(target);
      return (outlineStyle !== "none" && Number.parseFloat(outlineWidth) > 0) || boxShadow !== "none";
    });
    expect(hasFocusRing, String(name)).toBe(true);
    await page.keyboard.press("Enter");
  };
  const navigation = page.getByRole("navigation", { name: "Hauptnavigation" });
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await tabToElement("Mitarbeitende", "link");
  await expect(heading(page, "Mitarbeitende")).toBeFocused();
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await tabToElement("Zum Inhalt springen", "link");
  await expect(page.locator("#content")).toBeFocused();
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await tabToElement("Einklappen");
  await expect(navigation.getByText("Mitarbeitende")).toHaveCount(0);
  // The button keeps the focus.
  await expect(page.getByRole("button", { name: "Ausklappen" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(navigation.getByText("Mitarbeitende")).toBeVisible();
  await tabToElement(/Praxis wechseln/);
  await expect(page.getByRole("list", { name: "Praxen" }).getByRole("button")).toHaveCount(2);
  await page.keyboard.press("Escape");
  await tabToElement(/^Suchen oder Befehl/);
  await expect(page.getByRole("combobox", { name: "Seite, Person oder Befehl" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await tabToElement(/^Benachrichtigungen/);
  await expect(page.getByText("Keine Benachrichtigungen")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByText("Keine Benachrichtigungen")).toHaveCount(0);
  await tabToElement("Bildschirm sperren");
  await expect(heading(page, "Bildschirm gesperrt")).toBeVisible();
  // The field appears when the workstation has been read.
  await expect(page.getByLabel(/^Passwort von/)).toBeFocused();
  await page.keyboard.type("Probe-Kennwort-7");
  await page.keyboard.press("Enter");
  await expect(heading(page, "Mitarbeitende")).toBeVisible();
  await tabToElement(/^Menü von/);
  await expect(page.getByRole("menuitem", { name: "Einstellungen" })).toBeVisible();
  await page.keyboard.press("End");
  await expect(page.getByRole("menuitem", { name: "Abmelden" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(heading(page, "Anmelden")).toBeVisible();
});

test("R4-27 R4-35 R4-38 R2.3-08 the warning dialog opens before the session ends and extends it", async ({
  page,
  people,
}) => {
  await signIn(page, await people.createMember(await people.createOrganization(), "viewer"));
  await expect(heading(page, "Übersicht")).toBeVisible();
  // The server reports the remaining time, first as after 24 idle minutes and then as after 26.
  let leftMs = 5.8 * 60_000;
  await page.route("**/auth/check-auth", async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { authenticated: boolean; serverTime: string };
    const idleExpiresAt = new Date(Date.parse(body.serverTime) + leftMs).toISOString();
    // The connection watch calls check-auth without a session.
    const json = body.authenticated ? { ...body, idleExpiresAt } : body;
    await route.fulfill({ response, json });
  });
  await page.clock.install();
  await page.reload();
  await expect(heading(page, "Übersicht")).toBeVisible();
  await page.evaluate(() => localStorage.removeItem("lastActivity"));
  const dialog = page.getByRole("alertdialog", { name: "Ihre Sitzung läuft ab" });
  // This is more than five minutes, even after another minute.
  await page.clock.runFor(61_000);
  await expect(page.getByRole("button", { name: /^Menü von/ })).toBeVisible();
  await expect(dialog).toHaveCount(0);
  leftMs = 4.5 * 60_000;
  await page.clock.runFor(61_000);
  await expect(dialog).toBeVisible();
  await expect(dialog).toContainText("Minuten");
  await page.mouse.click(5, 5);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeVisible();
  await dialog.getByRole("button", { name: "Sitzung verlängern" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(heading(page, "Übersicht")).toBeVisible();
});
