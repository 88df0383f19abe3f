import type { Page } from "@playwright/test";
import { domainEvents } from "@praxisportal/contract/events/domain-events";
import { uuidV7 } from "@praxisportal/contract/identifiers";
import { openScreen } from "../support/screens/open-screen.ts";
import type { Screen } from "../support/screens/screen.ts";
import { screens } from "../support/screens/screens.ts";
import { isFullRun } from "../support/screens/full-run.ts";
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

/** Requests that each page makes after a change to one person, and after a change that it does not show. */
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
  test(`R0-11 after a live update ${path} reloads only the affected data, with at most two requests`, async ({
    page,
    people,
    portal,
  }) => {
    const organization = await people.createOrganization();
    const { id: userId } = await people.createMember(organization, "viewer");
    await page.clock.install();
    const connection = page.waitForEvent("websocket");
    const table = page.waitForResponse(/\/touched-keys-[^/]+\.js$/).then((response) => response.url());
    await signIn(page, await people.createMember(organization, "org_admin"), path.replace("{id}", userId));
    await expect(page.getByRole("banner")).toContainText("Verbunden");
    await expect(page.locator("main .motion-skeleton")).toHaveCount(0);
    const socket = await connection;

    /** Publishes an event and returns the paths that the page fetches until it has handled the event. */
    const refreshesAfter = async (type: string, ids: Record<string, string>): Promise<string[]> => {
      const received = socket.waitForEvent("framereceived", ({ payload }) => String(payload).includes(type));
      const refreshes = recordRefreshes(page);
      portal.app.live.publish({
        event: "userUpdate",
        organizationId: organization.id,
        data: { type, ...ids },
      });
      await received;
      // The first event downloads the table of the data that each event affects.
      await page.evaluate((url) => import(url), await table);
      // This is longer than the pause between two refreshes and their jitter.
      await page.clock.runFor(3_000);
      // Requests are reported in order.
      const lastRequest = page.waitForRequest(/\/theme\.js$/);
      await page.evaluate(() => fetch("/theme.js"));
      await lastRequest;
      return refreshes.toSorted();
    };

    expect(await refreshesAfter("user.role_changed", { userId })).toEqual(refreshed.toSorted());
    expect(refreshed.length).toBeLessThanOrEqual(2);
    expect(await refreshesAfter("workstation.updated", { workstationId: userId })).toEqual(
      refreshed.filter((refreshedPath) => refreshedPath === statistics),
    );
    expect(await refreshesAfter("department.renamed", { departmentId: userId })).toEqual(
      path === "/organization?tab=departments" ? ["v1/organizations/{id}/departments"] : refreshed.toSorted(),
    );
  });
}

/** Routes without live updates. */
const routesWithoutUpdates: Readonly<Record<string, string>> = {
  "/login": "before sign-in",
  "/debug-auth": "shows the session itself",
  "/password-reset": "before sign-in",
  "/password-reset/$token": "before sign-in",
  "/locked": "before sign-in",
  "/setup": "before sign-in",
  "/setup/$token": "before sign-in",
  "/invitation": "before sign-in",
  "/invitation/$token": "before sign-in",
  "/email": "before sign-in",
  "/email/$token": "before sign-in",
  "/email-cancel": "before sign-in",
  "/email-cancel/$token": "before sign-in",
};

const signedInScreens = screens.filter(
  ({ viewer, prepare, route }) =>
    viewer !== "anonymous" && prepare === undefined && routesWithoutUpdates[route] === undefined,
);
const isServed = ({ before }: Screen) => before === undefined;
const servedRoutes = new Set(signedInScreens.filter(isServed).map(({ route }) => route));

/** Returns the name of a screen's page: its route, the selection in its URL, and its viewer. */
function pageOf({ route, path, viewer }: Screen): string {
  const selection =
    typeof path === "string" ? /[?&](?:tab|period|provider)=(\w+)/.exec(path)?.[1] : undefined;
  return [route, selection, viewer].filter((part) => part !== undefined).join(" ");
}

const usualRoutes: ReadonlySet<string> = new Set([
  "/dashboard",
  "/billing",
  "/usage",
  "/ai-usage",
  "/ai-providers",
  "/billing-subscription",
  "/tenant-management/billing",
]);

/** One screen per page, with the server's own responses, or with prepared responses if there is no other screen. */
const liveScreens = signedInScreens
  .filter((screen) => isServed(screen) || !servedRoutes.has(screen.route))
  .filter(
    (screen, index, candidates) =>
      candidates.findIndex((other) => pageOf(other) === pageOf(screen)) === index,
  );

/** Events that affect particular data. Events with the same prefix before the dot affect the same data. */
const eventsWithOwnData: ReadonlySet<string> = new Set([
  "ai.approval_changed",
  "ai.policy_changed",
  "ai.stopped",
  "ai.instruction_confirmed",
  "ai.template_created",
  "billing.profile_changed",
  "billing.run_progressed",
  "invoice.payment_added",
  "organization.emergency_code_created",
  "organization.provisioning_changed",
  "organization.sync_changed",
  "organization.sync_progressed",
  "user.role_changed",
  "user.site_changed",
]);

const areaOf = (name: string) => name.slice(0, name.indexOf("."));
const unhandled: ReadonlySet<string | undefined> = new Set([undefined, "notification", "forceLogout"]);

/** Events that pages handle, one of each kind. Events of the demo are left out, because they affect all data. */
const events = Object.values(domainEvents)
  .filter(({ name, live }) => !unhandled.has(live?.event) && areaOf(name) !== "demo")
  .filter(
    ({ name }, index, candidates) =>
      eventsWithOwnData.has(name) ||
      candidates.findIndex(
        (other) => !eventsWithOwnData.has(other.name) && areaOf(other.name) === areaOf(name),
      ) === index,
  );

test("see R0-11 every route is part of the test of requests after live updates", async () => {
  const file = new URL("../../apps/web/src/app/router/route-table.ts", import.meta.url).href;
  const { routeTable } = (await import(file)) as { routeTable: Record<string, { path: string }> };
  const countedRoutes = new Set(liveScreens.map(({ route }) => route));
  const paths = Object.values(routeTable).map(({ path }) => path);
  expect(paths.filter((path) => !countedRoutes.has(path)).toSorted()).toEqual(
    Object.keys(routesWithoutUpdates).toSorted(),
  );
});

for (const screen of liveScreens.filter(({ route }) => isFullRun || usualRoutes.has(route))) {
  test(`R0-11 ${screen.name} (${screen.viewer}): no live update causes more than two requests`, async ({
    page,
    people,
    portal,
  }) => {
    test.slow();
    await page.clock.install();
    const connection = page.waitForEvent("websocket");
    const table = page.waitForResponse(/\/touched-keys-[^/]+\.js$/).then((response) => response.url());
    await openScreen(page, people, screen);
    const socket = await connection;
    await expect(page.getByRole("banner")).toContainText("Verbunden");
    // The event has the id in the URL of the page, or a new id.
    const [id = uuidV7()] = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/.exec(page.url()) ?? [];
    const ids = { userId: id, organizationId: id, invoiceId: id, webhookId: id };
    // The first event downloads the table of the data that each event affects.
    portal.app.live.publish({ event: "userUpdate", broadcast: true, data: { type: "user.updated", ...ids } });
    await page.evaluate((url) => import(url), await table);
    await page.clock.runFor(3_000);
    const refreshes = recordRefreshes(page);

    /** Publishes an event and returns the requests that follow. */
    const refreshesAfter = async ({
      name: type,
      live,
      ids: declared,
    }: (typeof events)[number]): Promise<string[]> => {
      if (live === null) throw new Error(`${type} causes no live update`);
      refreshes.length = 0;
      const received = socket.waitForEvent("framereceived", ({ payload }) => String(payload).includes(type));
      const provider = (declared as readonly string[]).includes("provider") ? { provider: "demo" } : {};
      portal.app.live.publish({ event: live.event, broadcast: true, data: { type, ...ids, ...provider } });
      await received;
      // This is longer than the pause between two refreshes and their jitter.
      await page.clock.runFor(3_000);
      const lastRequest = page.waitForRequest(/\/theme\.js$/);
      await page.evaluate(() => fetch("/theme.js"));
      await lastRequest;
      return [...refreshes];
    };

    const tooMany: Record<string, string[]> = {};
    for (const event of events) {
      const requests = await refreshesAfter(event);
      if (requests.length <= 2) continue;
      // The page's own timers may have caused some of the requests. Those are not repeated after a second event.
      const again = await refreshesAfter(event);
      const caused = requests.filter((path) => again.includes(path));
      if (caused.length > 2) tooMany[event.name] = caused;
    }
    expect(tooMany).toEqual({});
  });
}
