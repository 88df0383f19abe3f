import type { Page } from "@playwright/test";
import { holdIdleWork } from "../../bench/support/hold-idle-work.ts";
import { isFullRun } from "../support/screens/full-run.ts";
import { openScreen } from "../support/screens/open-screen.ts";
import { pathOf, screens, settle } from "../support/screens/screens.ts";
import { expect, heading, signIn, test } from "../support/test.ts";

/** The first screen of each route, in its normal state if there is one. */
const plainScreens = [...new Set(screens.map((screen) => screen.route))]
  .filter((route) => route !== "*")
  .map((route) => screens.filter((screen) => screen.route === route))
  .flatMap(
    (routeScreens) =>
      routeScreens.find(({ before, prepare }) => !before && !prepare) ?? routeScreens[0] ?? [],
  );

/**
 * Holds the responses to the page's own requests until released. Requests for the session pass, and so do requests
 * for the organization, because the first page waits for its formats.
 */
async function holdResponses(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/api\/v1\/(?!auth\/|users\/me(?:\/start)?$|organizations\/[^/]+$)/, async (route) => {
    await released;
    await route.fallback();
  });
  return release;
}

/** The script that handles live events. It is loaded with the first event, for example the event of the sign-in. */
const eventScripts = /\/touched-keys-[^/]+\.js$/;

/**
 * The queue of offline changes with the shell's notice. The settings load it at once but without delaying the page, so
 * that a change made offline in the first seconds is kept.
 */
const queueScripts =
  /\/(?:start-queue|pending-changes-notice|confirm-dialog|confirm-sign-out|popups|forms)-[^/]+\.js$/;

/** Returns whether a page may load a script that it does not preload. */
function mayLoadLater(route: string, path: string): boolean {
  return eventScripts.test(path) || (route === "/settings" && queueScripts.test(path));
}

/** Records layout shifts from the first paint, as text with their size and elements. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: string[] = [];
    Object.assign(globalThis, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
        sources: { node: Element | null; previousRect: DOMRect; currentRect: DOMRect }[];
      })[]) {
        if (entry.hadRecentInput) continue;
        const moved = entry.sources.map(
          ({ node, previousRect, currentRect }) =>
            `${node?.nodeName} ${(node?.textContent ?? "").slice(0, 40)} ${previousRect.x},${previousRect.y} to ${currentRect.x},${currentRect.y}`,
        );
        shifts.push(`${entry.value.toFixed(4)}: ${moved.join(" | ")}`);
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
}

function shiftsOf(page: Page): Promise<string[]> {
  return page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        // The last paint is reported one frame later.
        requestAnimationFrame(() =>
          requestAnimationFrame(() => resolve((globalThis as unknown as { shifts: string[] }).shifts)),
        );
      }),
  );
}

/** The pages opened most often; the others are tested in the full run. */
const checkedRoutes = ["/login", "/dashboard", "/users", "/assistant"];

for (const screen of plainScreens.filter(({ route }) => isFullRun || checkedRoutes.includes(route))) {
  test(`${screen.route}: the page preloads its scripts, and the layout does not shift while it loads`, async ({
    page,
    people,
  }) => {
    const isPublic = screen.viewer === "anonymous";
    if (!isPublic) await openScreen(page, people, screen);
    await watchShifts(page);
    await holdIdleWork(page);
    const scripts: string[] = [];
    page.on("request", (request) => {
      if (request.resourceType() === "script") scripts.push(new URL(request.url()).pathname);
    });
    const release = await holdResponses(page);
    const address = isPublic ? pathOf(screen, { colleagueId: "", organizationId: "" }) : page.url();
    await screen.before?.(page);
    const response = await page.goto(address, { waitUntil: "load" });
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    // The placeholders have been painted.
    await shiftsOf(page);
    release();
    await settle(page, screen);
    const html = (await response?.text()) ?? "";
    expect(await shiftsOf(page)).toEqual([]);
    expect(scripts.filter((path) => !html.includes(path) && !mayLoadLater(screen.route, path))).toEqual([]);
  });
}

test("see R3-35 the counts of ten thousand tenants do not shift the page when they arrive @soak", async ({
  page,
  people,
}) => {
  await signIn(page, await people.createPlatformAccount("super_admin"));
  await page.route("**/api/tenant/statistics", async (route) => {
    const response = await route.fetch();
    const totals = Object.keys((await response.json()) as object).map((name) => [name, 10_240]);
    await route.fulfill({ response, json: Object.fromEntries(totals) });
  });
  await watchShifts(page);
  const release = await holdResponses(page);
  await page.goto("/tenant-management");
  await expect(page.getByRole("link", { name: "Aktiv", exact: false }).first()).toBeVisible();
  await shiftsOf(page);
  release();
  await expect(page.getByRole("link", { name: "Aktiv 10.240" })).toBeVisible();
  expect(await shiftsOf(page)).toEqual([]);
});

test("see R0-27 a bar shows that the next page is loading", async ({ page, people }) => {
  await signIn(page, await people.createMember(await people.createOrganization(), "org_admin"), "/settings");
  await expect(heading(page, "Einstellungen")).toBeVisible();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/assets\/(?!.*\.css)/, async (route) => {
    await released;
    await route.fallback();
  });
  /** Returns the style of the bar, or null if there is none. */
  const bar = () =>
    page.evaluate(() => {
      const { content, height, position, opacity } = getComputedStyle(
        document.querySelector("#content") ?? document.body,
        "::before",
      );
      return content === "none" ? null : { height, position, opacity };
    });
  expect(await bar()).toBeNull();
  await page.getByRole("link", { name: "Arbeitsplätze", exact: true }).click();
  await expect.poll(bar).toEqual({ height: "2px", position: "fixed", opacity: "1" });
  await expect(heading(page, "Einstellungen")).toBeVisible();
  release();
  await expect(heading(page, "Arbeitsplätze")).toBeVisible();
  await expect.poll(bar).toBeNull();
});

test("hovering a link fetches its page before the click", async ({ page, people }) => {
  await signIn(page, await people.createMember(await people.createOrganization(), "org_admin"));
  const scripts: string[] = [];
  const pending = new Set<string>();
  page.on("request", (request) => {
    if (request.resourceType() !== "script") return;
    scripts.push(request.url());
    pending.add(request.url());
  });
  page.on("requestfinished", (request) => pending.delete(request.url()));
  const link = page.getByRole("link", { name: "Mitarbeitende", exact: true });
  await link.hover();
  await expect.poll(() => scripts.some((url) => /\/assets\/users-(?!shared)/.test(url))).toBe(true);
  await expect.poll(() => pending.size).toBe(0);
  await expect(page).toHaveURL(/\/dashboard$/);
  scripts.length = 0;
  await link.click();
  await expect(heading(page, "Mitarbeitende")).toBeVisible();
  expect(scripts).toEqual([]);
});

test("R0-26 hovering over a navigation link loads the data of its route without recording activity", async ({
  page,
  people,
}) => {
  await signIn(page, await people.createMember(await people.createOrganization(), "org_admin"), "/settings");
  await expect(heading(page, "Einstellungen")).toBeVisible();
  const lastActivity = () => page.evaluate(() => localStorage.getItem("lastActivity"));
  const activityBefore = await lastActivity();
  expect(activityBefore).not.toBeNull();
  const reads: { path: string; isBackground: boolean }[] = [];
  page.on("request", (request) => {
    const path = new URL(request.url()).pathname;
    if (/\/(user-)?statistics$/.test(path))
      reads.push({
        path: path.slice(path.lastIndexOf("/") + 1),
        isBackground: request.headers()["x-background-read"] === "1",
      });
  });
  const link = page.getByRole("link", { name: "Übersicht", exact: true });
  const fetched = page.waitForResponse(/\/organizations\/[^/]+\/statistics\?/);
  await link.hover();
  await fetched;
  await expect(page).toHaveURL(/\/settings$/);
  expect(reads.length).toBeGreaterThan(0);
  // A request that counts as activity would keep the session alive on the server.
  expect(reads.filter(({ isBackground }) => !isBackground)).toEqual([]);
  expect(await lastActivity()).toBe(activityBefore);

  for (const [name, call] of [
    ["Mitarbeitende", /\/organizations\/[^/]+\/users$/],
    ["Ein- & Austritte", /\/staff-board\?/],
    ["Rechte-Überprüfung", /\/reviews$/],
    ["Nachweis-Mappe", /\/evidence$/],
    ["Webhooks", /\/webhooks$/],
  ] as const) {
    const request = page.waitForRequest(call);
    await page.getByRole("link", { name, exact: true }).hover();
    expect((await request).headers()["x-background-read"], name).toBe("1");
  }
  await expect(page).toHaveURL(/\/settings$/);
  expect(await lastActivity()).toBe(activityBefore);

  reads.length = 0;
  await link.click();
  await expect(page.getByRole("region", { name: "Mitarbeitende gesamt" })).toBeVisible();
  expect(reads).toEqual([]);
  expect(await lastActivity()).not.toBe(activityBefore);
});

test("R0-26 hovering over the link of the assistant loads its data", async ({ page, people }) => {
  const organization = await people.createOrganization();
  const editor = await people.createMember(organization, "editor", { permissions: ["ai:use"] });
  await signIn(page, editor, "/settings");
  await expect(heading(page, "Einstellungen")).toBeVisible();
  const fetched = [/\/ai\/providers\?models=true$/, /\/ai\/switches$/, /\/billing\/quota$/].map((call) =>
    page.waitForResponse(call),
  );
  await page.getByRole("link", { name: "KI-Assistent", exact: true }).hover();
  await Promise.all(fetched);
  await expect(page).toHaveURL(/\/settings$/);
});

test("R0-27 a dialog shows that its code is loading, and offers a retry after a failed download", async ({
  page,
  people,
}) => {
  const { promise: released, resolve: fail } = Promise.withResolvers<void>();
  let online = false;
  const scripts: string[] = [];
  await signIn(
    page,
    await people.createMember(await people.createOrganization(), "org_admin"),
    "/organization?tab=departments",
  );
  const openButton = page.getByRole("button", { name: "Abteilung anlegen" });
  await expect(openButton).toBeVisible();
  // This code is needed only by the dialog.
  await page.route(/\/assets\//, async (route) => {
    if (online) return route.fallback();
    scripts.push(route.request().url());
    await released;
    await route.abort();
  });
  await openButton.click();
  await expect(page.getByRole("status").filter({ hasText: "Wird geladen" })).toBeVisible();
  fail();
  const failure = page.getByRole("alert").filter({ hasText: "Das konnte nicht geladen werden" });
  await expect(failure).toBeVisible();
  await expect(heading(page, "Praxisprofil")).toBeVisible();
  expect(scripts.some((url) => url.includes("/name-dialog-"))).toBe(true);
  online = true;
  await failure.getByRole("button", { name: "Erneut versuchen" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expect(failure).toHaveCount(0);
});

test("a dialog can be canceled while its code is loading @soak", async ({ page, people }) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/assets\/name-dialog-[^/]+\.js$/, async (route) => {
    await released;
    await route.fallback();
  });
  await signIn(
    page,
    await people.createMember(await people.createOrganization(), "org_admin"),
    "/organization?tab=departments",
  );
  const openButton = page.getByRole("button", { name: "Abteilung anlegen" });
  const waiting = page.getByRole("status").filter({ hasText: "Wird geladen" });
  await openButton.click();
  await expect(waiting).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(waiting).toHaveCount(0);
  const fetched = page.waitForResponse(/\/assets\/name-dialog-/);
  release();
  await fetched;
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await openButton.click();
  await expect(page.getByRole("dialog")).toBeVisible();
});
