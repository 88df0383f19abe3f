import type { Page } from "@playwright/test";
import type { TestPortal } from "../support/portal.ts";
import { expect, heading, signIn, test } from "../support/test.ts";

const banner = (page: Page) =>
  page.getByRole("status").filter({ hasText: "Die Demo wird noch eingerichtet" });

/** Publishes the progress that the server reports while it creates the history of the demonstration. */
const progress = ({ app }: TestPortal, done: number) =>
  app.platformDb.write(async (tx) => {
    tx.record({ event: "demo.season_progressed", organizationId: null, data: { done, total: 90 } });
  });

test("every page shows the progress while the history of the demonstration is created @soak", async ({
  page,
  people,
  portal,
}) => {
  const organization = await people.createOrganization();
  await signIn(page, await people.createMember(organization, "org_admin"));
  await expect(page.getByText("Verbunden")).toBeVisible();
  await expect(banner(page)).toHaveCount(0);
  await progress(portal, 27);
  await expect(banner(page)).toContainText("Fertig: 30");
  await page.getByRole("link", { name: "Arbeitsplätze", exact: true }).click();
  await expect(heading(page, "Arbeitsplätze")).toBeVisible();
  await progress(portal, 45);
  await expect(banner(page)).toContainText("Fertig: 50");
  // In the narrowest window the icon stays beside the state.
  await page.setViewportSize({ width: 320, height: 640 });
  const [icon, state] = [banner(page).locator("svg"), banner(page).getByText("Die Demo wird noch")];
  await expect
    .poll(async () => {
      const [left, right] = [await icon.boundingBox(), await state.boundingBox()];
      return left !== null && right !== null && left.y + left.height > right.y;
    })
    .toBe(true);
  await progress(portal, 90);
  await expect(banner(page)).toHaveCount(0);
});
