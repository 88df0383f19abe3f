import { expect, fillLogin, heading, signIn, stopClock, test } from "../support/test.ts";

test("R2.1-07 R2.1-08 the root redirects a signed-in user to the dashboard", async ({ page, people }) => {
  await signIn(page, await people.createMember(await people.createOrganization(), "viewer"), "/");
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(heading(page, "Übersicht")).toBeVisible();
});

/** Roles and the navigation entries they may see. */
const navigationEntries = [
  ["hr", ["Übersicht"]],
  ["viewer", ["Übersicht", "Mitarbeitende", "Praxisprofil"]],
  ["editor", ["Übersicht", "Mitarbeitende", "Praxisprofil"]],
  ["practice_admin", ["Übersicht", "Mitarbeitende", "Praxisprofil", "Ein- & Austritte", "Arbeitsplätze"]],
  [
    "org_admin",
    [
      "Übersicht",
      "Mitarbeitende",
      "Praxisprofil",
      "Team-Aktivität",
      "Ein- & Austritte",
      "Arbeitsplätze",
      "Rechte-Überprüfung",
      "Nachweis-Mappe",
      "Protokoll",
      "Webhooks",
    ],
  ],
] as const;

for (const [role, names] of navigationEntries) {
  test(`R2.1-08 R2.1-40 ${role} opens the dashboard; the navigation lists exactly the accessible pages`, async ({
    page,
    people,
  }) => {
    await signIn(page, await people.createMember(await people.createOrganization(), role), "/dashboard");
    await expect(heading(page, "Übersicht")).toBeVisible();
    const links = page.getByRole("navigation", { name: "Hauptnavigation" }).getByRole("link");
    await expect(links).toHaveText([...names]);
    for (const name of names) {
      await links.getByText(name, { exact: true }).click();
      await expect(page).toHaveTitle(`${name} – Praxisportal`);
      await expect(heading(page, name)).toBeVisible();
    }
  });
}

for (const role of ["admin", "super_admin"] as const) {
  test(`R2.1-08 the platform ${role} opens the dashboard`, async ({ page, people }) => {
    await signIn(page, await people.createPlatformAccount(role), "/dashboard");
    await expect(heading(page, "Übersicht")).toBeVisible();
    await expect(page).toHaveURL(/\/dashboard$/);
  });
}

test("R2.2-01 R2.2-02 R2.2-03 see R2.2-04 a requested path survives the login, query included", async ({
  page,
  people,
}) => {
  const person = await people.createMember(await people.createOrganization(), "viewer");
  await page.goto("/users?status=locked&sortBy=lastLogin");
  await expect(heading(page, "Anmelden")).toBeVisible();
  await expect
    .poll(() => new URL(page.url()).searchParams.get("redirect"))
    .toBe("/users?status=locked&sortBy=lastLogin");
  await fillLogin(page, person.email);
  await expect(heading(page, "Mitarbeitende")).toBeVisible();
  await expect.poll(() => new URL(page.url()).search).toBe("?status=locked&sortBy=lastLogin");
});

for (const target of ["https://evil.example/x", "//evil.example", "/\\evil.example", "javascript:alert(1)"]) {
  test(`R2.2-04 the redirect ${target} is not followed`, async ({ page, people }) => {
    const person = await people.createMember(await people.createOrganization(), "viewer");
    await page.goto(`/login?redirect=${encodeURIComponent(target)}`);
    await fillLogin(page, person.email);
    await expect(heading(page, "Übersicht")).toBeVisible();
    await expect.poll(() => new URL(page.url()).pathname).toBe("/dashboard");
  });
}

test("R2.2-05 a reload restores session and page", async ({ page, people }) => {
  await signIn(page, await people.createMember(await people.createOrganization(), "viewer"), "/settings");
  const visited: string[] = [];
  page.on("framenavigated", (frame) => visited.push(new URL(frame.url()).pathname));
  await page.reload();
  await expect(heading(page, "Einstellungen")).toBeVisible();
  await expect(page).toHaveURL(/\/settings$/);
  // The guard waits for the session; it does not lead through the login page.
  expect(visited).not.toContain("/login");
  expect(visited.length).toBeGreaterThan(0);
});

test("R2.2-06 R2.1-39 see R2.2-02 R2.2-03 an invalid session leads to the login page, and the next sign-in back to the page", async ({
  page,
  people,
}) => {
  await page.goto("/login");
  await page.evaluate(() => localStorage.setItem("accessToken", "x".repeat(43)));
  await page.goto("/users");
  await expect(heading(page, "Anmelden")).toBeVisible();
  await expect.poll(() => new URL(page.url()).searchParams.get("redirect")).toBe("/users");

  const person = await people.createMember(await people.createOrganization(), "practice_admin");
  await fillLogin(page, person.email);
  await expect(heading(page, "Mitarbeitende")).toBeVisible();
  // Without the device cookie the server accepts neither token.
  await page.context().clearCookies();
  await page.getByRole("searchbox", { name: "Mitarbeitende suchen" }).fill("Probe");
  await expect(heading(page, "Anmelden")).toBeVisible();
  await expect.poll(() => new URL(page.url()).searchParams.get("redirect")).toMatch(/^\/users/);
  // This login page is part of the running portal; the first one was loaded on its own.
  await fillLogin(page, person.email);
  await expect(heading(page, "Mitarbeitende")).toBeVisible();
  await expect(page).toHaveURL(/\/users(?:\?|$)/);
});

test("R2.1-15 R2.2-08 R8-33 R2.1-40 without users:read there is no link to the staff page", async ({
  page,
  people,
}) => {
  await signIn(page, await people.createMember(await people.createOrganization(), "hr"));
  const navigation = page.getByRole("navigation", { name: "Hauptnavigation" });
  await expect(navigation.getByRole("link", { name: "Übersicht" })).toBeVisible();
  await expect(navigation.getByRole("link", { name: "Mitarbeitende" })).toHaveCount(0);
  await page.goto("/users");
  await expect(heading(page, "Übersicht")).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard$/);
  const reason = page.getByRole("alert").filter({ hasText: "„Mitarbeitende“ ist für Sie nicht freigegeben" });
  await expect(reason).toBeVisible();
  await reason.getByRole("button", { name: "Schließen" }).click();
  await expect(reason).toHaveCount(0);
});

test("R2.1-15 with users:read the staff page opens", async ({ page, people }) => {
  await signIn(page, await people.createMember(await people.createOrganization(), "viewer"), "/users");
  await expect(heading(page, "Mitarbeitende")).toBeVisible();
});

for (const path of [
  "/no-such-page",
  "/no-such-page.html",
  "/users/1/2/3",
  "/Chart",
  "/UserProfile",
  "/UsageDashboard",
  "/PasswordReset",
]) {
  test(`R2.1-32 R2.1-34 ${path} is the not-found page, without a login`, async ({ page }) => {
    await page.goto(path);
    await expect(heading(page, "Seite nicht gefunden")).toBeVisible();
    await expect(page).toHaveTitle("Seite nicht gefunden – Praxisportal");
    await expect(page.getByRole("link", { name: "Zur Übersicht" })).toBeVisible();
  });
}

test("see R2.1-32 the page is served for a missing file only if a user opens its address", async ({
  page,
}) => {
  for (const [accept, type] of [
    ["text/html,application/xhtml+xml,*/*;q=0.8", "text/html; charset=utf-8"],
    ["*/*", "application/problem+json; charset=utf-8"],
  ] as const) {
    const response = await page.request.get("/assets/no-such-file.js", { headers: { accept } });
    expect([response.status(), response.headers()["content-type"]]).toEqual([404, type]);
  }
});

for (const path of ["/no-such-page", "/users/1/2/3"]) {
  test(`see R2.1-32 R2.1-34 ${path} keeps the layout for a signed-in user, who can continue from there`, async ({
    page,
    people,
  }) => {
    const person = await people.createMember(await people.createOrganization(), "viewer");
    await signIn(page, person, path);
    await expect(heading(page, "Seite nicht gefunden")).toBeVisible();
    await expect(page).toHaveTitle("Seite nicht gefunden – Praxisportal");
    const navigation = page.getByRole("navigation", { name: "Hauptnavigation" });
    await navigation.getByRole("link", { name: "Mitarbeitende" }).click();
    await expect(heading(page, "Mitarbeitende")).toBeVisible();
    await page.goBack();
    await expect(heading(page, "Seite nicht gefunden")).toBeVisible();
    // Like every page in the layout, it closes when the session ends.
    await page.getByRole("button", { name: /^Menü von/ }).click();
    await page.getByRole("menuitem", { name: "Abmelden" }).click();
    await expect(heading(page, "Anmelden")).toBeVisible();
    await page.goto(path);
    await expect(heading(page, "Seite nicht gefunden")).toBeVisible();
    await expect(navigation).toHaveCount(0);
  });
}

test("R2.2-13 each page has its German title, and the title follows the language", async ({
  page,
  people,
}) => {
  await signIn(page, await people.createMember(await people.createOrganization(), "viewer"));
  await expect(page).toHaveTitle("Übersicht – Praxisportal");
  await page.getByRole("link", { name: "Mitarbeitende", exact: true }).click();
  await expect(page).toHaveTitle("Mitarbeitende – Praxisportal");
  await page.goto("/settings");
  await expect(page).toHaveTitle("Einstellungen – Praxisportal");
  await page.getByLabel("Sprache auf diesem Gerät").selectOption("Français");
  await expect(page).toHaveTitle("Paramètres – Praxisportal");
});

test("the focus moves to the heading of the new page, and the skip link to the content", async ({
  page,
  people,
}) => {
  await signIn(page, await people.createMember(await people.createOrganization(), "viewer"));
  await page.getByRole("link", { name: "Mitarbeitende", exact: true }).click();
  await expect(heading(page, "Mitarbeitende")).toBeFocused();
  await page.reload();
  await expect(heading(page, "Mitarbeitende")).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Zum Inhalt springen" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.locator("main")).toBeFocused();
});

test("R2.2-12 each visited route records activity", async ({ page, people }) => {
  await signIn(page, await people.createMember(await people.createOrganization(), "viewer"));
  await expect(heading(page, "Übersicht")).toBeVisible();
  await page.evaluate(() => localStorage.removeItem("lastActivity"));
  // The navigation is programmatic, so that no click or key counts as activity.
  await page.evaluate(() => history.pushState({}, "", "/settings"));
  await expect(heading(page, "Einstellungen")).toBeVisible();
  await expect.poll(() => page.evaluate(() => localStorage.getItem("lastActivity"))).not.toBeNull();
});

test("R2.2-15 the global error is cleared by the next navigation", async ({ page, people }) => {
  await signIn(page, await people.createMember(await people.createOrganization(), "viewer"));
  await expect(heading(page, "Übersicht")).toBeVisible();
  await page.clock.install();
  // Without a navigation, the error would disappear after 5 s.
  await stopClock(page);
  const box = page.getByRole("alert").filter({ hasText: "Ein unerwarteter Fehler ist aufgetreten" });
  const fail = async () => {
    await page.evaluate(() => {
      window.dispatchEvent(new ErrorEvent("error", { message: "x", error: new Error("x") }));
    });
    await expect(box).toBeVisible();
  };
  await fail();
  await page.getByRole("link", { name: "Mitarbeitende", exact: true }).click();
  await expect(heading(page, "Mitarbeitende")).toBeVisible();
  await expect(box).toHaveCount(0);
  // A navigation within the page counts as well.
  await fail();
  await page.getByRole("columnheader").getByRole("button").first().click();
  await expect(page).toHaveURL(/\/users\?sort/);
  await expect(box).toHaveCount(0);
});

test("R2.2-18 without analytics no page view is reported, and no request goes to another origin", async ({
  page,
  people,
  portal,
}) => {
  const foreign: string[] = [];
  const reported: string[] = [];
  page.on("request", (request) => {
    if (request.postData()?.includes("pageview") === true) reported.push(request.url());
    if (!request.url().startsWith(portal.url) && !request.url().startsWith("data:"))
      foreign.push(request.url());
  });
  await signIn(page, await people.createMember(await people.createOrganization(), "org_admin"));
  await page.getByRole("link", { name: "Mitarbeitende", exact: true }).click();
  await expect(page.getByRole("row").nth(1)).toBeVisible();
  expect([foreign, reported]).toEqual([[], []]);
});

test("R2.2-19 a page whose script is missing is reloaded once; if it is still missing an error is shown", async ({
  page,
  people,
}) => {
  await signIn(page, await people.createMember(await people.createOrganization(), "viewer"));
  await expect(heading(page, "Übersicht")).toBeVisible();
  const script = /\/assets\/users-[\w-]{7}\.js/;
  let loads = 0;
  page.on("load", () => {
    loads += 1;
  });
  await page.route(script, (route) => route.fulfill({ status: 404, body: "" }));
  const reloaded = page.waitForEvent("load");
  await page.getByRole("link", { name: "Mitarbeitende", exact: true }).click();
  await reloaded;
  await expect(page.getByRole("button", { name: /^Menü von/ })).toBeVisible();
  await page.getByRole("link", { name: "Mitarbeitende", exact: true }).click();
  await expect(heading(page, "Die Seite konnte nicht geladen werden")).toBeVisible();
  expect(loads).toBe(1);
  // The layout still works, and the page opens once the file is available.
  await page.unroute(script);
  await page.getByRole("link", { name: "Übersicht", exact: true }).click();
  await expect(heading(page, "Übersicht")).toBeVisible();
  await page.getByRole("button", { name: /^Benachrichtigungen/ }).click();
  await expect(page.getByText("Keine Benachrichtigungen")).toBeVisible();
});
