import { PeopleFactory } from "../support/people.ts";
import { startTestPortal } from "../support/portal.ts";
import { expect, heading, signIn, test } from "../support/test.ts";

const urls = {
  Impressum: "https://praxis.example/impressum",
  Datenschutz: "https://praxis.example/datenschutz",
};

test("R0-315 /login and the user menu link to the operator's imprint and privacy pages", async ({
  browser,
}) => {
  const portal = await startTestPortal({ IMPRINT_URL: urls.Impressum, PRIVACY_URL: urls.Datenschutz });
  const context = await browser.newContext({ baseURL: portal.url, locale: "de-DE", reducedMotion: "reduce" });
  try {
    const page = await context.newPage();
    await page.goto("/login");
    for (const [name, url] of Object.entries(urls))
      await expect(page.getByRole("link", { name })).toHaveAttribute("href", url);
    const people = new PeopleFactory(portal);
    await signIn(page, await people.createMember(await people.createOrganization(), "viewer"));
    await page.getByRole("button", { name: /^Menü von/ }).click();
    for (const [name, url] of Object.entries(urls))
      await expect(page.getByRole("menuitem", { name })).toHaveAttribute("href", url);
  } finally {
    await context.close();
    await portal.stop();
  }
});

test("R0-315 without configured pages, /login and the user menu have no such links", async ({
  page,
  people,
}) => {
  await page.goto("/login");
  await expect(heading(page, "Anmelden")).toBeVisible();
  for (const name of Object.keys(urls)) await expect(page.getByRole("link", { name })).toHaveCount(0);
  await signIn(page, await people.createMember(await people.createOrganization(), "viewer"));
  await page.getByRole("button", { name: /^Menü von/ }).click();
  await expect(page.getByRole("menuitem", { name: "Abmelden" })).toBeVisible();
  for (const name of Object.keys(urls)) await expect(page.getByRole("menuitem", { name })).toHaveCount(0);
});
