import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { KeyboardDriver } from "../support/keyboard-driver.ts";
import { pressButton } from "../support/press-button.ts";
import { expect, heading, signIn, test } from "../support/test.ts";

const unique = () => Math.random().toString(36).slice(2, 8);
const row = (page: Page, name: string) => page.getByRole("row", { name });

/** Opens a row's menu and selects an entry by keyboard. */
async function choose(page: Page, name: string, entry: string): Promise<void> {
  await row(page, name)
    .getByRole("button", { name: /^Aktionen für/ })
    .press("Enter");
  await page.getByRole("menuitem", { name: entry, exact: true }).press("Enter");
}

test("R1-11 R6-45 R3-85 an owner runs two sites by keyboard: switch, site, transfer, thirty invitations, roles and removal", async ({
  page,
  people,
}) => {
  test.slow();
  const mark = unique();
  const north = await people.createOrganization({ name: `Aaa Nord ${mark}`, maxUsers: 60 });
  const south = await people.createOrganization({ name: `Bbb Süd ${mark}`, maxUsers: 60 });
  const owner = await people.createMember(north, "org_admin", { firstName: "Ada", lastName: "Demo-Leitung" });
  await people.addMembership(south, owner, "org_admin");
  const both = await people.createMember(north, "viewer", { firstName: "Vera", lastName: "Probe-Beide" });
  await people.addMembership(south, both, "practice_admin");
  await people.createMember(north, "editor", { firstName: "Lia", lastName: "Muster-Nord" });
  await signIn(page, owner);
  await page.evaluate(
    (selected) => sessionStorage.setItem("selectedOrganization", selected),
    JSON.stringify({ id: north.id, name: north.name }),
  );

  // A site with its number.
  await page.goto("/organization?tab=departments");
  const keys = new KeyboardDriver(page);
  await keys.activate(page.getByRole("button", { name: "Betriebsstätte anlegen" }));
  await expect(page.getByLabel("Name", { exact: true })).toBeFocused();
  await keys.type("Zweigpraxis Markt");
  await keys.tabTo(page.getByLabel("Nummer (freiwillig)"));
  await keys.type("123456700");
  await keys.press("Enter");
  await expect(page.getByRole("list", { name: "Betriebsstätten" })).toContainText("123456700");

  // After the switch, no data of the previous organization is left, and none returns from the cache.
  await page.goto("/users");
  await expect(row(page, "Muster-Nord, Lia")).toBeVisible();
  await expect(row(page, "Probe-Beide, Vera")).toContainText("Nur lesen");
  await pressButton(page, /Praxis wechseln/);
  const list = page.getByRole("list", { name: "Praxen" });
  await list.getByRole("button", { name: south.name }).press("Enter");
  await expect(row(page, "Probe-Beide, Vera")).toContainText("Praxismanagement");
  await expect(page.getByText("Muster-Nord")).toHaveCount(0);
  await expect(page.getByRole("rowheader")).toHaveCount(2);

  // Thirty invitations, at most five in flight, each with a result.
  const addresses = Array.from({ length: 30 }, (_, index) => `team${index + 1}.${mark}@example.org`);
  let inFlight = 0;
  let maxParallel = 0;
  const isAdding = (request: { method(): string; url(): string }) =>
    request.method() === "POST" && request.url().endsWith("/members");
  page.on("request", (request) => {
    if (isAdding(request)) maxParallel = Math.max(maxParallel, ++inFlight);
  });
  page.on("requestfinished", (request) => {
    if (isAdding(request)) inFlight -= 1;
  });
  await page.goto("/organization/users");
  await pressButton(page, "Person hinzufügen");
  await page.getByRole("radio", { name: "Mehrere einladen" }).press("Space");
  await page.getByLabel("E-Mail-Adressen").focus();
  await page.keyboard.insertText(addresses.join("\n"));
  await pressButton(page, "30 Einladungen senden");
  await expect(page.getByText("30 Einladungen sind unterwegs")).toBeVisible({ timeout: 30_000 });
  const results = page.getByRole("list", { name: "Ergebnis je Person" });
  await expect(results.getByText("Erledigt")).toHaveCount(30);
  expect(maxParallel).toBe(5);
  await pressButton(page, "Schließen");

  // Members of this organization: change a role, then remove.
  const [invited = ""] = addresses;
  await page.goto(`/organization/users?search=${mark}&sortBy=email`);
  await choose(page, invited, "Rolle ändern");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: /^Mitarbeit mit Schreibrecht/ }).press("Space");
  await expect(dialog.getByRole("region", { name: "Kommt dazu" })).toContainText("Daten:");
  await dialog.getByRole("button", { name: "Rolle ändern" }).press("Enter");
  await expect(row(page, invited)).toContainText("Mitarbeit mit Schreibrecht");
  await choose(page, invited, "Einladung zurückziehen");
  await page.getByRole("alertdialog").getByRole("button", { name: "Einladung zurückziehen" }).press("Enter");
  await expect(row(page, invited)).toHaveCount(0);

  // A transferred person keeps their history.
  await pressButton(page, /Praxis wechseln/);
  await list.getByRole("button", { name: north.name }).press("Enter");
  await page.goto("/users?search=Muster-Nord");
  await pressButton(page, "Muster-Nord, Lia");
  await page.getByRole("link", { name: "Profil öffnen" }).press("Enter");
  await page.getByRole("link", { name: "Praxen & Verlauf" }).press("Enter");
  await pressButton(page, "In andere Praxis übertragen");
  await pressButton(page, "Übertragen");
  await expect(heading(page, "Diese Person gibt es hier nicht")).toBeVisible();
  await expect(page.getByText(`${north.name} → ${south.name}`)).toBeVisible();
});

test("see R6-49 N10 a user who reads in one site and manages another grants no more than they hold", async ({
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

test("R1-23 for an audit the owner exports by keyboard the accounts with rights and last sign-in, the log, and the proof that it is unchanged", async ({
  page,
  people,
}) => {
  const organization = await people.createOrganization();
  const owner = await people.createMember(organization, "org_admin", {
    firstName: "Ada",
    lastName: "Demo-Leitung",
  });
  await people.createMember(organization, "viewer", { firstName: "Lia", lastName: "Muster-Konto" });
  await signIn(page, owner);
  const keys = new KeyboardDriver(page);
  const downloadFile = async (file: string) => {
    await pressButton(page, "Exportieren");
    const downloading = page.waitForEvent("download");
    await page.getByRole("menuitem", { name: file }).press("Enter");
    return readFile(await (await downloading).path(), "utf8");
  };
  await keys.openPage("Mitarbeitende");
  await expect(heading(page, "Mitarbeitende")).toBeVisible();
  const accounts = (await downloadFile("Als CSV (für Excel)")).trimEnd().split("\r\n");
  const [header = "", ...lines] = accounts.map((line) => line.split(";"));
  const column = (line: readonly string[] | undefined, name: string) => line?.[[...header].indexOf(name)];
  expect(lines).toHaveLength(2);
  const [ada, lia] = [
    lines.find(([name]) => name?.includes("Leitung")),
    lines.find(([name]) => name === "Muster-Konto"),
  ];
  expect(column(ada, "Rolle")).toBe("Praxis-Administration");
  expect(column(ada, "Berechtigungen")).toContain("users:write");
  expect(column(lia, "Berechtigungen")).not.toContain("users:write");
  expect(column(ada, "Letzte Anmeldung")).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d$/);
  expect(column(lia, "Letzte Anmeldung")).toBe("");

  await keys.openPage("Protokoll");
  await expect(heading(page, "Protokoll")).toBeVisible();
  await pressButton(page, "Protokoll auf Manipulation prüfen");
  await expect(page.getByText("Das Protokoll ist unverändert")).toBeVisible();
  const log = await downloadFile("Tabelle (CSV)");
  expect(log).toContain("seq;id;time;action;outcome;");
  expect(log).toContain(";user.exported;success;");
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
  await page.evaluate(
    (selected) => sessionStorage.setItem("selectedOrganization", selected),
    JSON.stringify({ id: one.id, name: one.name }),
  );
  await page.goto(`/users/${person.id}`);
  // The request names no organization: for a member of two organizations the server must not guess.
  await page.route(/\/api\/v1\/users\/[0-9a-f-]{36}$/, (route) => {
    const { "x-organization-id": _none, ...headers } = route.request().headers();
    return route.request().method() === "PUT" ? route.continue({ headers }) : route.continue();
  });
  await page.getByRole("button", { name: "More actions" }).press("Enter");
  await page.getByRole("menuitem", { name: "Deactivate" }).press("Enter");
  await page.getByRole("alertdialog").getByRole("button", { name: "Deactivate", exact: true }).press("Enter");
  await expect(page.getByRole("alert").filter({ hasText: "No organization selected" })).toBeVisible();
});
