import type { Page } from "@playwright/test";
import { modeClasses, readBrowserState } from "../support/browser-state.ts";
import { account, test } from "../support/legacy.ts";
import { expect, fillLogin, heading } from "../support/test.ts";
import type { ProxyFault } from "../support/faulty-proxy.ts";

// The tests change the answers of one proxy.
test.describe.configure({ mode: "default" });

const portalLogin = /^\/api\/v1\/auth\/login$/;

/** Collects the calls of the fallback login. */
function watchLegacyLogins(page: Page) {
  const logins: { praxisId?: string; connectionInfo: Record<string, string | null> }[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).pathname !== "/api/login") return;
    logins.push(request.postDataJSON() as (typeof logins)[number]);
  });
  return logins;
}

async function expectLegacySession(page: Page): Promise<void> {
  await expect(heading(page, "Praxisserver")).toBeVisible();
  await expect(page.getByText("Angemeldet als empfang")).toBeVisible();
}

test("R7s-44 see R1-40 the fallback login opens classic mode after no response, 502, 503, 504 or a foreign 404", async ({
  page,
  legacy,
}) => {
  const faults: readonly ProxyFault[] = ["no response", 502, 503, 504, 404];
  for (const fault of faults) {
    legacy.proxy.setFault(portalLogin, fault);
    await page.goto("/login");
    await fillLogin(page, account.username, account.password);
    await expectLegacySession(page);
    await page.getByRole("button", { name: "Abmelden", exact: true }).click();
    await expect(heading(page, "Anmelden")).toBeVisible();
  }
});

test("R0-215 R7s-44 a login refused with 401, 403, 429, 500, the portal's own 404 or for overload never tries the fallback", async ({
  page,
  legacy,
}) => {
  const logins = watchLegacyLogins(page);
  await page.goto("/login");
  const refusals = [
    [401, "INVALID_CREDENTIALS"],
    [403, "FORBIDDEN"],
    [404, "NOT_FOUND"],
    [429, "TOO_MANY_ATTEMPTS"],
    [500, "INTERNAL_ERROR"],
    [503, "OVERLOADED"],
    [503, "MAINTENANCE"],
    [503, "SERVICE_UNAVAILABLE"],
  ] as const;
  for (const [status, code] of refusals) {
    const message = `Antwort ${status} ${code}`;
    await page.route("**/api/v1/auth/login", (route) =>
      route.fulfill({
        status,
        contentType: "application/problem+json",
        json: { type: "about:blank", title: code, status, code, message, requestId: "1" },
      }),
    );
    await fillLogin(page, account.username, account.password);
    await expect(page.getByRole("alert")).toContainText(status === 500 ? "Serverfehler" : message);
    await page.unroute("**/api/v1/auth/login");
  }
  // A proxy sends the same statuses in another format.
  for (const status of [400, 401, 403, 429, 500, 501]) {
    legacy.proxy.setFault(portalLogin, status);
    const response = page.waitForResponse("**/api/v1/auth/login");
    await fillLogin(page, account.username, account.password);
    expect((await response).status()).toBe(status);
    await expect(page.getByRole("alert")).toContainText(
      status < 500 ? "Anmeldung fehlgeschlagen" : "Serverfehler",
    );
  }
  expect(logins).toEqual([]);
});

test("R7s-44 the fallback login signs users in while the portal has no database", async ({ page }) => {
  await page.route("**/api/v1/auth/login", (route) =>
    route.fulfill({
      status: 503,
      contentType: "application/problem+json",
      json: {
        type: "about:blank",
        title: "x",
        status: 503,
        code: "DATABASE_UNAVAILABLE",
        message: "x",
        requestId: "1",
      },
    }),
  );
  await page.goto("/login");
  await fillLogin(page, account.username, account.password);
  await expectLegacySession(page);
});

test("R7s-51 see R1-44 R3-53 R7s-43 the address in the connection info comes from the portal, and is null without a response", async ({
  page,
  legacy,
}) => {
  const logins = watchLegacyLogins(page);
  const servers = new Set<string>();
  page.on("request", (request) => servers.add(new URL(request.url()).origin));
  legacy.proxy.setFault(/^\/api\/v1\/auth\/(?:login|practice-code)$/, 502);
  await page.goto("/login");
  await fillLogin(page, account.username, account.password);
  await expectLegacySession(page);
  await page.getByRole("button", { name: "Abmelden", exact: true }).click();
  await expect(heading(page, "Anmelden")).toBeVisible();
  legacy.proxy.setFault(/^\/api\/v1\//, 502);
  await page.getByLabel("Praxis auswählen").selectOption("other");
  await page.getByLabel("Praxiscode").fill("ALTPRAXIS-2026");
  await fillLogin(page, account.username, account.password);
  await expectLegacySession(page);
  expect(logins.map(({ praxisId, connectionInfo }) => [praxisId, connectionInfo["publicIp"]])).toEqual([
    [undefined, expect.stringMatching(/127\.0\.0\.1$/)],
    ["ALTPRAXIS-2026", null],
  ]);
  const browserInfo = await page.evaluate(() => ({
    userAgent: navigator.userAgent,
    platform: navigator.platform,
    language: navigator.language,
    screenResolution: `${screen.width}x${screen.height}`,
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  }));
  for (const { connectionInfo } of logins) {
    expect(connectionInfo).toMatchObject(browserInfo);
    const age = Date.now() - Date.parse(String(connectionInfo["timestamp"]));
    expect(age).toBeGreaterThanOrEqual(0);
    expect(age).toBeLessThan(60_000);
  }
  expect([...servers]).toEqual([new URL(page.url()).origin]);
});

test("R0-222 R2.2-09 R2.3-11 R7s-45 a legacy session has the mode legacy, opens three pages and survives a reload", async ({
  page,
  legacy,
}) => {
  const mode = () => page.evaluate(() => localStorage.getItem("connectionMode"));
  legacy.proxy.setFault(portalLogin, 502);
  await page.goto("/login?redirect=/patienten");
  await fillLogin(page, account.username, account.password);
  await expect(heading(page, "Patienten")).toBeVisible();
  await expect.poll(() => modeClasses(page)).toEqual(["mode-legacy"]);
  expect(await mode()).toBe("legacy");
  await expect(page.getByRole("banner").getByText("Klassischer Modus")).toBeVisible();
  // With the legacy server down, the pages still open and show a message.
  legacy.server.setSwitches({ refusing: true });
  for (const path of ["/dashboard", "/users", "/settings", "/profile", "/"]) {
    await page.goto(path);
    await expectLegacySession(page);
    expect(new URL(page.url()).pathname).toBe("/legacy");
  }
  // The last health check is valid for ten seconds.
  await expect(async () => {
    await page.getByRole("button", { name: "Jetzt prüfen" }).click();
    await expect(page.getByText("Der Praxisserver ist nicht erreichbar")).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 15_000 });
  legacy.server.setSwitches({});
  const links = page.getByRole("navigation", { name: "Klassischer Modus" }).getByRole("link");
  await expect(links).toHaveText(["Praxisserver", "Patienten", "Tests"]);
  await links.nth(2).click();
  await expect(heading(page, "Tests")).toBeVisible();

  await links.nth(1).click();
  await page.getByRole("searchbox", { name: "Patienten suchen" }).fill("musterfrau");
  await expect(page.getByText("1–4 von 4")).toBeVisible();
  const token = await page.evaluate(() => sessionStorage.getItem("legacySession") ?? "");
  expect(token.length).toBeGreaterThan(20);
  await page.getByRole("button", { name: "Abmelden", exact: true }).click();
  await expect(heading(page, "Anmelden")).toBeVisible();
  await expect.poll(() => modeClasses(page)).toEqual(["mode-cloud"]);
  expect(await mode()).toBe("cloud");
  const state = await readBrowserState(page);
  const { token: secret } = JSON.parse(token) as { token: string };
  expect(["Musterfrau", "musterfrau", secret].filter((marker) => state.includes(marker))).toEqual([]);
  await page.goto("/patienten");
  await expect(heading(page, "Anmelden")).toBeVisible();
});

test("R0-219 a token without its device cookie is refused, and the page returns to the login", async ({
  page,
  legacy,
}) => {
  legacy.proxy.setFault(portalLogin, 502);
  await page.goto("/login");
  await fillLogin(page, account.username, account.password);
  await expectLegacySession(page);
  await page.context().clearCookies();
  await page
    .getByRole("main")
    .getByRole("link", { name: /^Patienten/ })
    .click();
  await expect(heading(page, "Anmelden")).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.getItem("legacySession"))).toBeNull();
});

test("a refusal by the legacy server is shown; if that server is down, the login waits for the portal @soak", async ({
  page,
  legacy,
  watch,
}) => {
  legacy.proxy.setFault(portalLogin, 502);
  await page.goto("/login");
  await fillLogin(page, account.username, "Falsches-Kennwort-1");
  await expect(page.getByRole("alert")).toContainText(
    "kennt diesen Benutzernamen oder dieses Passwort nicht",
  );
  legacy.server.setSwitches({ refusing: true });
  await fillLogin(page, account.username, account.password);
  await expect(page.getByRole("alert")).toContainText("Sie werden angemeldet, sobald es wieder antwortet");
  // The portal reports that the legacy server does not answer.
  expect(await watch.takeFaults()).toEqual([expect.stringContaining("LEGACY_UNREACHABLE")]);
});
