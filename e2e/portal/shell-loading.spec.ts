import type { Page } from "@playwright/test";
import { expect, fillLogin, heading, signIn, test } from "../support/test.ts";

/** Holds a request until the test releases it. */
async function hold(page: Page, calls: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(calls, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** Expects that no part of the page is above the overlay, by hit-testing the corners and the center. */
async function expectCovered(page: Page): Promise<void> {
  const overlay = page.getByRole("status").filter({ hasText: "Praxisportal wird geladen" });
  await expect(overlay.locator("svg")).toBeVisible();
  const hit = await page.evaluate(() =>
    [
      [2, 2],
      [innerWidth - 2, 2],
      [2, innerHeight - 2],
      [innerWidth / 2, innerHeight / 2],
    ].map(([x = 0, y = 0]) => document.elementFromPoint(x, y)?.closest("[data-loading-overlay]") !== null),
  );
  expect(hit).toEqual([true, true, true, true]);
}

test("R2.3-01 at a sign-in and a sign-out the overlay covers the window", async ({ page, people }) => {
  await page.goto("/login");
  const sendPortal = await hold(page, "**/assets/*.js");
  await fillLogin(page, (await people.createMember(await people.createOrganization(), "viewer")).email);
  await expectCovered(page);
  sendPortal();
  await expect(heading(page, "Übersicht")).toBeVisible();
  const unblock = await hold(page, "**/api/v1/auth/logout");
  await page.getByRole("button", { name: /^Menü von/ }).click();
  await page.getByRole("menuitem", { name: "Abmelden" }).click();
  await expectCovered(page);
  unblock();
  await expect(heading(page, "Anmelden")).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: "Sie sind abgemeldet" })).toBeVisible();
  await expect(page.locator("[data-loading-overlay]")).toHaveCount(0);
});

test("R2.3-01 while switching organizations the overlay covers the previous organization; a refusal removes it", async ({
  page,
  people,
}) => {
  const [first, second] = [
    await people.createOrganization({ name: `Aaa ${Math.random()}` }),
    await people.createOrganization({ name: `Bbb ${Math.random()}` }),
  ];
  const person = await people.createMember(first, "viewer");
  await people.addMembership(second, person, "viewer");
  await signIn(page, person);
  const bar = page.getByRole("banner");
  const switcher = bar.getByRole("button", { name: /Praxis wechseln/ });
  const chosen = (await switcher.innerText()).includes("Aaa") ? first : second;
  const otherOrganization = chosen === first ? second : first;
  const unblock = await hold(page, "**/api/v1/users/me");
  await switcher.click();
  await page
    .getByRole("list", { name: "Praxen" })
    .getByRole("button", { name: otherOrganization.name })
    .click();
  await expectCovered(page);
  // Keys are blocked like clicks.
  await page.keyboard.press("Control+k");
  await page.keyboard.press("Tab");
  unblock();
  await expect(page.locator("[data-loading-overlay]")).toHaveCount(0);
  await expect(
    bar.getByRole("button", { name: new RegExp(`${otherOrganization.name}. Praxis wechseln`) }),
  ).toBeVisible();

  await page.unroute("**/api/v1/users/me");
  await page.route("**/api/v1/users/me", (route) => route.fulfill({ status: 403, body: "" }));
  await switcher.click();
  await page.getByRole("list", { name: "Praxen" }).getByRole("button", { name: chosen.name }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Praxis" })).toBeVisible();
  await expect(page.locator("[data-loading-overlay]")).toHaveCount(0);
});
