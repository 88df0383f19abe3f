import type { TenantStatistics } from "@praxisportal/contract/tenants/tenants.schema";
import type { Page } from "@playwright/test";
import { storeFile } from "../../apps/server/src/directory/limits/store-file.queries.ts";
import { checkList, checkOneRendering, type ListUnderTest } from "../support/list-kit.ts";
import { openAs } from "../support/open-as.ts";
import { openFilter } from "../support/open-filter.ts";
import type { Organization } from "../support/people.ts";
import { expectOnlyContents, printHeading } from "../support/print.ts";
import { expect, heading, signIn, test } from "../support/test.ts";

const management = "/tenant-management";
const rowOf = (page: Page, { name }: Pick<Organization, "name">) =>
  page.getByRole("table").getByRole("row").filter({ hasText: name });
const tab = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Bereiche" }).getByRole("link", { name, exact: true });
const limit = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

test.describe("the list of tenants", () => {
  test("R0-109 R0-85 shows the totals above the list, each linked to the tenants that it counts", async ({
    page,
    people,
  }) => {
    const trial = await people.createOrganization({ status: "trial" });
    const active = await people.createOrganization();
    const responding = page.waitForResponse("**/api/tenant/statistics");
    await signIn(page, await people.createPlatformAccount("super_admin"), management);
    const statistics = (await (await responding).json()) as TenantStatistics;
    await expect(heading(page, "Tarife & Limits")).toBeVisible();
    const totals = page.getByRole("navigation", { name: "Praxen nach Status" });
    const countOf = async (name: RegExp) =>
      Number((await totals.getByRole("link", { name }).innerText()).replaceAll(/\D/g, ""));
    await expect(totals.getByRole("link", { name: /^Testphase\s*[1-9]/ })).toBeVisible();
    const [total, trials, suspended, actives] = await Promise.all(
      [/^Alle/, /^Testphase/, /^Ausgesetzt/, /^Aktiv/].map(countOf),
    );
    expect((trials ?? 0) + (suspended ?? 0) + (actives ?? 0)).toBe(total);
    const { trialTenants, suspendedTenants, activeTenants } = statistics;
    expect([trials, suspended, actives]).toEqual([trialTenants, suspendedTenants, activeTenants]);
    for (const [name, query] of [
      [/^Alle/, ""],
      [/^Testphase/, "?status=trial"],
      [/^Aktiv/, "?status=active"],
      [/^Ausgesetzt/, "?status=suspended"],
    ] as const)
      await expect(totals.getByRole("link", { name })).toHaveAttribute("href", `${management}${query}`);
    // The line below the current one ends with its count.
    const current = totals.getByRole("link", { name: /^Alle/ });
    const [line, count] = await Promise.all([
      current.boundingBox(),
      current.locator("span").last().boundingBox(),
    ]);
    expect((line?.x ?? 0) + (line?.width ?? 0) - (count?.x ?? 0) - (count?.width ?? 0)).toBeLessThan(16);
    const table = page.getByRole("table", { name: "Praxen mit Tarif und Limits" });
    const [above, below] = await Promise.all([totals.boundingBox(), table.boundingBox()]);
    expect(above?.y).toBeLessThan(below?.y ?? 0);

    await totals.getByRole("link", { name: /^Testphase/ }).click();
    await expect(page).toHaveURL(/\/tenant-management\?status=trial$/);
    await page.getByRole("searchbox", { name: "Praxis suchen" }).fill(active.name);
    await expect(page.getByText("Nichts gefunden")).toBeVisible();
    await page.getByRole("searchbox", { name: "Praxis suchen" }).fill(trial.name);
    await expect(rowOf(page, trial)).toBeVisible();
  });

  test("shows when its totals were read, that they are live, and the price of each plan @soak", async ({
    page,
    people,
  }) => {
    const free = await people.createOrganization();
    const paid = await people.createOrganization({ plan: "professional" });
    await signIn(
      page,
      await people.createPlatformAccount("super_admin"),
      `${management}?search=${paid.name}`,
    );
    await expect(page.getByRole("main")).toContainText(/in allen Praxen ·\sStand \d\d:\d\d:\d\d\s*Live/);
    await expect(rowOf(page, paid)).toContainText(/Professional\s*129,00\s€/);
    await page.getByRole("searchbox", { name: "Praxis suchen" }).fill(free.name);
    await expect(rowOf(page, free)).toContainText(/Starter\s*kostenlos/);
  });

  test("R0-17 R2.3-14 see R0-18 passes the list kit's tests and is rendered once", async ({
    page,
    people,
  }) => {
    const { name } = await people.createOrganization();
    for (let number = 11; number <= 20; number += 1)
      await people.createOrganization({
        name: `${name} ${number}`,
        status: number > 17 ? "trial" : "active",
      });
    const last = await people.createOrganization({ name: `${name} 21` });
    await people.createMember(last, "viewer");
    await signIn(page, await people.createPlatformAccount("super_admin"));
    const list: ListUnderTest = {
      path: `${management}?search=${name}`,
      title: "Tarife & Limits",
      label: "Praxen mit Tarif und Limits",
      failure: {
        calls: /\/api\/tenant\/organizations(?:\?|$)/,
        title: "Die Praxen konnten nicht geladen werden",
      },
      total: 12,
      search: { label: "Praxis suchen", text: `${name} 21`, rows: 1 },
      filter: { view: "Testphase", param: "status=trial", rows: 3 },
      sort: { column: "Plätze", field: "currentUsers", first: name, last: `${name} 21` },
      column: "Tarif",
      exportedAs: "tenants.csv",
    };
    await checkList(page, list);
    await checkOneRendering(page, list);
  });
});

test("R2.1-24 /tenant-management opens for super_admin only", async ({ page, people, browser, portal }) => {
  const navigation = (target: Page) => target.getByRole("navigation", { name: "Hauptnavigation" });
  const entry = { name: "Tarife & Limits" };
  await signIn(page, await people.createPlatformAccount("super_admin"));
  await navigation(page).getByRole("link", entry).click();
  await expect(page).toHaveURL(/\/tenant-management$/);
  await expect(heading(page, "Tarife & Limits")).toBeVisible();

  const organization = await people.createOrganization();
  const permissions = ["organizations:read", "usage:read", "billing:read", "billing:write", "audit:read"];
  const otherMembers = [
    await people.createPlatformAccount("admin"),
    await people.createMember(organization, "org_admin", { permissions }),
  ];
  for (const otherMember of otherMembers) {
    const refusedPage = await openAs(browser, portal, otherMember, management);
    await expect(heading(refusedPage, "Übersicht")).toBeVisible();
    await expect(refusedPage).toHaveURL(/\/dashboard$/);
    await expect(navigation(refusedPage).getByRole("link", { name: "Übersicht" })).toBeVisible();
    await expect(navigation(refusedPage).getByRole("link", entry)).toHaveCount(0);
    await refusedPage.context().close();
  }
});

test("R1-18 R0-68 the operator creates a tenant and sees its provisioning proceed", async ({
  page,
  people,
}) => {
  await signIn(page, await people.createPlatformAccount("super_admin"), management);
  const name = `Ordination ${crypto.randomUUID()}`;
  await page.getByRole("button", { name: "Praxis anlegen" }).first().click();
  await page.getByLabel("Name der Praxis").fill(name);
  await page.getByRole("radio", { name: "Ohne E-Mail, mit Startpasswort" }).check();
  await page.getByLabel("Benutzername").fill("erste_leitung");
  await page.keyboard.press("Enter");
  const createdDialog = page.getByRole("dialog", { name: `„${name}“ ist angelegt` });
  const steps = createdDialog.getByRole("list", { name: "Bereitstellung" }).getByRole("listitem");
  await expect(steps).toHaveText([
    /Praxis angelegt/,
    /Limits gesetzt/,
    /Voreinstellungen/,
    /Praxis-Administration eingerichtet/,
    /Einladung per E-Mail/,
    /Prüfung/,
  ]);
  await expect(createdDialog.getByRole("status").filter({ hasText: "Die Praxis ist bereit" })).toBeVisible();
  for (const step of await steps.all()) await expect(step).toHaveAttribute("data-state", "done");
  await createdDialog.getByLabel("Ich habe die Angaben übernommen").check();
  await createdDialog.getByRole("button", { name: "Fertig" }).click();
  await page.getByRole("searchbox", { name: "Praxis suchen" }).fill(name);
  await expect(rowOf(page, { name })).toContainText("Testphase");
});

test("R0-68 see R0-65 a step that still runs is shown and followed live", async ({ page, people }) => {
  const organization = await people.createOrganization({ status: "trial" });
  const names = ["organization", "limits", "defaults", "administrator", "mail", "check"] as const;
  let doneCount = 4;
  await page.route(/\/api\/tenant\/provisioning\/status\//, (route) =>
    route.fulfill({
      json: {
        id: organization.id,
        state: doneCount < names.length ? "running" : "ready",
        steps: names.map((name, index) => ({
          name,
          state: index < doneCount ? "done" : index === doneCount ? "running" : "pending",
          at: index < doneCount ? "2026-11-23T06:41:02.000Z" : null,
        })),
        percent: Math.round((doneCount / names.length) * 100),
        error: null,
      },
    }),
  );
  await signIn(page, await people.createPlatformAccount("super_admin"), `${management}/${organization.id}`);
  const card = page.getByRole("region", { name: "Bereitstellung" });
  const states = () =>
    card.getByRole("listitem").evaluateAll((rows) => rows.map((row) => row.dataset["state"]));
  await expect(card).toContainText("4 von 6 Schritten fertig");
  expect(await states()).toEqual(["done", "done", "done", "done", "running", "pending"]);
  doneCount = 5;
  await expect(card).toContainText("5 von 6 Schritten fertig");
  expect(await states()).toEqual(["done", "done", "done", "done", "done", "running"]);
  doneCount = 6;
  // All steps are done.
  await expect(card).toHaveCount(0);
});

test("R1-19 R1-20 R2.3-15 the operator suspends a tenant with a reason and reactivates it", async ({
  page,
  people,
}) => {
  const organization = await people.createOrganization({ status: "trial" });
  await signIn(page, await people.createPlatformAccount("super_admin"), `${management}/${organization.id}`);
  await expect(heading(page, organization.name)).toBeVisible();
  const main = page.getByRole("main");
  await main.getByRole("button", { name: "Aussetzen …" }).click();
  const confirmation = page.getByRole("alertdialog", { name: `„${organization.name}“ aussetzen?` });
  await expect(confirmation).toContainText("Mitarbeitende werden sofort abgemeldet");
  await expect(confirmation).toContainText("Zugriffsschlüssel von Anwendungen gelten nicht mehr");
  await expect(confirmation).toContainText("Wer sie aussetzt, beendet die Testphase");
  await expect(confirmation).toContainText("ab diesem Tag wird ihr Tarif berechnet");
  await confirmation.getByRole("button", { name: "Aussetzen", exact: true }).click();
  await expect(confirmation.getByText("Dieses Feld ist erforderlich")).toBeVisible();
  await confirmation.getByLabel("Grund").fill("Rechnung offen");
  await confirmation.getByRole("button", { name: "Aussetzen", exact: true }).click();
  await expect(confirmation).toHaveCount(0);
  await expect(main.getByText("Grund: Rechnung offen")).toBeVisible();
  await tab(page, "Tarif & Limits").click();
  await expect(main.getByRole("button", { name: "Tarif ändern" })).toHaveAttribute("aria-disabled", "true");
  await expect(
    main.getByText("Solange die Praxis ausgesetzt ist, kann der Tarif nicht").first(),
  ).toBeVisible();

  await main.getByRole("button", { name: "Wieder freigeben …" }).click();
  await expect(page.getByRole("alertdialog")).toContainText("ab heute wird ihr Tarif berechnet");
  await page.getByRole("alertdialog").getByRole("button", { name: "Freigeben" }).click();
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
  await expect(main.getByText("Grund: Rechnung offen")).toHaveCount(0);
  // It is no longer on trial.
  await main.getByRole("button", { name: "Aussetzen …" }).click();
  await expect(confirmation).toBeVisible();
  await expect(confirmation).not.toContainText("Testphase");
  await page.goto(`${management}?search=${encodeURIComponent(organization.name)}`);
  await expect(rowOf(page, organization)).toContainText("Aktiv");
});

test("R1-21 R1-22 the operator changes the plan and the limits of a tenant", async ({ page, people }) => {
  const organization = await people.createOrganization();
  await signIn(
    page,
    await people.createPlatformAccount("super_admin"),
    `${management}/${organization.id}?tab=limits`,
  );
  const main = page.getByRole("main");
  await expect(main.getByRole("heading", { name: "Tarif Starter" })).toBeVisible();
  await main.getByRole("button", { name: "Tarif ändern" }).click();
  const plans = page.getByRole("dialog", { name: `Tarif von „${organization.name}“ ändern` });
  await expect(plans).toContainText("Jetziger Tarif: Starter.");
  await expect(plans.getByRole("radio")).toHaveCount(3);
  await plans.getByRole("radio", { name: /^Professional/ }).check();
  await plans.getByRole("button", { name: "Tarif ändern" }).click();
  await expect(plans).toHaveCount(0);
  await expect(main.getByRole("heading", { name: "Tarif Professional" })).toBeVisible();
  await main.getByRole("button", { name: "Tarif ändern" }).click();
  await expect(plans.getByRole("radio", { name: "Professional (jetziger Tarif)" })).toBeChecked();
  await plans.getByRole("button", { name: "Abbrechen" }).click();

  const seats = limit(page, "Plätze");
  await expect(seats).toContainText("aus dem Tarif");
  const fromPlan = await seats.getByRole("meter").getAttribute("aria-valuetext");
  await seats.getByRole("button", { name: "Plätze ändern" }).click();
  const dialog = page.getByRole("dialog", { name: "Plätze ändern" });
  await dialog.getByRole("radio", { name: /^Eigener Wert/ }).check();
  await dialog.getByLabel("Plätze", { exact: true }).fill("viele");
  await dialog.getByRole("button", { name: "Speichern" }).click();
  await expect(dialog.getByText("Bitte eine ganze Zahl angeben")).toBeVisible();
  await dialog.getByLabel("Plätze", { exact: true }).fill("7");
  await dialog.getByRole("button", { name: "Speichern" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(seats).toContainText("eigener Wert");
  await expect(seats).toContainText("von 7 belegt");

  await seats.getByRole("button", { name: "Plätze ändern" }).click();
  await dialog.getByRole("radio", { name: /^Aus dem Tarif/ }).check();
  await dialog.getByRole("button", { name: "Speichern" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(seats).toContainText("aus dem Tarif");
  await expect(seats.getByRole("meter")).toHaveAttribute("aria-valuetext", fromPlan ?? "");

  for (const [name, title, field, expectedText] of [
    ["KI-Einheiten im Monat", "KI-Einheiten ändern", "KI-Einheiten im Monat", /von 7 verbraucht/],
    ["Speicher", "Speicher ändern", "Speicher in GB", /von 7\sGB belegt/],
  ] as const) {
    await limit(page, name)
      .getByRole("button", { name: `${name} ändern` })
      .click();
    const changing = page.getByRole("dialog", { name: title });
    await changing.getByRole("radio", { name: /^Eigener Wert/ }).check();
    await changing.getByLabel(field, { exact: true }).fill("7");
    await changing.getByRole("button", { name: "Speichern" }).click();
    await expect(changing).toHaveCount(0);
    await expect(limit(page, name)).toContainText("eigener Wert");
    await expect(limit(page, name)).toContainText(expectedText);
  }
  await page.reload();
  await expect(main.getByRole("heading", { name: "Tarif Professional" })).toBeVisible();
  await expect(limit(page, "KI-Einheiten im Monat")).toContainText("von 7 verbraucht");
  await expect(limit(page, "Speicher")).toContainText(/von 7\sGB belegt/);
});

test("R0-85 see R0-110 R9-40 a tenant's page has tabs, and each figure links to the data behind it", async ({
  page,
  people,
  portal,
}) => {
  const organization = await people.createOrganization();
  const file = { kind: "logo", contentType: "image/png", content: Buffer.alloc(100) } as const;
  await portal.app.identityDb.write((tx) => storeFile(tx, organization.id, file));
  await people.createMember(organization, "viewer", { lastName: "Muster-Platz" });
  await signIn(
    page,
    await people.createPlatformAccount("super_admin"),
    `${management}?search=${encodeURIComponent(organization.name)}`,
  );
  const row = rowOf(page, organization);
  const links = row.getByRole("link");
  const ownPath = `${management}/${organization.id}`;
  const targets = [ownPath, `${ownPath}?tab=limits`, `${ownPath}?tab=usage`, `${ownPath}?tab=limits`];
  await expect(links).toHaveCount(targets.length);
  for (const [index, href] of targets.entries()) await expect(links.nth(index)).toHaveAttribute("href", href);
  await row
    .getByRole("link", { name: /^0 von/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\?tab=usage$/);
  const usage = page.getByRole("region", { name: "Verbrauch je Tag" });
  const month = usage.getByRole("radio", { name: "30 Tage" });
  await expect(month).toBeChecked();
  await usage.getByRole("radio", { name: "7 Tage" }).check();
  await month.check();
  await expect(month).toBeChecked();

  await tab(page, "Kosten & Rechnungen").click();
  await expect(page.getByText("Preis im Monat, netto").first()).toBeVisible();
  await tab(page, "Protokoll").click();
  await expect(page.getByRole("table", { name: "Protokoll" })).toBeVisible();
  await tab(page, "Übersicht").click();
  await expect(page.getByRole("region", { name: "Angaben zur Praxis" })).toContainText("Praxiscode");
  await expect(page.getByRole("region", { name: "Tarif & Limits" })).toContainText("Tarif Starter");

  await tab(page, "Tarif & Limits").click();
  await limit(page, "KI-Einheiten im Monat").getByRole("link", { name: "Verbrauch je Tag" }).click();
  await expect(page.getByRole("region", { name: "Verbrauch je Tag" })).toBeVisible();
  await tab(page, "Tarif & Limits").click();
  await limit(page, "Plätze").getByRole("button", { name: "Wer einen Platz belegt" }).click();
  await expect(page).toHaveURL(/\/organization\?tab=licences$/);
  await expect(page.getByText("1 von", { exact: false }).first()).toBeVisible();
  await expect(page.getByRole("rowheader", { name: /Muster-Platz/ })).toBeVisible();

  await page.goto(`${ownPath}?tab=limits`);
  await limit(page, "Speicher").getByRole("button", { name: "Was den Speicher belegt" }).click();
  await expect(page).toHaveURL(/\/organization$/);
  await expect(heading(page, "Praxisprofil")).toBeVisible();
});

test("see R1-23 R0-110 the audit tab filters the tenant's own log by person, even with another organization selected", async ({
  page,
  people,
  portal,
  browser,
}) => {
  const otherOrganization = await people.createOrganization();
  const organization = await people.createOrganization();
  const namesake = { lastName: "Muster-Filter" };
  await people.createMember(otherOrganization, "viewer", { ...namesake, firstName: "Andrea" });
  const person = await people.createMember(organization, "org_admin", { ...namesake, firstName: "Zita" });
  // The sign-in of this person is one entry.
  await (await openAs(browser, portal, person)).context().close();
  await signIn(page, await people.createPlatformAccount("super_admin"), "/organization");
  await page.getByRole("searchbox", { name: "Praxis suchen" }).fill(otherOrganization.name);
  await page.getByRole("main").getByRole("button", { name: otherOrganization.name }).click();
  await expect(heading(page, "Praxisprofil")).toBeVisible();

  await page.goto(`${management}/${organization.id}?tab=audit`);
  const rows = page.getByRole("table", { name: "Protokoll" }).getByRole("row");
  await expect(rows.filter({ hasText: "Zita Muster-Filter" }).first()).toBeVisible();
  await openFilter(page, "Person");
  await page.getByRole("searchbox", { name: "Person suchen" }).fill("Muster-Filter");
  const foundPeople = page.getByRole("list", { name: "Gefundene Personen" }).getByRole("button");
  await expect(foundPeople).toHaveText(["Zita Muster-Filter"]);
  await foundPeople.click();
  await expect(page).toHaveURL(new RegExp(`tab=audit.*person=${person.id}|person=${person.id}.*tab=audit`));
  await expect(rows.filter({ hasText: "Zita Muster-Filter" }).first()).toBeVisible();
});

test("R1-28 see R7w-10 R2.3-13 a tenant's page follows changes made elsewhere, and Strg+K opens the tenants", async ({
  page,
  people,
  portal,
}) => {
  const organization = await people.createOrganization();
  await signIn(page, await people.createPlatformAccount("super_admin"), "/dashboard");
  // The layout handles the shortcut.
  await expect(heading(page, "Übersicht")).toBeVisible();
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Seite, Person oder Befehl" }).fill("Tarife");
  await page.keyboard.press("Enter");
  await expect(heading(page, "Tarife & Limits")).toBeVisible();
  await page.getByRole("searchbox", { name: "Praxis suchen" }).fill(organization.name);
  await rowOf(page, organization).getByRole("link", { name: organization.name }).click();
  await tab(page, "Tarif & Limits").click();
  const seats = limit(page, "Plätze");
  await expect(seats).toContainText("aus dem Tarif");
  await expect(page.getByRole("status", { name: "Verbindung: Verbunden" })).toBeVisible();

  // Another operator changes the limit.
  const status = await page.evaluate(async (id) => {
    const headers = {
      authorization: `Bearer ${localStorage.getItem("accessToken")}`,
      "content-type": "application/json",
    };
    const body = JSON.stringify({ maxUsers: 7 });
    return (await fetch(`/api/tenant/organizations/${id}/limits`, { method: "PUT", headers, body })).status;
  }, organization.id);
  expect(status).toBe(200);
  await expect(seats).toContainText("von 7 belegt");
  await expect(seats).toContainText("eigener Wert");

  // Only AI use of this organization changes its figures.
  await people.createMember(organization, "viewer");
  portal.app.live.publish({
    event: "usageUpdate",
    organizationId: organization.id,
    data: { type: "usage.booked", organizationId: organization.id },
  });
  await expect(seats.getByRole("meter")).toHaveAttribute("aria-valuetext", "1 von 7");
});

test("a printed tenant page shows its subject and the time of its data @soak", async ({ page, people }) => {
  const { id, name } = await people.createOrganization();
  const path = `${management}/${id}?tab=usage&period=90d`;
  await signIn(page, await people.createPlatformAccount("super_admin"), path);
  await expect(heading(page, name)).toBeVisible();
  await expect(page.getByRole("region", { name: "Verbrauch je Tag" })).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(printHeading(page)).toHaveText([
    "Plattform",
    name,
    "Aktiv",
    "Verbrauch",
    "90 Tage",
    /^Stand: .+ \d{4} um \d\d:\d\d/,
  ]);
  await expectOnlyContents(page);
});

test("the printed usage of an organization shows its subject and the time of its data @soak", async ({
  page,
  people,
}) => {
  const organization = await people.createOrganization();
  await signIn(
    page,
    await people.createMember(organization, "org_admin", { permissions: ["usage:read"] }),
    "/tenant-usage",
  );
  await expect(page.getByRole("region", { name: "Verbrauch je Tag" })).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(printHeading(page)).toHaveText([
    organization.name,
    "Auslastung",
    "30 Tage",
    /^Stand: .+ \d{4} um \d\d:\d\d/,
  ]);
  await expectOnlyContents(page);
});
