import { firstAdminGrants } from "@praxisportal/contract/permissions";
import { figuresOf, type LinkedFigure } from "../support/figures.ts";
import { openAs } from "../support/open-as.ts";
import { pagesOf } from "../support/screens/pages-of.ts";
import { pathOf, settle } from "../support/screens/screens.ts";
import { expect, signIn, test } from "../support/test.ts";

const dayMs = 86_400_000;

test("see R0-276 every page shows the same numbers of people, and each number links to a list of that length @soak", async ({
  page,
  people,
  portal,
  browser,
}) => {
  test.slow();
  const organization = await people.createOrganization({ maxUsers: 19 });
  const permissions = [...firstAdminGrants];
  const owner = await people.createMember(organization, "org_admin", { permissions });
  const add = (options: Parameters<typeof people.createMember>[2]) =>
    people.createMember(organization, "viewer", { department: "Empfang", ...options });
  const { id: colleagueId } = await add({});
  await people.createMember(organization, "editor", { department: "Labor" });
  await add({ status: "pending" });
  await add({ status: "pending", department: "Labor" });
  await add({ status: "deactivated" });
  await add({ lockedUntil: new Date(Date.now() + dayMs) });
  const blockedMembers = await Promise.all([add({}), add({}), add({ department: "Labor" })]);
  await portal.app.platformDb.writes
    .updateTable("membership")
    .set({ blocked_at: new Date() })
    .where(
      "person_id",
      "in",
      blockedMembers.map(({ id }) => id),
    )
    .execute();
  await people.createMember(organization, "guest", { validUntil: new Date(Date.now() + 9 * dayMs) });
  await signIn(page, owner);

  /** Figures by what they count, each with the pages that show it. */
  const figuresByName = new Map<string, Map<string | number, string[]>>();
  const record = (name: string, figure: string | number, where: string) => {
    const figures = figuresByName.get(name) ?? new Map<string | number, string[]>();
    figures.set(figure, [...(figures.get(figure) ?? []), where]);
    figuresByName.set(name, figures);
  };
  const linked: LinkedFigure[] = [];
  for (const screen of pagesOf("owner", "org_admin")) {
    await page.goto(pathOf(screen, { colleagueId, organizationId: organization.id }));
    await settle(page, screen);
    await expect(page.locator("main .motion-skeleton")).toHaveCount(0);
    const figures = await figuresOf(page);
    for (const text of figures.seats) record("Plätze", text, screen.name);
    for (const units of figures.planUnits) record("Einheiten des Tarifs", units, screen.name);
    for (const { state, count } of figures.states) record(state, count, screen.name);
    for (const { list, count } of figures.linked) record(list, count, screen.name);
    linked.push(...figures.linked);
  }
  const disagreeing = [...figuresByName].filter(([, figures]) => figures.size > 1);
  expect(disagreeing.map(([name, figures]) => [name, Object.fromEntries(figures)])).toEqual([]);
  const placesOf = (name: string) => [...(figuresByName.get(name)?.values() ?? [])].flat();
  expect(placesOf("Plätze").length).toBeGreaterThan(5);
  expect(placesOf("Einheiten des Tarifs").length).toBeGreaterThan(3);

  // The operator sees the same seats, and members without a seat, because deactivated members take none.
  const [seats = ""] = [...(figuresByName.get("Plätze")?.keys() ?? [])];
  const [members = ""] = [...(figuresByName.get("/users")?.keys() ?? [])];
  expect(members).not.toBe("");
  const operatorPage = await openAs(browser, portal, await people.createPlatformAccount("super_admin"));
  const row = operatorPage.getByRole("main").getByRole("row").filter({ hasText: organization.name });
  await operatorPage.goto(`/organizations?search=${encodeURIComponent(organization.name)}`);
  await expect(row.getByRole("cell", { name: String(members), exact: true })).toBeVisible();
  await expect(row).not.toContainText(" von ");
  await operatorPage.goto(`/tenant-management?search=${encodeURIComponent(organization.name)}`);
  await expect(row).toContainText(String(seats).replace(" Plätzen", ""));
  await operatorPage.context().close();

  const lists = new Map(linked.map(({ list, count }) => [list, count]));
  expect(lists.size).toBeGreaterThan(8);
  for (const [list, count] of lists) {
    await page.goto(list);
    await expect(page.getByRole("navigation", { name: "Ansichten" }).getByRole("link").first()).toBeVisible();
    await expect(page.getByRole("main").locator("tbody th[scope=row]"), list).toHaveCount(count);
  }
  // The number beside a state equals the number of people in the view with that name.
  const views = page.getByRole("navigation", { name: "Ansichten" });
  await page.goto("/users");
  for (const state of ["Aktiv", "Eingeladen", "Gesperrt", "Blockiert", "Deaktiviert"]) {
    const [count] = [...(figuresByName.get(state)?.keys() ?? [])];
    expect(count, state).toBeDefined();
    await expect(views.getByRole("link", { name: new RegExp(`^${state}`) })).toHaveText(
      new RegExp(`\\D${count}(?!\\d)`),
    );
  }
});
