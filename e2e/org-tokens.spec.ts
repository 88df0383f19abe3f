import type { Page } from "@playwright/test";
import { password, type Person } from "./support/people.ts";
import type { TestPortal } from "./support/portal.ts";
import { expect, signIn, test } from "./support/test.ts";

/** An application asks for a token in the name of somebody; answers its access token. */
async function authorize(portal: TestPortal, person: Person, organizationId: string, name: string) {
  const answer = await fetch(new URL("/api/v1/org-tokens/authenticate", portal.url), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      email: person.email,
      password,
      organizationId,
      applicationId: name.toLowerCase(),
      applicationType: "desktop",
      applicationName: name,
    }),
  });
  return ((await answer.json()) as { accessToken: string }).accessToken;
}

/** What an application is answered when it asks whose token it has. */
async function statusOf(portal: TestPortal, accessToken: string): Promise<number> {
  const headers = { authorization: `Bearer ${accessToken}` };
  return (await fetch(new URL("/api/v1/users/me", portal.url), { headers })).status;
}

async function press(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name, exact: true }).focus();
  await page.keyboard.press("Enter");
}

test("R7t-11 R7t-12 R7t-13 the profile shows which applications have access, of every practice, and ends it by keyboard", async ({
  page,
  people,
  portal,
}) => {
  const practice = await people.practice({ name: "Praxis Eins" });
  const other = await people.practice({ name: "Praxis Zwei" });
  const person = await people.member(practice, "viewer");
  await people.join(other, person, "viewer");
  const till = await authorize(portal, person, practice.id, "Kasse");
  const calendar = await authorize(portal, person, other.id, "Kalender");
  const archive = await authorize(portal, person, practice.id, "Archiv");
  await signIn(page, person, "/profile?tab=security");
  const applications = page
    .getByRole("listitem")
    .filter({ hasText: "Darf: lesen, ändern, Ihr Profil sehen" });
  await expect(applications).toHaveCount(3);
  await press(page, "Kalender in Praxis Zwei: Zugang entziehen");
  await expect(page.getByText("1 Zugriffsschlüssel wurde entzogen")).toBeVisible();
  await expect(applications).toHaveCount(2);
  expect(await Promise.all([till, calendar, archive].map((each) => statusOf(portal, each)))).toEqual([
    200, 401, 200,
  ]);
  await press(page, "Alle Zugänge entziehen");
  await expect(page.getByText("2 Zugriffsschlüssel wurden entzogen")).toBeVisible();
  await expect(page.getByText("Keine Anwendung arbeitet in Ihrem Namen.")).toBeVisible();
  expect(await Promise.all([till, archive].map((each) => statusOf(portal, each)))).toEqual([401, 401]);
});
