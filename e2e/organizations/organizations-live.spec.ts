import type { LiveEvent } from "../../apps/server/src/platform/realtime/live-events.ts";
import { pressButton } from "../support/press-button.ts";
import { expect, heading, signIn, test } from "../support/test.ts";

test("R1-28 R7w-10 two people viewing the same organization see each other's changes without a reload", async ({
  page,
  people,
  browser,
  portal,
}) => {
  const organization = await people.createOrganization();
  const context = await browser.newContext({ baseURL: portal.url, locale: "de-DE" });
  const otherPage = await context.newPage();
  let loads = 0;
  for (const openPage of [page, otherPage]) openPage.on("load", () => (loads += 1));
  await signIn(
    page,
    await people.createPlatformAccount("super_admin"),
    `/organizations?search=${organization.name}`,
  );
  await signIn(otherPage, await people.createMember(organization, "org_admin"), "/organization");
  const row = page.getByRole("row").filter({ hasText: organization.name });
  await expect(row).toContainText("1");
  for (const openPage of [page, otherPage])
    await expect(openPage.getByRole("status", { name: "Verbindung: Verbunden" })).toBeVisible();
  const loadsBefore = loads;

  // A new name of the organization appears in the operator's table.
  await pressButton(otherPage, "Bearbeiten");
  await otherPage.getByLabel(/^Name/).fill(`${organization.name} am See`);
  await otherPage.getByLabel(/^Name/).press("Enter");
  await expect(otherPage.getByText("Gespeichert: Name").first()).toBeVisible();
  await expect(row).toContainText(`${organization.name} am See`);

  // When the operator changes industry and name, the organization's own page and its top bar are updated.
  const status = await page.evaluate(
    async ([id, industry, name]) => {
      const headers = {
        authorization: `Bearer ${localStorage.getItem("accessToken")}`,
        "content-type": "application/json",
        "x-organization-id": id,
      };
      const body = JSON.stringify({ industry, name });
      return (await fetch(`/api/v1/organizations/${id}`, { method: "PUT", headers, body })).status;
    },
    [organization.id, "Augenheilkunde", `${organization.name} Nord`] as const,
  );
  expect(status).toBe(200);
  await expect(otherPage.getByText("Augenheilkunde")).toBeVisible();
  await expect(otherPage.getByRole("main")).toContainText(`${organization.name} Nord`);
  await expect(otherPage.getByRole("banner")).toContainText(`${organization.name} Nord`);
  expect(loads).toBe(loadsBefore);
  await context.close();
});

test("R1-28 displayed numbers follow AI and billing events", async ({ page, people, portal }) => {
  const organization = await people.createOrganization();
  const otherOrganization = await people.createOrganization();
  await signIn(page, await people.createMember(organization, "org_admin"), "/organization?tab=licences");
  await expect(heading(page, "Praxisprofil")).toBeVisible();
  const takenSeats = page.getByText(/^\d+ von \d+ Plätzen belegt$/);
  await expect(takenSeats).toHaveText(/^1 von/);
  await expect(page.getByRole("status", { name: "Verbindung: Verbunden" })).toBeVisible();
  const publish = (event: LiveEvent["event"], organizationId: string) =>
    portal.app.live.publish({ event, organizationId, data: { organizationId } });
  let seats = 1;
  // The effect of usageUpdate is tested on the page of a tenant, because it refetches usage data only.
  for (const event of ["aiEvent", "billingEvent"] as const) {
    await people.createMember(organization, "viewer");
    seats += 1;
    // Events of another organization must not reach this page.
    publish(event, otherOrganization.id);
    publish(event, organization.id);
    await expect(takenSeats).toHaveText(new RegExp(`^${seats} von`));
  }
});
