import type { Page } from "@playwright/test";
import { expect, signIn, test } from "../support/test.ts";

/** Records the reads that are not caused by the user, by path below the API. */
function recordRefreshes(page: Page): string[] {
  const paths: string[] = [];
  page.on("request", (request) => {
    if (request.headers()["x-background-read"] !== "1") return;
    paths.push(new URL(request.url()).pathname.replace(/^\/api\//, "").replaceAll(/[0-9a-f-]{36}/g, "{id}"));
  });
  return paths;
}

const statistics = "v1/organizations/{id}/statistics";
const peopleStatistics = "v1/organizations/{id}/user-statistics";

/** The requests of each page after a change to one person, and after a change that it does not show. */
const pages = [
  { path: "/users", refreshed: ["v1/organizations/{id}/users", peopleStatistics] },
  { path: "/dashboard", refreshed: [statistics, peopleStatistics] },
  { path: "/organization", refreshed: [] },
  { path: "/organization?tab=security", refreshed: [statistics] },
  { path: "/users/{id}", refreshed: ["v1/users/{id}"] },
  { path: "/organization?tab=departments", refreshed: [] },
  { path: "/settings", refreshed: [] },
] as const;

for (const { path, refreshed } of pages) {
  test(`R0-11 after a live update ${path} reloads only what the event touches, with at most two requests`, async ({
    page,
    people,
    portal,
  }) => {
    const organization = await people.createOrganization();
    const { id: userId } = await people.createMember(organization, "viewer");
    await page.clock.install();
    const connection = page.waitForEvent("websocket");
    await signIn(page, await people.createMember(organization, "org_admin"), path.replace("{id}", userId));
    await expect(page.getByRole("banner")).toContainText("Verbunden");
    await expect(page.locator("main .motion-skeleton")).toHaveCount(0);
    const socket = await connection;

    /** Publishes an event and returns the paths that the page has fetched when it has handled the event. */
    const refreshesAfter = async (type: string, ids: Record<string, string>): Promise<string[]> => {
      const received = socket.waitForEvent("framereceived", ({ payload }) => String(payload).includes(type));
      const refreshes = recordRefreshes(page);
      portal.app.live.publish({
        event: "userUpdate",
        organizationId: organization.id,
        data: { type, ...ids },
      });
      await received;
      // Longer than the pause between two refreshes and their jitter.
      await page.clock.runFor(3_000);
      // Requests are reported in their order.
      const last = page.waitForRequest(/\/theme\.js$/);
      await page.evaluate(() => fetch("/theme.js"));
      await last;
      return refreshes.toSorted();
    };

    expect(await refreshesAfter("user.role_changed", { userId })).toEqual(refreshed.toSorted());
    expect(refreshed.length).toBeLessThanOrEqual(2);
    expect(await refreshesAfter("workstation.updated", { workstationId: userId })).toEqual(
      refreshed.filter((each) => each === statistics),
    );
  });
}
