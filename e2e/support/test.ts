import { expect, type Page } from "@playwright/test";
import { password, People, type Person } from "./people.ts";
import { openPortal, type TestPortal } from "./portal.ts";
import { test as watched } from "./watched-test.ts";

interface TestFixtures {
  people: People;
}

interface WorkerFixtures {
  portal: TestPortal;
}

/** The test of this portal: one running portal per worker, and people of one's own (see watched-test.ts). */
export const test = watched.extend<TestFixtures, WorkerFixtures>({
  portal: [
    // oxlint-disable-next-line no-empty-pattern -- the test runner reads the fixture's needs from this pattern
    async ({}, use) => {
      const portal = await openPortal();
      await use(portal);
      await portal.stop();
    },
    { scope: "worker", timeout: 60_000 },
  ],
  baseURL: async ({ portal }, use) => use(portal.url),
  people: async ({ portal }, use) => use(new People(portal)),
});

export { expect };

/** Fills the sign-in form and sends it. */
export async function fillLogin(page: Page, name: string, secret = password): Promise<void> {
  await page.getByLabel("Benutzername oder E-Mail-Adresse").fill(name);
  await page.getByLabel("Passwort", { exact: true }).fill(secret);
  await page.getByRole("button", { name: "Anmelden", exact: true }).click();
}

/** Signs a person in with the form, by her address, which is hers alone, and waits for the page behind it. */
export async function signInWithForm(page: Page, person: Person, path = "/dashboard"): Promise<void> {
  await page.goto(path);
  await fillLogin(page, person.email);
  await untilSignedIn(page);
}

/**
 * Opens a page as a person whose browser holds a session: the same call as the form makes, without drawing the form,
 * which the tests of the sign-in are about.
 */
export async function signIn(page: Page, person: Person, path = "/dashboard"): Promise<void> {
  // A file of the portal is of its origin, and small.
  await page.goto("/theme.js");
  await page.evaluate(
    async ({ email, secret }) => {
      const label = localStorage.getItem("deviceFingerprint") ?? crypto.randomUUID();
      const answer = await fetch("/api/v1/auth/login", {
        method: "POST",
        headers: {
          "Accept-Language": "de",
          "Content-Type": "application/json",
          "X-Device-Fingerprint": label,
        },
        body: JSON.stringify({ email, password: secret }),
      });
      const session = (await answer.json()) as Record<string, string>;
      if (session["accessToken"] === undefined) throw new Error(JSON.stringify(session));
      const { accessToken, refreshToken = "" } = session;
      const { idleExpiresAt, absoluteExpiresAt, serverTime, accessTokenExpiresAt } = session;
      const times = { idleExpiresAt, absoluteExpiresAt, serverTime, accessTokenExpiresAt };
      localStorage.setItem("deviceFingerprint", label);
      localStorage.setItem("refreshToken", refreshToken);
      localStorage.setItem("accessToken", accessToken);
      localStorage.setItem("sessionTimes", JSON.stringify({ ...times, receivedAtMs: Date.now() }));
    },
    { email: person.email, secret: password },
  );
  await page.goto(path);
  await untilSignedIn(page);
}

async function untilSignedIn(page: Page): Promise<void> {
  // By its text: a dialog that the address opens hides it from readers.
  await expect(page.locator("button").filter({ hasText: "Menü von" })).toBeVisible();
}

/** From here on the page's time passes only by `page.clock.runFor`; its clock must have been installed before. */
export async function stopClock(page: Page): Promise<void> {
  const now = await page.evaluate(() => Date.now());
  // A little ahead: a clock cannot be stopped in the past.
  await page.clock.pauseAt(now + 1_000);
}

/** The heading of the page. */
export function heading(page: Page, name: string, { exact = false } = {}) {
  return page.getByRole("heading", { level: 1, name, exact });
}
