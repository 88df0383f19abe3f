import { expect, heading, selectOrganization, signIn, test } from "../support/test.ts";

test("see R6-49 N10 a user who reads one organization and manages another grants no more than they have", async ({
  page,
  people,
}) => {
  const [north, south] = [await people.createOrganization(), await people.createOrganization()];
  const person = await people.createMember(north, "viewer");
  await people.addMembership(south, person, "practice_admin");
  const colleague = await people.createMember(south, "viewer", { firstName: "Lia", lastName: "Muster-Süd" });
  await signIn(page, person);
  const select = ({ id, name }: { id: string; name: string }) =>
    page.evaluate(
      (selected) => sessionStorage.setItem("selectedOrganization", selected),
      JSON.stringify({ id, name }),
    );
  await select(north);
  await page.goto("/users");
  await expect(heading(page, "Mitarbeitende")).toBeVisible();
  await expect(page.getByRole("button", { name: "Person hinzufügen" })).toHaveCount(0);
  await select(south);
  await page.goto(`/users/${colleague.id}/permissions`);
  await page.getByText("Technisch", { exact: true }).click();
  await page.getByRole("heading", { level: 4, name: "Kosten & Rechnungen" }).click();
  await expect(page.getByRole("checkbox", { name: /billing:read/ })).toBeDisabled();
  await expect(
    page.getByText("Nicht erteilbar: Diese Berechtigung haben Sie selbst nicht").first(),
  ).toBeVisible();
});

test("R5-05 an action without a selected organization is refused with a message", async ({
  page,
  people,
}) => {
  const [one, two] = [await people.createOrganization(), await people.createOrganization()];
  const admin = await people.createMember(one, "org_admin");
  await people.addMembership(two, admin, "org_admin");
  const person = await people.createMember(one, "viewer", { firstName: "Rita", lastName: "Beispiel" });
  await signIn(page, admin, "/dashboard");
  await page.evaluate(() => localStorage.setItem("locale", "en"));
  await selectOrganization(page, one);
  await page.goto(`/users/${person.id}`);
  // The request names no organization. The server must not guess it for a member of two organizations.
  await page.route(/\/api\/v1\/users\/[0-9a-f-]{36}$/, (route) => {
    const { "x-organization-id": _none, ...headers } = route.request().headers();
    return route.request().method() === "PUT" ? route.continue({ headers }) : route.continue();
  });
  await page.getByRole("button", { name: "More actions" }).press("Enter");
  await page.getByRole("menuitem", { name: "Deactivate" }).press("Enter");
  await page.getByRole("alertdialog").getByRole("button", { name: "Deactivate", exact: true }).press("Enter");
  await expect(page.getByRole("alert").filter({ hasText: "No organization selected" })).toBeVisible();
});
