import { firstAdminGrants } from "@praxisportal/contract/permissions";
import type { Page } from "@playwright/test";
import type { PeopleFactory } from "../support/people.ts";
import { expect, heading, signIn, test } from "../support/test.ts";

const externals = ["Muster-Extern", "Probe-Extern"];

/** Signs in the administrator of an organization with 30 people. Four are named Probe, and two are external. */
async function openList(page: Page, people: PeopleFactory, path: string) {
  const organization = await people.createOrganization({ maxUsers: 60 });
  const admin = await people.createMember(organization, "org_admin", { lastName: "Demo-Leitung" });
  const add = (lastName: string, options: Parameters<PeopleFactory["createMember"]>[2] = {}) =>
    people.createMember(organization, "viewer", { lastName, firstName: "Ute", ...options });
  for (let number = 10; number < 34; number += 1) await add(`Muster-${number}`, { department: "Labor" });
  await add("Probe-Aktiv");
  await add("Probe-Neu", { status: "pending" });
  await add("Probe-Weg", { status: "deactivated" });
  await people.createMember(organization, "auditor", { lastName: "Probe-Extern", firstName: "Ute" });
  await people.createMember(organization, "auditor", { lastName: "Muster-Extern", firstName: "Ute" });
  await signIn(page, admin, path);
  await expect(heading(page, "Mitarbeitende")).toBeVisible();
  return { organization, admin };
}

const view = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Ansichten" }).getByRole("link", { name: new RegExp(`^${name}`) });
const rows = (page: Page) =>
  page
    .getByRole("table", { name: "Liste der Mitarbeitenden" })
    .getByRole("row")
    .filter({ has: page.getByRole("rowheader") });

test("the views count the people that search and filters find", async ({ page, people }) => {
  await openList(page, people, "/users");
  await expect(view(page, "Alle")).toHaveText("Alle 30");
  await page.getByRole("searchbox", { name: "Mitarbeitende suchen" }).fill("Probe");
  for (const [name, count] of [
    ["Alle", 4],
    ["Aktiv", 2],
    ["Eingeladen", 1],
    ["Gesperrt", 0],
    ["Deaktiviert", 1],
  ] as const)
    await expect(view(page, name)).toHaveText(new RegExp(`^${name}( \\(Fehlversuche\\))? ${count}$`));
  await view(page, "Aktiv").click();
  await expect(rows(page)).toHaveCount(2);
  // The search stays, and selecting a view does not change the numbers of the other views.
  await expect(view(page, "Alle")).toHaveText("Alle 4");
  await page.getByRole("searchbox", { name: "Mitarbeitende suchen" }).fill("");
  await expect(view(page, "Alle")).toHaveText("Alle 30");
});

test("the list filters people without a second factor and external people @soak", async ({
  page,
  people,
}) => {
  await openList(page, people, "/users?limit=50");
  const filters = page.getByRole("group", { name: "Filter" });
  await filters.getByRole("button", { name: "Anstellung", exact: true }).click();
  await page.getByRole("radio", { name: "Extern" }).check();
  await expect(page).toHaveURL(/employment=external/);
  await expect(rows(page)).toHaveCount(externals.length);
  for (const name of externals) await expect(page.getByRole("row", { name })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Filter Anstellung entfernen" }).click();
  await filters.getByRole("button", { name: "Zweiter Faktor", exact: true }).click();
  await page.getByRole("radio", { name: "Ohne zweiten Faktor" }).check();
  await expect(page).toHaveURL(/secondFactor=missing/);
  // Invited and deactivated people cannot sign in; no one else has a second factor.
  await expect(rows(page)).toHaveCount(28);
  await expect(view(page, "Alle")).toHaveText("Alle 28");
});

test("the name of a person is a link: a click opens the preview, Ctrl+click is left to the browser", async ({
  page,
  people,
}) => {
  await openList(page, people, "/users?search=Probe-Aktiv");
  const name = page.getByRole("link", { name: "Probe-Aktiv, Ute", exact: true });
  await expect(name).toHaveAttribute("href", /\/users\/[\da-f-]{36}$/);
  // The browser opens the page in a new tab unless the app prevents it.
  const isPrevented = page.evaluate(
    () =>
      new Promise<boolean>((resolve) => {
        const listen = (event: MouseEvent) => {
          resolve(event.defaultPrevented);
          event.preventDefault();
        };
        window.addEventListener("click", listen, { once: true });
      }),
  );
  await name.click({ modifiers: ["ControlOrMeta"] });
  expect(await isPrevented).toBe(false);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await name.click();
  await expect(page.getByRole("dialog", { name: "Ute Probe-Aktiv" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(name).toBeFocused();
  await name.press("Enter");
  await expect(page.getByRole("dialog", { name: "Ute Probe-Aktiv" })).toBeVisible();
});

test("a person's page leads back to the list with its search, filters, order and page", async ({
  page,
  people,
}) => {
  await openList(page, people, "/users?department=Labor&search=Muster&sortOrder=desc&limit=10&page=2");
  await expect(page.getByText("11–20 von 24")).toBeVisible();
  const list = page.url();
  await page.getByRole("button", { name: "Aktionen für Ute Muster-23" }).click();
  await page.getByRole("menuitem", { name: "Öffnen", exact: true }).click();
  await expect(heading(page, "Ute Muster-23")).toBeVisible();
  await page.getByRole("link", { name: "Rollen & Rechte" }).click();
  await page.getByRole("link", { name: "Alle Mitarbeitenden" }).click();
  await expect(page.getByText("11–20 von 24")).toBeVisible();
  const parameters = (url: string) => Object.fromEntries(new URL(url).searchParams);
  expect(parameters(page.url())).toEqual(parameters(list));
});

test("the tabs of a person and the page of all permissions lead back to the page where the person was opened @soak", async ({
  page,
  people,
}) => {
  const organization = await people.createOrganization();
  const person = await people.createMember(organization, "editor", {
    firstName: "Ute",
    lastName: "Muster-Recht",
  });
  const permissions = [...firstAdminGrants];
  await signIn(page, await people.createMember(organization, "org_admin", { permissions }), "/dashboard");
  const back = (name: string) => page.getByRole("main").getByRole("link", { name, exact: true });
  const part = (name: string) =>
    page.getByRole("navigation", { name: "Bereiche der Person" }).getByRole("link", { name });
  for (const [origin, name, title] of [
    ["", "Alle Mitarbeitenden", "Mitarbeitende"],
    ["&from=reviews", "Rechte-Überprüfung", "Rechte-Überprüfung"],
  ] as const) {
    await page.goto(`/users/${person.id}?tab=rights${origin}`);
    await back("Alle Berechtigungen bearbeiten").click();
    await expect(heading(page, "Berechtigungen von Ute Muster-Recht")).toBeVisible();
    await back("Zur Person").click();
    await expect(part("Rollen & Rechte")).toHaveAttribute("aria-current", "page");
    await part("KI-Verbrauch").click();
    await expect(part("KI-Verbrauch")).toHaveAttribute("aria-current", "page");
    await back(name).click();
    await expect(heading(page, title)).toBeVisible();
  }
});

test("the browser's Back restores the list with its filters and its scroll position", async ({
  page,
  people,
}) => {
  await page.setViewportSize({ width: 1280, height: 500 });
  await openList(page, people, "/users?department=Labor&limit=50");
  await expect(rows(page)).toHaveCount(24);
  const row = page.getByRole("row", { name: "Muster-30" });
  await row.scrollIntoViewIfNeeded();
  await row.getByRole("button", { name: "Aktionen für Ute Muster-30" }).click();
  await page.getByRole("menuitem", { name: "Öffnen", exact: true }).click();
  await expect(heading(page, "Ute Muster-30")).toBeVisible();
  await page.goBack();
  await expect(rows(page)).toHaveCount(24);
  await expect(page).toHaveURL(/department=Labor/);
  await expect(row).toBeInViewport();
});

test("at 1280 px, active filters do not need a third row, and a button beside the search resets them @soak", async ({
  page,
  people,
}) => {
  await openList(page, people, "/users?role=viewer&department=Labor&search=Muster");
  const centers = () =>
    page
      .getByRole("group", { name: "Filter" })
      .getByRole("button")
      .evaluateAll((buttons) => {
        const middles = buttons.map((button) => {
          const { top, height } = button.getBoundingClientRect();
          return Math.round(top + height / 2);
        });
        return [...new Set(middles)];
      });
  expect((await centers()).length).toBeLessThanOrEqual(2);
  const search = await page.getByRole("searchbox").first().boundingBox();
  const reset = await page.getByRole("button", { name: "Filter zurücksetzen" }).boundingBox();
  expect(reset?.y).toBeLessThan((search?.y ?? 0) + (search?.height ?? 0));
});

test("on a phone the first person begins within the top 264 px", async ({ page, people }) => {
  await page.setViewportSize({ width: 375, height: 812 });
  await openList(page, people, "/users");
  const first = page.getByRole("list", { name: "Liste der Mitarbeitenden" }).getByRole("listitem").first();
  await expect(first).toBeVisible();
  await expect.poll(async () => (await first.boundingBox())?.y ?? Infinity).toBeLessThanOrEqual(264);
});
