import type { BrowserContext, Page } from "@playwright/test";
import { password } from "../support/people.ts";
import type { TestPortal } from "../support/portal.ts";
import { expect, goOffline, heading, signIn, test } from "../support/test.ts";

test("R2.3-05 R4-57 offline changes are counted in the banner and sent when the connection returns", async ({
  page,
  people,
  portal,
  context,
}) => {
  await signIn(page, await people.createMember(await people.createOrganization(), "viewer"), "/settings");
  await expect(heading(page, "Einstellungen")).toBeVisible();
  await page.getByRole("radio", { name: "Hell" }).check();
  await goOffline(context, portal);
  await expect(page.getByText("Offline-Modus", { exact: true })).toBeVisible();
  await expect(page.getByText("ausstehend")).toHaveCount(0);

  await page.getByRole("radio", { name: "Dunkel" }).check();
  await expect(page.getByText(/Offline-Modus · 1 ausstehend/)).toBeVisible();
  await page.getByRole("radio", { name: "Hell" }).check();
  await expect(page.getByText(/Offline-Modus · 2 ausstehend/)).toBeVisible();
  await page.getByRole("radio", { name: "Dunkel" }).check();
  await expect(page.getByText(/Offline-Modus · 3 ausstehend/)).toBeVisible();
  // No failure is shown: the change is applied locally.
  await expect(page.getByRole("alert")).toHaveCount(0);
  await expect(page.locator("html")).toHaveClass(/\bdark\b/);

  const sent: unknown[] = [];
  page.on("request", (request) => {
    if (request.method() === "PUT" && request.url().endsWith("/api/v1/users/me"))
      sent.push(request.postDataJSON());
  });
  await context.setOffline(false);
  await expect(page.getByText("Offline-Modus")).toHaveCount(0);
  await expect.poll(() => page.evaluate(() => localStorage.getItem("pendingSyncs"))).toBeNull();
  expect(sent).toEqual([
    { settings: { isDarkMode: true } },
    { settings: { isDarkMode: false } },
    { settings: { isDarkMode: true } },
  ]);
  // Other browsers of the user get the change from the server.
  const settings = await page.evaluate(async () => {
    const answer = await fetch("/api/v1/users/me", {
      headers: { authorization: `Bearer ${localStorage.getItem("accessToken")}` },
    });
    return ((await answer.json()) as { settings: unknown }).settings;
  });
  expect(settings).toMatchObject({ isDarkMode: true });
});

const saved = "**/api/v1/users/me";

/** Changes the theme while offline. The server cannot be reached for it afterwards either. */
async function changeOffline(page: Page, context: BrowserContext, portal: TestPortal): Promise<void> {
  await expect(heading(page, "Einstellungen")).toBeVisible();
  await page.getByRole("radio", { name: "Hell" }).check();
  await goOffline(context, portal);
  await expect(page.getByText("Offline-Modus", { exact: true })).toBeVisible();
  await page.getByRole("radio", { name: "Dunkel" }).check();
  await expect(page.getByText(/Offline-Modus · 1 ausstehend/)).toBeVisible();
  await page.route(saved, (route) =>
    route.request().method() === "PUT" ? route.abort("connectionfailed") : route.fallback(),
  );
  await context.setOffline(false);
  await expect(page.getByText("Offline-Modus")).toHaveCount(0);
}

const isStored = (page: Page) => page.evaluate(() => localStorage.getItem("pendingSyncs") !== null);

test("see R4-64 a change made offline survives a locked screen and is sent when the same user returns", async ({
  page,
  people,
  portal,
  context,
}) => {
  await signIn(page, await people.createMember(await people.createOrganization(), "viewer"), "/settings");
  await changeOffline(page, context, portal);
  await page.keyboard.press("Control+Alt+l");
  await expect(page.getByLabel(/^Passwort von /)).toBeVisible();
  expect(await isStored(page)).toBe(true);

  await page.unroute(saved);
  const sent = page.waitForRequest((request) => request.method() === "PUT" && request.url().endsWith("/me"));
  await page.getByLabel(/^Passwort von /).fill(password);
  await page.keyboard.press("Enter");
  const request = await sent;
  expect(request.postDataJSON()).toEqual({ settings: { isDarkMode: true } });
  expect(request.headers()["idempotency-key"]).toMatch(/^[0-9a-f-]{36}$/);
  await expect.poll(() => isStored(page)).toBe(false);
});

test("see R3-95 signing out asks before changes are lost that could not be sent", async ({
  page,
  people,
  portal,
  context,
}) => {
  await signIn(page, await people.createMember(await people.createOrganization(), "viewer"), "/settings");
  await changeOffline(page, context, portal);
  const signOut = async () => {
    await page.getByRole("button", { name: /^Menü von/ }).click();
    await page.getByRole("menuitem", { name: "Abmelden" }).click();
  };
  await signOut();
  const question = page.getByRole("alertdialog", { name: "Änderungen verwerfen?" });
  // The portal tries to send them first.
  await expect(question).toBeVisible({ timeout: 30_000 });
  await question.getByRole("button", { name: "Weiter bearbeiten" }).click();
  await expect(heading(page, "Einstellungen")).toBeVisible();
  expect(await isStored(page)).toBe(true);

  await signOut();
  await expect(question).toBeVisible({ timeout: 30_000 });
  await question.getByRole("button", { name: "Verwerfen" }).click();
  await expect(heading(page, "Anmelden")).toBeVisible({ timeout: 30_000 });
  expect(await isStored(page)).toBe(false);
});

test("see R4-62 a change that the server rejects permanently is shown and not sent again", async ({
  page,
  people,
  portal,
  context,
}) => {
  await signIn(page, await people.createMember(await people.createOrganization(), "viewer"), "/settings");
  await expect(heading(page, "Einstellungen")).toBeVisible();
  await page.getByRole("radio", { name: "Hell" }).check();
  await goOffline(context, portal);
  await expect(page.getByText("Offline-Modus", { exact: true })).toBeVisible();
  await page.getByRole("radio", { name: "Dunkel" }).check();
  await expect(page.getByText(/Offline-Modus · 1 ausstehend/)).toBeVisible();
  // The server no longer accepts this value.
  await page.evaluate(() => {
    const text = localStorage.getItem("pendingSyncs") ?? "";
    localStorage.setItem("pendingSyncs", text.replace('"isDarkMode":true', '"isDarkMode":"ja"'));
  });
  let attempts = 0;
  page.on("request", (request) => {
    if (request.method() === "PUT" && request.url().endsWith("/api/v1/users/me")) attempts += 1;
  });
  await context.setOffline(false);
  const banner = page.getByRole("status").filter({ hasText: "Eine offline gemachte Änderung" });
  await expect(banner).toContainText("wurde nicht übernommen");
  await goOffline(context, portal);
  await expect(page.getByText("Offline-Modus", { exact: true })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText("Offline-Modus")).toHaveCount(0);
  await page.reload();
  await expect(banner).toBeVisible();
  expect(attempts).toBe(1);
  await banner.getByRole("button", { name: "Ausblenden" }).click();
  await expect(banner).toHaveCount(0);
  expect(await isStored(page)).toBe(false);
});
