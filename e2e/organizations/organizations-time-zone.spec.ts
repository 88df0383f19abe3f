import type { Page } from "@playwright/test";
import { type PeopleFactory, type Organization } from "../support/people.ts";
import type { TestPortal } from "../support/portal.ts";
import { expect, signIn, test } from "../support/test.ts";

async function setTimeZone(portal: TestPortal, organization: Organization, zone: string): Promise<void> {
  await portal.app.platformDb.writes
    .updateTable("organization")
    .set({ time_zone: zone })
    .where("organization_id", "=", organization.id)
    .execute();
}

/** Signs in as an administrator of a new organization in this time zone. */
async function openIn(page: Page, people: PeopleFactory, portal: TestPortal, zone: string, path: string) {
  const organization = await people.createOrganization();
  await setTimeZone(portal, organization, zone);
  const validUntil = new Date("2037-03-31T22:30:00Z");
  const colleague = await people.createMember(organization, "viewer", { validUntil });
  await signIn(page, await people.createMember(organization, "org_admin"), path);
  return { organization, colleague };
}

test.describe("a browser in New York", () => {
  test.use({ timezoneId: "America/New_York" });

  test("shows and saves the days of an organization in Zurich", async ({ page, people, portal }) => {
    // This is 00:30 on April 1 in Zurich and 18:30 on March 31 in New York.
    const { organization, colleague } = await openIn(page, people, portal, "Europe/Zurich", "/users");
    await page.goto(`/users/${colleague.id}`);
    const time = page.getByRole("time");
    await expect(time.filter({ hasText: "01.04.2037" })).toBeVisible();
    await expect(page.getByText("31.03.2037")).toHaveCount(0);

    await page.getByRole("button", { name: "Bearbeiten" }).first().click();
    const lastDay = page.getByLabel("Befristet bis");
    await expect(lastDay).toHaveValue("2037-04-01");
    await lastDay.fill("2037-05-31");
    await page.getByRole("button", { name: "Speichern", exact: true }).click();
    await expect(time.filter({ hasText: "31.05.2037" })).toBeVisible();
    const storedMembership = await portal.app.platformDb.writes
      .selectFrom("membership")
      .select("valid_until")
      .where("organization_id", "=", organization.id)
      .where("person_id", "=", colleague.id)
      .executeTakeFirstOrThrow();
    expect(storedMembership.valid_until?.toISOString()).toBe("2037-05-31T21:59:59.000Z");
  });
});

test.describe("a browser that is always a day behind the organization", () => {
  test.use({ timezoneId: "Pacific/Midway" });

  test("filters the audit log by today in the organization's time zone and shows its times", async ({
    page,
    people,
    portal,
  }) => {
    const zone = "Pacific/Kiritimati";
    await openIn(page, people, portal, zone, "/audit");
    const time = page.getByRole("table").locator("time").first();
    const displayedTime = await time.getAttribute("datetime");
    const clock = new Intl.DateTimeFormat("de-DE", {
      timeZone: zone,
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
    });
    await expect(time).toHaveText(`Heute, ${clock.format(new Date(String(displayedTime)))}`);

    await page.getByRole("button", { name: "Zeitraum" }).click();
    await page.getByRole("button", { name: "Heute" }).click();
    const today = new Intl.DateTimeFormat("sv-SE", { timeZone: zone }).format(Date.now());
    await expect(page).toHaveURL(new RegExp(`from=${today}`));
    await expect(page.getByRole("table").getByRole("rowheader")).not.toHaveCount(0);
    await expect(
      page.getByRole("button", { name: new RegExp(today.split("-").toReversed().join(".")) }),
    ).toBeVisible();
  });
});
