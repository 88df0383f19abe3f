import { authorize, statusOf } from "./support/applications.ts";
import { press } from "./support/press.ts";
import { expect, signIn, test } from "./support/test.ts";

test("R7t-11 R7t-12 R7t-13 the profile shows which applications have access, of every practice, and ends it by keyboard", async ({
  page,
  people,
  portal,
}) => {
  const practice = await people.practice({ name: "Praxis Eins" });
  const other = await people.practice({ name: "Praxis Zwei" });
  const person = await people.member(practice, "viewer");
  await people.join(other, person, "viewer");
  const till = await authorize(portal, person, practice, "Kasse");
  const calendar = await authorize(portal, person, other, "Kalender");
  const archive = await authorize(portal, person, practice, "Archiv");
  await signIn(page, person, "/profile?tab=security");
  const applications = page
    .getByRole("listitem")
    .filter({ hasText: "Darf: lesen, ändern, Ihr Profil sehen" });
  await expect(applications).toHaveCount(3);
  await press(page, "Kalender in Praxis Zwei: Zugang entziehen");
  await expect(page.getByText("1 Zugriffsschlüssel wurde entzogen")).toBeVisible();
  await expect(applications).toHaveCount(2);
  expect(
    await Promise.all([till, calendar, archive].map((each) => statusOf(portal, each.accessToken))),
  ).toEqual([200, 401, 200]);
  await press(page, "Alle Zugänge entziehen");
  await expect(page.getByText("2 Zugriffsschlüssel wurden entzogen")).toBeVisible();
  await expect(page.getByText("Keine Anwendung arbeitet in Ihrem Namen.")).toBeVisible();
  expect(await Promise.all([till, archive].map((each) => statusOf(portal, each.accessToken)))).toEqual([
    401, 401,
  ]);
});
