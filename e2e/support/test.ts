import { expect, type BrowserContext, type Page } from "@playwright/test";
import type { KeyboardDriver } from "./keyboard-driver.ts";
import { password, PeopleFactory, type Person } from "./people.ts";
import { startTestPortal, type TestPortal } from "./portal.ts";
import { test as watched } from "./watch/watched-test.ts";

export interface TestFixtures {
  people: PeopleFactory;
}

export interface WorkerFixtures {
  portal: TestPortal;
}

/** The base test: one portal per worker, and test-specific people (see watch/watched-test.ts). */
export const test = watched.extend<TestFixtures, WorkerFixtures>({
  portal: [
    async ({}, use) => {
      const portal = await startTestPortal();
      await use(portal);
      await portal.stop();
    },
    { scope: "worker", timeout: 60_000 },
  ],
  baseURL: async ({ portal }, use) => use(portal.url),
  people: async ({ portal }, use) => use(new PeopleFactory(portal)),
});

export { expect };

/** Fills in and submits the sign-in form. */
export async function fillLogin(page: Page, name: string, secret = password): Promise<void> {
  await page.getByLabel("Benutzername oder E-Mail-Adresse").fill(name);
  await page.getByLabel("Passwort", { exact: true }).fill(secret);
  await page.getByRole("button", { name: "Anmelden", exact: true }).click();
}

/** Enters a person's unique email address and password on the login page by keyboard alone. */
export async function signInByKeys(page: Page, keys: KeyboardDriver, person: Person): Promise<void> {
  await page.goto("/login");
  await keys.tabTo(page.getByLabel("Benutzername oder E-Mail-Adresse"));
  await keys.type(person.email);
  await keys.tabTo(page.getByLabel("Passwort", { exact: true }));
  await keys.type(password);
  await keys.press("Enter");
}

/** Signs a person in with the form, by their unique email address, and waits for the page. */
export async function signInWithForm(page: Page, person: Person, path = "/dashboard"): Promise<void> {
  await page.goto(path);
  await fillLogin(page, person.email);
  await waitUntilSignedIn(page);
}

/**
 * Opens a page with a new session. Sends the request of the sign-in form without rendering the form, which has
 * its own tests.
 */
export async function signIn(page: Page, person: Person, path = "/dashboard"): Promise<void> {
  // This is a small file of the portal's origin.
  await page.goto("/theme.js");
  await page.evaluate(
    async ({ email, secret }) => {
      const deviceId = localStorage.getItem("deviceFingerprint") ?? crypto.randomUUID();
      const response = await fetch("/api/v1/auth/login", {
        method: "POST",
        headers: {
          "Accept-Language": "de",
          "Content-Type": "application/json",
          "X-Device-Fingerprint": deviceId,
        },
        body: JSON.stringify({ email, password: secret }),
      });
      const session = (await response.json()) as Record<string, string>;
      if (session["accessToken"] === undefined) throw new Error(JSON.stringify(session));
      const { accessToken, refreshToken = "" } = session;
      const { idleExpiresAt, absoluteExpiresAt, serverTime, accessTokenExpiresAt } = session;
      const times = { idleExpiresAt, absoluteExpiresAt, serverTime, accessTokenExpiresAt };
      localStorage.setItem("deviceFingerprint", deviceId);
      localStorage.setItem("refreshToken", refreshToken);
      localStorage.setItem("accessToken", accessToken);
      localStorage.setItem("sessionTimes", JSON.stringify({ ...times, receivedAtMs: Date.now() }));
    },
    { email: person.email, secret: password },
  );
  await page.goto(path);
  await waitUntilSignedIn(page);
}

/** Selects one of a person's organizations for the next page that this tab loads. */
export async function selectOrganization(
  page: Page,
  { id, name }: { id: string; name: string },
): Promise<void> {
  await page.evaluate(
    (selected) => sessionStorage.setItem("selectedOrganization", selected),
    JSON.stringify({ id, name }),
  );
}

async function waitUntilSignedIn(page: Page): Promise<void> {
  // The menu is located by text, because a dialog opened by the URL hides it from screen readers.
  const menu = page.locator("button").filter({ hasText: "Menü von" });
  // This timeout is longer than others, because the first page of a new portal takes many seconds on a busy machine.
  await expect(menu).toBeVisible({ timeout: 20_000 });
}

/** Waits until the page can queue changes. An idle page downloads the queue and the components that show it. */
export async function waitUntilQueueLoaded(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
    const parts = ["queue", "pending-changes-notice", "confirm-dialog", "confirm-sign-out"];
    return parts.every((part) => loaded.some((name) => name.includes(`/assets/${part}-`)));
  });
}

/** Disconnects a browser from the network. Its pages notice at the next check of the connection. */
export async function goOffline(context: BrowserContext, portal: TestPortal): Promise<void> {
  await context.setOffline(true);
  portal.dropSockets();
}

/** Stops the page's clock; time then passes only with `page.clock.runFor`. Requires an installed clock. */
export async function stopClock(page: Page): Promise<void> {
  // The clock cannot be paused in the past, and on a busy machine even a time slightly ahead may have passed by then.
  await expect(async () => {
    const now = await page.evaluate(() => Date.now());
    await page.clock.pauseAt(now + 1_000);
  }).toPass();
}

export function heading(page: Page, name: string | RegExp) {
  return page.getByRole("heading", { level: 1, name });
}
