import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expectStreamed } from "../support/downloads.ts";
import { authorize, expireToken, organizationWithMember, statusOf } from "../support/applications.ts";
import { exportedFile } from "../support/list-kit.ts";
import { password } from "../support/people.ts";
import { pressButton } from "../support/press-button.ts";
import { expect, heading, signIn, test } from "../support/test.ts";

const hourMs = 3_600_000;

/** Opens a row's menu and selects an entry by keyboard. */
async function choose(page: Page, row: string, entry: string): Promise<void> {
  await page
    .getByRole("button", { name: `Aktionen für ${row}`, exact: true })
    .filter({ visible: true })
    .focus();
  await page.keyboard.press("Enter");
  const item = page.getByRole("menuitem", { name: entry, exact: true });
  await expect(item).toBeVisible();
  await item.focus();
  await page.keyboard.press("Enter");
}

const rows = (page: Page) => page.getByRole("table", { name: "Zugriffsschlüssel" }).locator("tbody tr");

test("R1-26 R2.1-22 R2.3-15 the operator finds a token across organizations by keyboard and revokes it with a reason", async ({
  page,
  people,
  portal,
}) => {
  const target = await organizationWithMember(people);
  const other = await organizationWithMember(people);
  const issuedToken = await authorize(portal, target.member, target.organization, "Kasse");
  const calendar = await authorize(portal, target.member, target.organization, "Kalender", {
    applicationType: "mobile",
    scope: "read profile",
  });
  await expireToken(portal, calendar, new Date(Date.now() + 20 * hourMs));
  const otherToken = await authorize(portal, other.member, other.organization, "Kasse");

  await signIn(page, await people.createPlatformAccount("super_admin"));
  await page.getByRole("navigation").getByRole("link", { name: "Zugriffsschlüssel" }).press("Enter");
  await expect(heading(page, "Zugriffsschlüssel")).toBeVisible();
  await expect(page).toHaveTitle("Zugriffsschlüssel – Praxisportal");
  await page.getByRole("searchbox", { name: "Zugriffsschlüssel durchsuchen" }).focus();
  await page.keyboard.type(target.organization.name);
  await expect(rows(page)).toHaveCount(2);
  await expect(page).toHaveURL(/search=Praxis/);
  await expect(rows(page).filter({ hasText: "Kalender" })).toContainText("App auf dem Handy · lesen, Profil");
  await expect(rows(page).filter({ hasText: "Kalender" })).toContainText("Läuft bald ab");

  const tile = page.getByRole("link", { name: /^Läuft bald ab/ });
  await tile.press("Enter");
  await expect(page).toHaveURL(/status=expiring/);
  await expect(rows(page)).toHaveCount(1);
  await expect(tile).toHaveAttribute("aria-current", "true");
  await tile.press("Enter");
  await expect(rows(page)).toHaveCount(2);

  await choose(page, "Kasse von Mara Probe", "Widerrufen");
  const confirmation = page.getByRole("alertdialog", { name: "Schlüssel von „Kasse“ widerrufen?" });
  await expect(confirmation).toContainText(target.organization.name);
  await expect(confirmation).toContainText("nicht mehr im Namen von Mara Probe");
  expect(await statusOf(portal, issuedToken.accessToken)).toBe(200);
  await confirmation.getByLabel("Grund").focus();
  await page.keyboard.type("Gerät verloren");
  await pressButton(page, "Widerrufen");
  await expect(page.getByText("1 Zugriffsschlüssel wurde widerrufen")).toBeVisible();
  await expect(rows(page).filter({ hasText: "Gerät verloren" })).toContainText("Widerrufen");
  expect(
    await Promise.all([issuedToken, calendar, otherToken].map((pair) => statusOf(portal, pair.accessToken))),
  ).toEqual([401, 200, 200]);
  const content = await page.content();
  for (const pair of [issuedToken, calendar, otherToken]) expect(content).not.toContain(pair.accessToken);
});

test("R1-26 R4-80 R2.3-15 see R7t-01 R7t-17 revoking all tokens of an organization needs a reason, its name and a step-up", async ({
  page,
  people,
  portal,
}) => {
  const target = await organizationWithMember(people);
  const other = await organizationWithMember(people);
  const tokens = [
    await authorize(portal, target.member, target.organization, "Kasse"),
    await authorize(portal, target.administrator, target.organization, "Archiv"),
    await authorize(portal, other.member, other.organization, "Kasse"),
  ];
  const operator = await people.createPlatformAccount("super_admin");
  await signIn(page, operator, `/admin/client-tokens?organizationId=${target.organization.id}`);
  await expect(rows(page)).toHaveCount(2);
  await expect(page.getByRole("button", { name: `Praxis: ${target.organization.name}` })).toBeVisible();
  await people.expireStepUps(operator);
  await choose(page, "Kasse von Mara Probe", "Alle Schlüssel der Praxis widerrufen");
  const confirmation = page.getByRole("alertdialog");
  await expect(confirmation).toContainText("Betroffen sind 2 aktive Schlüssel.");
  await pressButton(page, "Alle widerrufen");
  await expect(confirmation.getByLabel("Grund")).toBeFocused();
  await page.keyboard.type("Verdacht auf Missbrauch");
  await confirmation.getByLabel("Name der Praxis zur Bestätigung").focus();
  await page.keyboard.type(other.organization.name);
  await page.keyboard.press("Enter");
  await expect(confirmation.getByText("Das ist nicht der Name der Praxis")).toBeVisible();
  await expect(confirmation.getByLabel("Name der Praxis zur Bestätigung")).toBeFocused();
  await page.keyboard.press("Control+a");
  await page.keyboard.type(target.organization.name);
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Ihr Passwort", { exact: true })).toBeFocused();
  await page.keyboard.type(password);
  const revocation = page.waitForRequest("**/org-tokens/admin/revoke-org");
  await page.keyboard.press("Enter");
  const { id } = target.organization;
  expect((await revocation).headers()).toMatchObject({ "x-organization-id": id });
  expect((await revocation).postDataJSON()).toEqual({
    organizationId: id,
    reason: "Verdacht auf Missbrauch",
  });
  await expect(page.getByText("2 Zugriffsschlüssel wurden widerrufen")).toBeVisible();
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
  await expect(rows(page).filter({ hasText: "Verdacht auf Missbrauch" })).toHaveCount(2);
  expect(await Promise.all(tokens.map((pair) => statusOf(portal, pair.accessToken)))).toEqual([
    401, 401, 200,
  ]);
});

test("R7t-18 R4-81 see R1-26 cleanup asks for confirmation, removes expired tokens from the list and shows their number", async ({
  page,
  people,
  portal,
}) => {
  const { organization, member } = await organizationWithMember(people);
  await expireToken(
    portal,
    await authorize(portal, member, organization, "Alt"),
    new Date(Date.now() - hourMs),
  );
  await authorize(portal, member, organization, "Neu");
  await signIn(
    page,
    await people.createPlatformAccount("super_admin"),
    `/admin/client-tokens?organizationId=${organization.id}`,
  );
  await expect(rows(page).filter({ hasText: "Abgelaufen" })).toHaveCount(1);
  await pressButton(page, "Aufräumen");
  await expect(page.getByRole("alertdialog")).toContainText("Aktive bleiben");
  const response = page.waitForResponse(/\/admin\/cleanup$/);
  await pressButton(page, "Löschen");
  const { deletedCount } = (await (await response).json()) as { deletedCount: number };
  expect(deletedCount).toBeGreaterThan(0);
  await expect(
    page.getByText(
      deletedCount === 1 ? "1 Schlüssel wurde gelöscht" : `${deletedCount} Schlüssel wurden gelöscht`,
    ),
  ).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText("Neu");
});

for (const [entry, extension] of [
  ["Als CSV-Tabelle", "csv"],
  ["Als JSON-Datei", "json"],
] as const) {
  test(`R9-42 R0-97 see R1-26 the listed tokens are exported as ${extension} without token values`, async ({
    page,
    people,
    portal,
  }) => {
    const { organization, member } = await organizationWithMember(people);
    await authorize(portal, member, organization, "Kasse");
    await authorize(portal, member, organization, "Archiv");
    await signIn(
      page,
      await people.createPlatformAccount("super_admin"),
      `/admin/client-tokens?organizationId=${organization.id}&search=archiv`,
    );
    await expect(rows(page)).toHaveCount(1);
    const saved = page.waitForEvent("download");
    await pressButton(page, "Exportieren");
    await expect(page.getByRole("menuitem")).toHaveText(["Als CSV-Tabelle", "Als JSON-Datei"]);
    await page.getByRole("menuitem", { name: entry }).press("Enter");
    const download = await saved;
    expect(download.suggestedFilename()).toMatch(exportedFile(`client-tokens.${extension}`));
    expectStreamed(download);
    const text = await readFile(await download.path(), "utf8");
    expect(text).toContain("Archiv");
    expect(text).toContain(member.email);
    expect(text).not.toContain("Kasse");
    expect(text).not.toMatch(/pp_[ar]t_/);
  });
}

test("R2.1-22 the platform admin has the tokens under /admin and is redirected from the manager", async ({
  page,
  people,
  portal,
}) => {
  const { organization, member } = await organizationWithMember(people);
  const issuedToken = await authorize(portal, member, organization, "Kasse");
  await signIn(page, await people.createPlatformAccount("admin"), "/admin/client-tokens");
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole("navigation").getByRole("link", { name: "Zugriffsschlüssel" })).toHaveCount(0);
  await page.getByRole("navigation").getByRole("link", { name: "Verwaltung" }).press("Enter");
  await expect(heading(page, "Verwaltung")).toBeVisible();
  await page.getByRole("link", { name: "Alle Schlüssel" }).press("Enter");
  await page.getByRole("searchbox", { name: "Zugriffsschlüssel durchsuchen" }).focus();
  await page.keyboard.type(organization.name);
  await expect(rows(page)).toHaveCount(1);
  await expect(page).toHaveURL(/\/admin\?tab=tokens&search=/);
  await choose(page, "Kasse von Mara Probe", "Widerrufen");
  await pressButton(page, "Widerrufen");
  await expect(rows(page)).toContainText("Widerrufen");
  expect(await statusOf(portal, issuedToken.accessToken)).toBe(401);
});

test("R2.1-21 R2.1-22 organization members cannot open the platform pages; readers see only their organization", async ({
  page,
  people,
}) => {
  const { organization, administrator } = await organizationWithMember(people);
  await signIn(page, administrator, "/admin");
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.goto("/admin/client-tokens");
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.goto("/organization");
  await expect(heading(page, "Praxisprofil")).toBeVisible();
  await expect(page.getByRole("main")).toContainText(organization.name);
});

test("see R2.1-12 readers of the organization do not see its tokens with any URL @soak", async ({
  page,
  people,
}) => {
  const { organization, member } = await organizationWithMember(people);
  await signIn(page, member, "/organization?tab=tokens");
  await expect(heading(page, "Praxisprofil")).toBeVisible();
  await expect(page.getByRole("definition").filter({ hasText: organization.name })).toBeVisible();
  await expect(page.getByRole("link", { name: "Zugriffsschlüssel" })).toHaveCount(0);
  await expect(page.getByRole("table")).toHaveCount(0);
});

test("see R2.1-12 without the permission the organization page does not open @soak", async ({
  page,
  people,
}) => {
  await signIn(page, await people.createMember(await people.createOrganization(), "hr"), "/organization");
  await expect(page).toHaveURL(/\/dashboard$/);
});

test("R7t-19 an administrator sees only applications of their own organization and revokes several at once", async ({
  page,
  people,
  portal,
}) => {
  const { organization, administrator, member } = await organizationWithMember(people);
  const other = await organizationWithMember(people);
  await authorize(portal, other.member, other.organization, "Fremdes");
  const tokens = [
    await authorize(portal, member, organization, "Kasse"),
    await authorize(portal, member, organization, "Archiv"),
    await authorize(portal, administrator, organization, "Kalender"),
  ];
  await signIn(page, administrator, "/organization");
  await page.getByRole("main").getByRole("link", { name: "Zugriffsschlüssel" }).press("Enter");
  await expect(rows(page)).toHaveCount(3);
  await expect(page.getByRole("link", { name: /^Aktiv/ })).toContainText("3");
  await expect(rows(page).filter({ hasText: "Fremdes" })).toHaveCount(0);
  await page.getByRole("checkbox", { name: "Kasse von Mara Probe auswählen" }).press("Space");
  await page.getByRole("checkbox", { name: "Archiv von Mara Probe auswählen" }).press("Space");
  await expect(page.getByRole("status").filter({ hasText: "2 ausgewählt" })).toBeVisible();
  await pressButton(page, "Widerrufen");
  const confirmation = page.getByRole("alertdialog", { name: "2 Schlüssel widerrufen?" });
  await expect(confirmation.getByRole("listitem")).toHaveCount(2);
  await confirmation.getByLabel("Grund").focus();
  await page.keyboard.type("Austritt");
  await confirmation.getByRole("button", { name: "Widerrufen" }).press("Enter");
  await expect(page.getByText("2 Zugriffsschlüssel wurden widerrufen")).toBeVisible();
  await expect(rows(page).filter({ hasText: "Austritt" })).toHaveCount(2);
  expect(await Promise.all(tokens.map((pair) => statusOf(portal, pair.accessToken)))).toEqual([
    401, 401, 200,
  ]);
  // Only platform users may revoke all access to an organization.
  await page.getByRole("button", { name: "Aktionen für Kalender von Ina Leitung" }).first().press("Enter");
  await expect(page.getByRole("menuitem", { name: "Widerrufen" })).toBeVisible();
  await expect(page.getByRole("menuitem", { name: /Alle Schlüssel/ })).toHaveCount(0);
});

test("see R4-79 tokens that could not be revoked stay selected, and the dialog shows the results", async ({
  page,
  people,
  portal,
}) => {
  const { organization, administrator, member } = await organizationWithMember(people);
  const issuedToken = await authorize(portal, member, organization, "Kasse");
  const archive = await authorize(portal, member, organization, "Archiv");
  await signIn(page, administrator, "/organization?tab=tokens");
  await page.route(new RegExp(`/org-tokens/${issuedToken.tokenId}`), (route) =>
    route.fulfill({ status: 500, body: "" }),
  );
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole("checkbox", { name: "Alle aktiven dieser Seite auswählen" }).press("Space");
  await pressButton(page, "Widerrufen");
  const confirmation = page.getByRole("alertdialog");
  await confirmation.getByRole("button", { name: "Widerrufen" }).press("Enter");
  await expect(confirmation).toContainText("Der Zugriffsschlüssel wurde nicht widerrufen");
  // The newest token is revoked first.
  await expect(confirmation).toContainText("1 von 2 sind widerrufen");
  await expect(confirmation.getByRole("listitem")).toHaveText([`Kasse · Mara Probe · ${organization.name}`]);
  expect(await statusOf(portal, archive.accessToken)).toBe(401);
  expect(await statusOf(portal, issuedToken.accessToken)).toBe(200);
  await page.unrouteAll();
  await confirmation.getByRole("button", { name: "Widerrufen" }).press("Enter");
  await expect(confirmation).toHaveCount(0);
  expect(await statusOf(portal, issuedToken.accessToken)).toBe(401);
});
