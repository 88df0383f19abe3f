import { authorize, statusOf } from "../support/applications.ts";
import { pressButton } from "../support/press-button.ts";
import { expect, signIn, test } from "../support/test.ts";

test("R7t-11 R7t-12 R7t-13 R2.3-15 see R1-12 R7t-01 the profile lists and revokes own applications in every organization", async ({
  page,
  people,
  portal,
}) => {
  const organization = await people.createOrganization({ name: "Praxis Eins" });
  const otherOrganization = await people.createOrganization({ name: "Praxis Zwei" });
  const person = await people.createMember(organization, "viewer");
  await people.addMembership(otherOrganization, person, "viewer");
  const till = await authorize(portal, person, organization, "Kasse");
  const calendar = await authorize(portal, person, otherOrganization, "Kalender");
  const archive = await authorize(portal, person, organization, "Archiv");
  await signIn(page, person, "/profile?tab=security");
  const applications = page
    .getByRole("listitem")
    .filter({ hasText: "Darf: lesen, ändern, Ihr Profil sehen" });
  await expect(applications).toHaveCount(3);
  const confirmation = page.getByRole("alertdialog");
  await pressButton(page, "Kalender in „Praxis Zwei“: Zugang entziehen");
  await expect(confirmation).toContainText("Zugang von „Kalender“ entziehen?");
  await expect(confirmation.getByRole("listitem")).toHaveText(["Kalender in „Praxis Zwei“"]);
  await page.keyboard.press("Escape");
  await expect(confirmation).toHaveCount(0);
  expect(await statusOf(portal, calendar.accessToken)).toBe(200);
  await pressButton(page, "Kalender in „Praxis Zwei“: Zugang entziehen");
  const revocation = page.waitForRequest("**/org-tokens/revoke");
  await confirmation.getByRole("button", { name: "Zugang entziehen" }).press("Enter");
  expect((await revocation).headers()).toMatchObject({
    "x-organization-id": otherOrganization.id,
    "x-application-id": "kalender",
  });
  await expect(page.getByText("1 Zugriffsschlüssel wurde entzogen")).toBeVisible();
  await expect(applications).toHaveCount(2);
  expect(
    await Promise.all([till, calendar, archive].map((token) => statusOf(portal, token.accessToken))),
  ).toEqual([200, 401, 200]);
  await pressButton(page, "Alle Zugänge entziehen");
  await expect(confirmation.getByRole("listitem")).toHaveText([
    "Archiv in „Praxis Eins“",
    "Kasse in „Praxis Eins“",
  ]);
  await confirmation.getByRole("button", { name: "Alle Zugänge entziehen" }).press("Enter");
  await expect(page.getByText("2 Zugriffsschlüssel wurden entzogen")).toBeVisible();
  await expect(page.getByText("Keine Anwendung arbeitet in Ihrem Namen.")).toBeVisible();
  expect(await Promise.all([till, archive].map((token) => statusOf(portal, token.accessToken)))).toEqual([
    401, 401,
  ]);
});
