import type { Page, Request } from "@playwright/test";
import { expect, fillLogin, heading, signIn, stopClock, test, signInWithForm } from "../support/test.ts";

const minuteMs = 60_000;

const dialogOf = (page: Page) => page.getByRole("alertdialog", { name: "Ihre Sitzung läuft ab" });
const accessToken = (page: Page) => page.evaluate(() => localStorage.getItem("accessToken"));
const storedValue = (page: Page, key: string) =>
  page.evaluate((name) => JSON.parse(localStorage.getItem(name) ?? "null") as unknown, key);

/** Makes check-auth report the given remaining times from the next page load on. All other responses are real. */
async function shortenSession(
  page: Page,
  remaining: { idleMs?: number; absoluteMs?: number },
): Promise<void> {
  await page.route("**/auth/check-auth", async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { authenticated: boolean; serverTime: string };
    const timeAfter = (ms: number) => new Date(Date.parse(body.serverTime) + ms).toISOString();
    const change = {
      ...(remaining.idleMs === undefined ? {} : { idleExpiresAt: timeAfter(remaining.idleMs) }),
      ...(remaining.absoluteMs === undefined ? {} : { absoluteExpiresAt: timeAfter(remaining.absoluteMs) }),
    };
    // The connection watch calls check-auth without a session.
    await route.fulfill({ response, json: body.authenticated ? { ...body, ...change } : body });
  });
  await page.clock.install();
  await page.reload();
  await expect(heading(page, "Übersicht")).toBeVisible();
  // The reload itself counts as activity; simulate an idle user since then.
  await page.evaluate(() => localStorage.removeItem("lastActivity"));
}

test.describe("session data in the browser", () => {
  test("R3-88 R3-89 R3-90 the browser stores tokens that are useless on their own, and a reduced user object", async ({
    page,
    people,
  }) => {
    const organization = await people.createOrganization();
    const person = await people.createMember(organization, "editor", { phone: "+49 30 7654321" });
    await signIn(page, person);
    await expect(heading(page, "Übersicht")).toBeVisible();
    const user = (await storedValue(page, "user")) as Record<string, unknown>;
    expect(Object.keys(user).toSorted()).toEqual(["displayName", "id", "permissions", "role"]);
    expect(user).toMatchObject({ id: person.id, displayName: "Mia Muster-Probe", role: "editor" });
    expect(await storedValue(page, "organization")).toEqual({
      id: organization.id,
      displayName: organization.name,
    });
    expect(await page.evaluate(() => localStorage.getItem("praxis"))).toBe(organization.id);
    const storedText = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }]),
    );
    for (const secret of [person.email, "7654321", person.username]) expect(storedText).not.toContain(secret);

    // Values that scripts can read are not enough for a session: the other half is an httpOnly cookie.
    const withoutCookie = await page.evaluate(async () => {
      const token = localStorage.getItem("accessToken");
      const refreshToken = localStorage.getItem("refreshToken");
      const options = { credentials: "omit", headers: { authorization: `Bearer ${token}` } } as const;
      const me = await fetch("/api/v1/users/me", options);
      const refresh = await fetch("/api/v1/auth/refresh", {
        method: "POST",
        credentials: "omit",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ refreshToken }),
      });
      return { token, refreshToken, me: me.status, refresh: refresh.status, cookie: document.cookie };
    });
    expect(withoutCookie.token).toMatch(/\S{20,}/);
    expect(withoutCookie.refreshToken).toMatch(/\S{10,}/);
    expect([withoutCookie.me, withoutCookie.refresh]).toEqual([401, 401]);
    // The stored refresh token is only a handle: no cookie contains it, and it contains no cookie.
    const secrets = (await page.context().cookies()).filter(({ httpOnly }) => httpOnly);
    expect(secrets.length).toBeGreaterThan(0);
    for (const { value } of secrets) {
      expect(value).not.toContain(String(withoutCookie.refreshToken));
      expect(storedText).not.toContain(value);
    }
    expect(withoutCookie.cookie).toBe("");
  });

  test("R7s-02 R7s-04 every request has the cookies and the device label", async ({ page, people }) => {
    const calls: Request[] = [];
    // Only with a response: requests aborted by leaving the page have no cookies.
    page.on("response", (response) => {
      if (new URL(response.url()).pathname.startsWith("/api/")) calls.push(response.request());
    });
    await signIn(page, await people.createMember(await people.createOrganization(), "org_admin"));
    await page.getByRole("link", { name: "Mitarbeitende", exact: true }).click();
    // Rows without a name are placeholders until the response arrives.
    await expect(page.getByRole("rowheader").first()).toBeVisible();
    await page.goto("/settings");
    const saved = page.waitForResponse((response) => response.url().endsWith("/api/v1/users/me"));
    await page.getByRole("radio", { name: "Dunkel" }).check();
    await saved;
    await page.reload();
    await expect(heading(page, "Einstellungen")).toBeVisible();
    const label = await page.evaluate(() => localStorage.getItem("deviceFingerprint"));
    const names = () => new Set(calls.map((call) => `${call.method()} ${new URL(call.url()).pathname}`));
    await expect.poll(() => names().size).toBeGreaterThan(6);
    const cookiesAndLabels = await Promise.all(
      calls.map(async (call) => ({ path: new URL(call.url()).pathname, headers: await call.allHeaders() })),
    );
    expect(cookiesAndLabels.filter(({ headers }) => headers["x-device-fingerprint"] !== label)).toEqual([]);
    // The sign-in sets the cookies; every later request must send them.
    const signedIn = cookiesAndLabels.slice(
      cookiesAndLabels.findIndex(({ path }) => path.endsWith("/auth/login")) + 1,
    );
    expect(signedIn.length).toBeGreaterThan(6);
    const [cookie] = await page.context().cookies();
    expect(cookie?.httpOnly).toBe(true);
    expect(signedIn.filter(({ headers }) => !headers["cookie"]?.includes(`${cookie?.name}=`))).toEqual([]);
  });

  test("R3-96 a sign-in by another person in another tab removes the previous person's data from this one", async ({
    page,
    people,
    context,
  }) => {
    const [organization1, organization2] = [
      await people.createOrganization(),
      await people.createOrganization(),
    ];
    const formerPerson = await people.createMember(organization1, "org_admin", {
      firstName: "Kanaria",
      lastName: "Muster-Gelb",
    });
    const nextPerson = await people.createMember(organization2, "org_admin", {
      firstName: "Sittich",
      lastName: "Probe-Grün",
    });
    await signIn(page, formerPerson, "/users");
    await expect(page.getByRole("rowheader").filter({ hasText: "Kanaria" })).toBeVisible();
    const otherPage = await context.newPage();
    await otherPage.goto("/dashboard");
    await otherPage.getByRole("button", { name: /^Menü von/ }).click();
    await otherPage.getByRole("menuitem", { name: "Abmelden" }).click();
    await expect(heading(otherPage, "Anmelden")).toBeVisible();
    // This is not the organization that the device remembers.
    await otherPage.getByLabel("Praxis auswählen").selectOption("Keine Auswahl");
    await fillLogin(otherPage, nextPerson.email);
    await expect(otherPage.getByRole("button", { name: /^Menü von Sittich/ })).toBeVisible();
    // Without any interaction, the page shows the next user and no trace of the previous one.
    await expect(page.getByRole("button", { name: /^Menü von Sittich/ })).toBeVisible();
    const content = await page.content();
    for (const trace of ["Kanaria", "Gelb", organization1.name, formerPerson.email])
      expect(content).not.toContain(trace);
  });
});

test.describe("a rejected request", () => {
  /** Answers the first request to each path with 401, as for an expired token. */
  async function refuseOnce(
    page: Page,
    calls: string | RegExp = "**/api/v1/**",
  ): Promise<Map<string, number>> {
    const times = new Map<string, number>();
    await page.route(calls, async (route, request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith("/api/v1/auth/")) {
        times.set(pathname, (times.get(pathname) ?? 0) + 1);
        return route.continue();
      }
      const call = `${request.method()} ${pathname}`;
      times.set(call, (times.get(call) ?? 0) + 1);
      if (times.get(call) !== 1) return route.continue();
      const problem = {
        type: "urn:praxisportal:problem:NOT_AUTHENTICATED",
        title: "Nicht autorisiert",
        status: 401,
        detail: "x",
        instance: pathname,
        code: "NOT_AUTHENTICATED",
        message: "x",
        requestId: "x",
      };
      await route.fulfill({ status: 401, contentType: "application/problem+json", json: problem });
    });
    return times;
  }

  test("R7s-21 R7s-22 concurrent 401 responses share one refresh, and each request is retried once", async ({
    page,
    people,
  }) => {
    const organization = await people.createOrganization();
    const owner = await people.createMember(organization, "org_admin", { permissions: ["ai:read"] });
    await signInWithForm(page, owner, "/settings");
    await expect(heading(page, "Einstellungen")).toBeVisible();
    // A page that makes two calls at once.
    const times = await refuseOnce(page, /\/api\/(?:v1\/auth\/|billing\/(?:usage|quota)\?)/);
    await page.getByRole("link", { name: "KI-Verbrauch", exact: true }).click();
    await expect(page.getByText("Noch kein Verbrauch")).toBeVisible();
    const refusedCalls = [...times].filter(([call]) => !call.startsWith("/api/v1/auth/"));
    expect(refusedCalls).toHaveLength(2);
    for (const [call, count] of refusedCalls) expect(count, call).toBe(2);
    expect(times.get("/api/v1/auth/refresh")).toBe(1);
  });

  test("R4-06 a refused refresh ends the session; an unanswered one does not", async ({ page, people }) => {
    await signIn(
      page,
      await people.createMember(await people.createOrganization(), "org_admin"),
      "/settings",
    );
    await expect(heading(page, "Einstellungen")).toBeVisible();
    await refuseOnce(page);
    await page.route("**/api/v1/auth/refresh", (route) => route.abort());
    await page.getByRole("link", { name: "Mitarbeitende", exact: true }).click();
    await expect(page.getByRole("button", { name: "Erneut versuchen" })).toBeVisible({ timeout: 20_000 });
    await expect(page.getByRole("button", { name: /^Menü von/ })).toBeVisible();

    await page.unroute("**/api/v1/auth/refresh");
    await page.unroute("**/api/v1/**");
    await refuseOnce(page);
    await page.route("**/api/v1/auth/refresh", (route) => route.fulfill({ status: 401, body: "" }));
    await page.getByRole("button", { name: "Erneut versuchen" }).click();
    await expect(heading(page, "Anmelden")).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem("accessToken"))).toBeNull();
  });
});

test.describe("the end of a session", () => {
  test("R4-07 R4-14 see R8-52 the absolute session limit signs the user out despite activity", async ({
    page,
    people,
  }) => {
    await signIn(page, await people.createMember(await people.createOrganization(), "viewer"));
    await shortenSession(page, { absoluteMs: 3 * minuteMs });
    await page.clock.runFor(2 * minuteMs);
    await expect(dialogOf(page)).toBeVisible();
    await page.clock.runFor(2 * minuteMs);
    await expect(heading(page, "Anmelden")).toBeVisible();
    await expect(page.getByText("Sitzung abgelaufen")).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem("accessToken"))).toBeNull();
  });

  test("R4-08 see R8-52 30 minutes without activity end the countdown and sign the user out", async ({
    page,
    people,
  }) => {
    await signIn(page, await people.createMember(await people.createOrganization(), "viewer"));
    await expect(heading(page, "Übersicht")).toBeVisible();
    await page.clock.install();
    await page.reload();
    await expect(heading(page, "Übersicht")).toBeVisible();
    await page.evaluate(() => localStorage.removeItem("lastActivity"));
    await page.clock.runFor(24 * minuteMs);
    await expect(dialogOf(page)).toHaveCount(0);
    await page.clock.runFor(2 * minuteMs);
    await expect(dialogOf(page)).toBeVisible();
    await page.clock.runFor(3 * minuteMs);
    await expect(dialogOf(page)).toBeVisible();
    await page.clock.runFor(2 * minuteMs);
    await expect(heading(page, "Anmelden")).toBeVisible();
    await expect(page.getByText("Sitzung abgelaufen")).toBeVisible();
  });

  test("R4-16 the page signs out after more than 30 minutes without activity, before the server's limit", async ({
    page,
    people,
  }) => {
    await signIn(page, await people.createMember(await people.createOrganization(), "viewer"));
    await shortenSession(page, { idleMs: 60 * minuteMs });
    await stopClock(page);
    await page.evaluate(() => localStorage.setItem("lastActivity", String(Date.now())));
    await page.clock.runFor(29 * minuteMs);
    await page.clock.runFor(minuteMs);
    await expect(heading(page, "Übersicht")).toBeVisible();
    await expect(dialogOf(page)).toHaveCount(0);
    expect(await accessToken(page)).not.toBeNull();
    await page.clock.runFor(minuteMs);
    await expect.poll(() => accessToken(page)).toBeNull();
    await page.clock.resume();
    await expect(heading(page, "Anmelden")).toBeVisible();
  });

  test("R4-28 see R8-52 a session that expired while the device slept ends at once, without a warning", async ({
    page,
    people,
  }) => {
    await signIn(page, await people.createMember(await people.createOrganization(), "viewer"));
    await shortenSession(page, { idleMs: 20 * minuteMs });
    await page.clock.runFor(minuteMs);
    await stopClock(page);
    await expect(dialogOf(page)).toHaveCount(0);
    await page.clock.fastForward(45 * minuteMs);
    await expect.poll(() => accessToken(page)).toBeNull();
    await page.clock.resume();
    await expect(heading(page, "Anmelden")).toBeVisible();
    await expect(page.getByText("Sitzung abgelaufen")).toBeVisible();
  });

  test("R4-15 an active user gets a new token when less than 5 minutes remain", async ({ page, people }) => {
    await page.clock.install();
    await page.goto("/login");
    await fillLogin(page, (await people.createMember(await people.createOrganization(), "viewer")).email);
    await expect(heading(page, "Übersicht")).toBeVisible();
    const firstToken = await page.evaluate(() => localStorage.getItem("accessToken"));
    let refreshes = 0;
    page.on("request", (request) => {
      if (request.url().endsWith("/auth/refresh")) refreshes += 1;
    });
    await page.mouse.click(600, 700);
    // The token is valid for 10 minutes, and the monitor checks it every minute.
    await page.clock.runFor(4.5 * minuteMs);
    expect(refreshes).toBe(0);
    // This is shorter than the timeout of the call, which would otherwise end it.
    await page.clock.runFor(0.6 * minuteMs);
    await expect.poll(() => refreshes).toBe(1);
    await expect.poll(() => page.evaluate(() => localStorage.getItem("accessToken"))).not.toBe(firstToken);
    await expect(page.getByRole("button", { name: /^Menü von/ })).toBeVisible();
  });
});

test.describe("the warning dialog", () => {
  test("R4-30 R4-31 R4-32 R4-34 R4-36 see R8-21 R8-22 counts down every second in a ring; Abmelden signs out", async ({
    page,
    people,
  }) => {
    await signIn(page, await people.createMember(await people.createOrganization(), "viewer"));
    await shortenSession(page, { idleMs: 2 * minuteMs });
    await page.clock.runFor(minuteMs);
    const dialog = dialogOf(page);
    await expect(dialog).toBeVisible();
    await expect(dialog).toContainText("Sekunden");
    await expect(dialog).not.toContainText("Minuten");
    const ring = dialog.locator("svg").filter({ has: page.locator("circle[r='54']") });
    const box = await ring.boundingBox();
    expect([Math.round(box?.width ?? 0), Math.round(box?.height ?? 0)]).toEqual([120, 120]);
    const secondsLeft = async () =>
      Number(await dialog.locator("[data-countdown]").getAttribute("data-countdown"));
    await stopClock(page);
    const startSeconds = await secondsLeft();
    expect(startSeconds).toBeLessThanOrEqual(60);
    expect(startSeconds).toBeGreaterThan(40);
    for (const elapsedSeconds of [1, 2, 3]) {
      await page.clock.runFor(1_000);
      await expect.poll(secondsLeft).toBe(startSeconds - elapsedSeconds);
    }
    await page.clock.resume();
    // The warning about an unconfirmed sign-out appears here, too.
    await page.route("**/api/v1/auth/logout", (route) => route.abort());
    await dialog.getByRole("button", { name: "Abmelden" }).click();
    await expect(heading(page, "Anmelden")).toBeVisible();
    await expect(page.locator("[data-type=warning]")).toContainText("Auf diesem Gerät sind Sie abgemeldet");
    expect(await page.evaluate(() => localStorage.getItem("accessToken"))).toBeNull();
    await expect(page.getByText("Sitzung abgelaufen")).toHaveCount(0);
  });

  test("R4-28 R4-33 shows minutes down to one full minute, then seconds, and signs out at 0", async ({
    page,
    people,
  }) => {
    await signIn(page, await people.createMember(await people.createOrganization(), "viewer"));
    await shortenSession(page, { idleMs: 4 * minuteMs });
    await page.clock.runFor(minuteMs);
    await expect(dialogOf(page)).toBeVisible();
    await stopClock(page);
    const countdown = dialogOf(page).locator("[data-countdown]");
    const secondsLeft = async () => Number(await countdown.getAttribute("data-countdown"));
    await page.clock.runFor((await secondsLeft()) * 1_000 - minuteMs);
    await expect(countdown).toHaveText("1:00");
    await expect(dialogOf(page)).toContainText("Minuten");
    await page.clock.runFor(1_000);
    await expect(countdown).toHaveText("59");
    await expect(dialogOf(page)).toContainText("Sekunden");
    await page.clock.runFor(58_000);
    await expect(countdown).toHaveText("1");
    expect(await accessToken(page)).not.toBeNull();
    await page.clock.runFor(1_000);
    await expect.poll(() => accessToken(page)).toBeNull();
    await page.clock.resume();
    await expect(heading(page, "Anmelden")).toBeVisible();
    await expect(page.getByText("Sitzung abgelaufen")).toBeVisible();
  });

  test("R4-18 R4-25 actions in the open dialog are not activity; extending moves the idle limit, not the absolute limit", async ({
    page,
    people,
    portal,
  }) => {
    const person = await people.createMember(await people.createOrganization(), "viewer");
    await signIn(page, person);
    // A renewal alone would leave 10 of the 30 minutes.
    const lastActiveAt = new Date(Date.now() - 20 * minuteMs);
    await portal.app.identityDb.write((tx) =>
      tx.identity
        .updateTable("session")
        .set({ last_active_at: lastActiveAt })
        .where("person_id", "=", person.id)
        .execute(),
    );
    await shortenSession(page, { idleMs: 4.5 * minuteMs });
    const times = async () => (await storedValue(page, "sessionTimes")) as Record<string, string>;
    await page.clock.runFor(minuteMs + 1_000);
    await expect(dialogOf(page)).toBeVisible();
    await page.mouse.click(5, 5);
    await page.keyboard.press("Shift");
    await page.clock.runFor(5_000);
    expect(await page.evaluate(() => localStorage.getItem("lastActivity"))).toBeNull();
    const timesBefore = await times();
    await dialogOf(page).getByRole("button", { name: "Sitzung verlängern" }).click();
    await expect(dialogOf(page)).toHaveCount(0);
    const timesAfter = await times();
    expect(timesAfter["absoluteExpiresAt"]).toBe(timesBefore["absoluteExpiresAt"]);
    expect(Date.parse(timesAfter["idleExpiresAt"] ?? "")).toBeGreaterThan(
      Date.parse(timesBefore["idleExpiresAt"] ?? "") + 20 * minuteMs,
    );
  });

  test("R8-26 shows an error and stays open when the session cannot be extended", async ({
    page,
    people,
  }) => {
    await signIn(page, await people.createMember(await people.createOrganization(), "viewer"));
    await shortenSession(page, { idleMs: 4.5 * minuteMs });
    await page.clock.runFor(minuteMs + 1_000);
    await expect(dialogOf(page)).toBeVisible();
    await page.route("**/auth/refresh", (route) => route.fulfill({ status: 500, body: "" }));
    await dialogOf(page).getByRole("button", { name: "Sitzung verlängern" }).click();
    await expect(dialogOf(page).getByText("Sitzung konnte nicht verlängert werden")).toBeVisible();
    await expect(dialogOf(page).getByRole("button", { name: "Sitzung verlängern" })).toBeVisible();
  });
});

test.describe("activity", () => {
  const actions: Record<string, (page: Page) => Promise<void>> = {
    "R4-20 mouse down": (page) => page.mouse.down(),
    "R4-21 key down": (page) => page.keyboard.down("Shift"),
    "R4-22 scroll": (page) => page.mouse.wheel(0, 200),
    "R4-23 touch start": (page) => page.touchscreen.tap(600, 500),
  };

  test.describe("of a signed-in person", () => {
    test.use({ hasTouch: true, viewport: { width: 1280, height: 400 } });

    for (const [title, act] of Object.entries(actions)) {
      test(`${title} is recorded after a second`, async ({ page, people }) => {
        await signIn(page, await people.createMember(await people.createOrganization(), "viewer"));
        await page.clock.install();
        await page.reload();
        await expect(heading(page, "Übersicht")).toBeVisible();
        await page.mouse.move(600, 300);
        await stopClock(page);
        await page.clock.runFor(2_000);
        await page.evaluate(() => localStorage.removeItem("lastActivity"));
        const record = () => page.evaluate(() => localStorage.getItem("lastActivity"));
        await page.evaluate(() => {
          const recorded = new Promise<void>((resolve) => {
            for (const name of ["mousedown", "keydown", "scroll", "touchstart"])
              document.addEventListener(name, () => resolve(), { capture: true, once: true });
          });
          Object.assign(window, { heard: recorded });
        });
        await act(page);
        await page.evaluate(() => (window as unknown as { heard: Promise<void> }).heard);
        await page.clock.runFor(900);
        expect(await record()).toBeNull();
        await page.clock.runFor(200);
        await expect.poll(record).toMatch(/^\d{13}$/);
      });
    }
  });

  test("R4-19 R4-29 is not recorded on the login page, before sign-in or after sign-out", async ({
    page,
    people,
  }) => {
    const record = () => page.evaluate(() => localStorage.getItem("lastActivity"));
    await page.clock.install();
    await page.goto("/login");
    await expect(heading(page, "Anmelden")).toBeVisible();
    await page.mouse.click(5, 5);
    await page.keyboard.press("Shift");
    await page.clock.runFor(61_000);
    expect(await record()).toBeNull();
    await signIn(page, await people.createMember(await people.createOrganization(), "viewer"));
    await page.getByRole("button", { name: /^Menü von/ }).click();
    await page.clock.runFor(2_000);
    expect(await record()).not.toBeNull();
    await page.getByRole("menuitem", { name: "Abmelden" }).click();
    await expect(heading(page, "Anmelden")).toBeVisible();
    await page.mouse.click(5, 5);
    await page.keyboard.press("Shift");
    await page.clock.runFor(61_000);
    expect(await record()).toBeNull();
  });
});

test("R3-93 R3-94 the browser keeps the application's id and type and the selected organization", async ({
  page,
  people,
}) => {
  const practice = await people.createOrganization();
  await signIn(page, await people.createMember(practice, "viewer"));
  const values = await page.evaluate(() => ({
    id: localStorage.getItem("applicationId"),
    type: localStorage.getItem("applicationType"),
    organization: JSON.parse(sessionStorage.getItem("selectedOrganization") ?? "null") as {
      id: string;
    } | null,
  }));
  expect(values).toMatchObject({ id: "web-portal", type: "web", organization: { id: practice.id } });
});
