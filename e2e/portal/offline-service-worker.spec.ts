import type { IncomingMessage, ServerResponse } from "node:http";
import type { Page, Response } from "@playwright/test";
import { expect, heading, signIn, test } from "../support/test.ts";
import { PeopleFactory } from "../support/people.ts";
import { startTestPortal, type TestPortal } from "../support/portal.ts";
import { cachedPaths, newPage, waitUntilStored } from "../support/service-worker.ts";

test.describe.configure({ mode: "serial" });

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Handles each request before the portal, which receives it only through `next`. Returns a function that
 * restores the portal's handling.
 */
function interceptRequests(
  portal: TestPortal,
  handle: (next: Handler, ...args: Parameters<Handler>) => void,
) {
  const { server } = portal.app.server;
  const listeners = server.listeners("request") as Handler[];
  const next: Handler = (request, response) => {
    for (const listener of listeners) listener.call(server, request, response);
  };
  server.removeAllListeners("request");
  server.on("request", (request: IncomingMessage, response: ServerResponse) =>
    handle(next, request, response),
  );
  return () => {
    server.removeAllListeners("request");
    for (const listener of listeners) server.on("request", listener);
  };
}

const isPage = (request: IncomingMessage) => request.headers.accept?.includes("text/html") ?? false;

let page: Page;
let storedPaths: string[];

async function signInAsAdministrator(opened: Page, portal: TestPortal): Promise<{ id: string }> {
  const people = new PeopleFactory(portal);
  const person = await people.createMember(await people.createOrganization(), "org_admin");
  await signIn(opened, person, "/users");
  return person;
}

test.beforeAll(async ({ browser, portal }) => {
  page = await newPage(browser, portal);
  await signInAsAdministrator(page, portal);
  storedPaths = await waitUntilStored(page);
});
test.beforeEach(async () => {
  await page.goto("/users");
  await expect(heading(page, "Mitarbeitende")).toBeVisible();
});
test.afterAll(() => page.context().close());

test("R7x-01 the service worker of /service-worker.js stores only the current language", async () => {
  const registered = await page.evaluate(async () => {
    const registrations = await navigator.serviceWorker.getRegistrations();
    return registrations.map(({ active, scope }) => [active?.scriptURL, scope]);
  });
  expect(registered).toEqual([
    [new URL("/service-worker.js", page.url()).href, new URL("/", page.url()).href],
  ]);
  const cached = await cachedPaths(page);
  expect(cached.toSorted()).toEqual(storedPaths.toSorted());
  expect(cached.filter((path) => /\.(en|fr|it)\.json$/.test(path))).toEqual([]);
});

test("R1-38 the pages of the portal are controlled by the service worker", async () => {
  const controller = await page.evaluate(() => navigator.serviceWorker.controller?.state);
  expect(controller).toBe("activated");
});

test("R7x-03 no response of an API call is stored", async () => {
  await page.reload();
  await expect(heading(page, "Mitarbeitende")).toBeVisible();
  await page.goto("/api/docs");
  await page.goto("/organization");
  await expect(heading(page, "Praxisprofil")).toBeVisible();
  const cached = await cachedPaths(page);
  expect(cached.length).toBeGreaterThan(100);
  expect(cached.filter((path) => /^\/(api|ws)/.test(path))).toEqual([]);
});

test("R0-188 the portal can be installed", async () => {
  const devTools = await page.context().newCDPSession(page);
  const { errors, url, data } = await devTools.send("Page.getAppManifest");
  expect(errors).toEqual([]);
  expect(new URL(url).pathname).toBe("/manifest.webmanifest");
  const manifest = JSON.parse(data ?? "") as { icons: { src: string; sizes: string }[] };
  expect(manifest).toMatchObject({ name: "Praxisportal", display: "standalone", start_url: "/", lang: "de" });
  for (const { src, sizes } of manifest.icons.filter(({ src: file }) => file.endsWith(".png"))) {
    const size = await page.evaluate(async (file) => {
      const { width, height } = await createImageBitmap(await (await fetch(file)).blob());
      return `${width}x${height}`;
    }, src);
    expect(size).toBe(sizes);
  }
  const { installabilityErrors } = await devTools.send("Page.getInstallabilityErrors");
  expect(installabilityErrors.filter(({ errorId }) => errorId !== "in-incognito")).toEqual([]);
});

test("R7x-02 a failed registration is only logged", async ({ browser, portal }) => {
  const restore = interceptRequests(portal, (next, request, response) => {
    if (request.url === "/service-worker.js") response.writeHead(500).end();
    else next(request, response);
  });
  const fresh = await newPage(browser, portal);
  try {
    const warnings: string[] = [];
    const errors: string[] = [];
    fresh.on("console", (message) => message.type() === "warning" && warnings.push(message.text()));
    fresh.on("pageerror", ({ message }) => errors.push(message));
    const { id: personId } = await signInAsAdministrator(fresh, portal);
    await expect
      .poll(() => warnings.join("\n"), { timeout: 15_000 })
      .toContain("The service worker was not registered");
    await expect(fresh.getByRole("alert")).toHaveCount(0);
    // A later notification is the only one in the list, which also keeps those that are no longer shown.
    await expect(fresh.getByRole("status", { name: "Verbindung: Verbunden" })).toBeVisible();
    const message = "Spätere Meldung";
    portal.app.live.publish({
      event: "notification",
      personId,
      data: { id: "later", type: "info", message },
    });
    await fresh.getByRole("button", { name: /^Benachrichtigungen/ }).press("Enter");
    const notifications = fresh.getByRole("dialog", { name: "Benachrichtigungen" }).getByRole("listitem");
    await expect(notifications).toHaveText([new RegExp(message)]);
    await fresh.keyboard.press("Escape");
    await expect(heading(fresh, "Mitarbeitende")).toBeVisible();
    expect(errors).toEqual([]);
  } finally {
    restore();
    await fresh.context().close();
  }
});

test("R0-185 files come from the cache, a page from the server or after 3 s from the cache, and calls never from the worker", async ({
  portal,
}) => {
  const requested: string[] = [];
  const byWorker: string[] = [];
  const recordSource = (response: Response) => {
    const { pathname } = new URL(response.url());
    if (response.fromServiceWorker()) byWorker.push(pathname);
  };
  page.on("response", recordSource);
  let delaysPages = false;
  const restore = interceptRequests(portal, (next, request, response) => {
    const path = request.url ?? "";
    requested.push(path);
    if (!delaysPages || !isPage(request)) next(request, response);
  });
  try {
    await page.reload();
    await expect(heading(page, "Mitarbeitende")).toBeVisible();
    expect(requested).toContain("/users");
    expect(requested.filter((path) => path.startsWith("/assets/"))).toEqual([]);
    expect(requested.filter((path) => path.startsWith("/api/"))).not.toEqual([]);
    await page.evaluate(() => Promise.allSettled(["/ws", "/ws/x"].map((path) => fetch(path))));
    expect(requested).toEqual(expect.arrayContaining(["/ws", "/ws/x"]));
    expect(byWorker).toEqual(expect.arrayContaining(["/users", "/theme.js"]));
    expect(byWorker.filter((path) => /^\/(?:api|ws)(?:\/|$)/.test(path))).toEqual([]);

    delaysPages = true;
    const start = Date.now();
    await page.goto("/organization");
    const ms = Date.now() - start;
    expect(ms).toBeGreaterThanOrEqual(2_900);
    expect(ms).toBeLessThan(8_000);
    // Only the page was delayed.
    await expect(heading(page, "Praxisprofil")).toBeVisible();
  } finally {
    restore();
    page.off("response", recordSource);
  }
});

/** Serves a script of this address as the service worker. */
function replaceScript(portal: TestPortal, read: () => Promise<string>) {
  return interceptRequests(portal, (next, request, response) => {
    if (request.url !== "/service-worker.js") return next(request, response);
    response.writeHead(200, { "content-type": "text/javascript", "cache-control": "no-cache" });
    void read().then((script) => response.end(script));
  });
}

const textOf = async (url: string) => (await fetch(url)).text();

test.describe("with a new version on the server", () => {
  let restore: () => void;
  let scriptBefore: unknown;
  test.beforeAll(async ({ portal }) => {
    // Read the script before there is a new version, because the browser also checks for one automatically.
    scriptBefore = { states: await states(), toasts: await toast().count() };
    const script = await textOf(`${portal.url}/service-worker.js`);
    restore = replaceScript(portal, async () => `${script}\n// changed`);
  });
  test.afterAll(() => restore());

  const toast = () => page.getByRole("status").filter({ hasText: "Update verfügbar" });
  const states = () =>
    page.evaluate(async () => {
      const { active, waiting } = await navigator.serviceWorker.ready;
      return [active?.state, waiting?.state];
    });

  test("R4-55 a version installed while one is active raises the notification Update verfügbar", async () => {
    expect(scriptBefore).toEqual({ states: ["activated", undefined], toasts: 0 });
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
    await expect(toast()).toBeVisible();
    await expect(page.locator("[data-type=info]").filter({ hasText: "Update verfügbar" })).toHaveCount(1);
    expect(await states()).toEqual(["activated", "installed"]);
  });

  test("R0-186 the new version does not take over when the page is opened again", async () => {
    await page.reload();
    await expect(toast()).toBeVisible();
    expect(await states()).toEqual(["activated", "installed"]);
  });

  test("see R4-56 Neu laden asks before it discards a form", async () => {
    await page.goto("/profile");
    const firstName = page.getByLabel("Vorname");
    await firstName.fill("Geändert");
    await expect(toast()).toBeVisible();
    await toast().getByRole("button", { name: "Neu laden" }).click();
    const confirmation = page.getByRole("alertdialog", { name: "Änderungen verwerfen?" });
    await confirmation.getByRole("button", { name: "Weiter bearbeiten" }).click();
    await expect(confirmation).toHaveCount(0);
    await expect(firstName).toHaveValue("Geändert");
    expect(await states()).toEqual(["activated", "installed"]);
    // The toast stays and still works after the dialog is closed.
    await expect(toast()).toBeVisible();
    await page.getByRole("button", { name: "Verwerfen" }).click();
  });

  test("R4-56 R0-186 Neu laden reloads the page with the new version", async () => {
    await expect(toast()).toBeVisible();
    await page.evaluate(() => Object.assign(globalThis, { isOldPage: true }));
    const loaded = page.waitForEvent("load");
    await toast().getByRole("button", { name: "Neu laden" }).click();
    await loaded;
    await expect(heading(page, "Mitarbeitende")).toBeVisible();
    expect(await page.evaluate(() => "isOldPage" in globalThis)).toBe(false);
    expect(await states()).toEqual(["activated", undefined]);
  });
});

test("R0-187 a portal with the service worker switched off removes it and its caches", async ({ portal }) => {
  const switchedOff = await startTestPortal({ FEATURE_SERVICE_WORKER: "off" });
  try {
    const restore = replaceScript(portal, () => textOf(`${switchedOff.url}/service-worker.js`));
    try {
      await page.goto("/organization");
      // The browser checks for a new version some time after a page was opened, and skips the check while that
      // of the previous page is running.
      const countAfterUpdate = async () => {
        const [registration] = await navigator.serviceWorker.getRegistrations();
        // An update fails if the registration is removed meanwhile.
        await registration?.update().catch(() => undefined);
        return (await navigator.serviceWorker.getRegistrations()).length;
      };
      await expect.poll(() => page.evaluate(countAfterUpdate)).toBe(0);
      expect(await cachedPaths(page)).toEqual([]);
    } finally {
      restore();
    }
    await page.goto(switchedOff.url);
    expect(await page.locator('meta[name="portal-config"]').getAttribute("content")).toContain(
      '"serviceWorker":false',
    );
  } finally {
    await switchedOff.stop();
  }
});
