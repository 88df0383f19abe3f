import type { Page } from "@playwright/test";
import { expect, heading, signIn, test } from "../support/test.ts";
import { chooseEntry } from "./choose-entry.ts";
import { Journey } from "./journey.ts";

const row = (page: Page, name: string) => page.getByRole("row", { name });

test("J7 R1-11 R6-45 R3-85 an owner of three organizations manages sites, departments, invitations, roles and transfers", async ({
  page,
  people,
}, testInfo) => {
  test.slow();
  const mark = Math.random().toString(36).slice(2, 8);
  const create = (name: string) => people.createOrganization({ name: `${name} ${mark}`, maxUsers: 60 });
  const [north, south] = [await create("Aaa Nord"), await create("Bbb Süd")];
  const owner = await people.createMember(north, "org_admin", { firstName: "Ada", lastName: "Demo-Leitung" });
  // The owner also belongs to partner organizations, so that the list is long enough to offer a search.
  for (const organization of [
    south,
    ...(await Promise.all([..."123456"].map((number) => create(`Ccc ${number}`)))),
  ])
    await people.addMembership(organization, owner, "org_admin");
  const sharedMember = await people.createMember(north, "viewer", {
    firstName: "Vera",
    lastName: "Probe-Beide",
  });
  await people.addMembership(south, sharedMember, "practice_admin");
  await people.createMember(north, "editor", { firstName: "Lia", lastName: "Muster-Nord" });
  await signIn(page, owner);
  const journey = new Journey("J7", testInfo);
  const keys = journey.on(page);
  const list = page.getByRole("list", { name: "Praxen" });
  const search = page.getByRole("searchbox", { name: "Praxis suchen" });
  /** Switches by searching for an organization. */
  const switchTo = async (name: string) => {
    await keys.activate(page.getByRole("button", { name: /Praxis wechseln|Keine Praxis/ }), "Shift+Tab");
    await expect(search).toBeFocused();
    await keys.type(name);
    await expect(list.getByRole("button")).toHaveCount(1);
    await keys.activate(list.getByRole("button", { name }));
    await expect(page.getByRole("button", { name: `Praxis: ${name}. Praxis wechseln` })).toBeFocused();
    await expect(list).toHaveCount(0);
  };
  /** Opens the menu of a row and selects an entry. */
  const choose = async (name: string, entry: string) => {
    await keys.activate(row(page, name).getByRole("button", { name: /^Aktionen für/ }));
    await chooseEntry(keys, page.getByRole("menuitem", { name: entry, exact: true }));
  };
  await switchTo(north.name);

  // The owner creates a site with its number, and a department.
  await keys.openPage("Praxisprofil");
  await keys.activate(page.getByRole("link", { name: /Abteilungen/ }));
  await keys.activate(page.getByRole("button", { name: "Betriebsstätte anlegen" }));
  await expect(page.getByLabel("Name", { exact: true })).toBeFocused();
  await keys.type("Zweigpraxis Markt");
  await keys.tabTo(page.getByLabel("Nummer (freiwillig)"));
  await keys.type("123456700");
  await keys.press("Enter");
  await expect(page.getByRole("list", { name: "Betriebsstätten" })).toContainText("123456700");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await keys.activate(page.getByRole("button", { name: "Abteilung anlegen" }));
  await expect(page.getByLabel("Name der Abteilung")).toBeFocused();
  await keys.type("Labor");
  await keys.press("Enter");
  await expect(page.getByRole("main")).toContainText("Labor");

  // After the switch, the page shows no data of the previous organization, not even from the cache.
  await keys.openPage("Mitarbeitende");
  await expect(row(page, "Muster-Nord, Lia")).toBeVisible();
  await expect(row(page, "Probe-Beide, Vera")).toContainText("Nur lesen");
  await switchTo(south.name);
  await expect(row(page, "Probe-Beide, Vera")).toContainText("Praxismanagement");
  await expect(page.getByText("Muster-Nord")).toHaveCount(0);
  await expect(page.getByRole("rowheader")).toHaveCount(2);

  // Thirty invitations are sent, at most five at once, and each shows a result.
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
  await keys.activate(page.getByRole("button", { name: "Person hinzufügen" }));
  await chooseEntry(keys, page.getByRole("menuitem", { name: "Mehrere einladen" }));
  const add = page.getByRole("dialog");
  await keys.tabTo(page.getByLabel("E-Mail-Adressen"));
  await page.keyboard.insertText(addresses.join("\n"));
  await keys.activate(page.getByRole("button", { name: "30 Einladungen senden" }));
  await expect(page.getByText("30 Einladungen sind unterwegs")).toBeVisible({ timeout: 30_000 });
  const results = page.getByRole("list", { name: "Ergebnis je Person" });
  await expect(results.getByText("Erledigt")).toHaveCount(30);
  expect(maxParallel).toBe(5);
  await keys.activate(add.getByRole("button", { name: "Schließen" }).last());

  // The owner changes the role of an invited person, then withdraws the invitation.
  const [invited = ""] = addresses;
  const searchPeople = page.getByRole("searchbox").first();
  await keys.tabTo(searchPeople);
  await keys.type(invited);
  await expect(page.getByRole("rowheader")).toHaveCount(1);
  await choose(invited, "Rolle ändern");
  const dialog = page.getByRole("dialog");
  await keys.tabTo(dialog.getByRole("radio", { name: /^Nur lesen/ }));
  await keys.press("ArrowUp");
  await expect(dialog.getByRole("radio", { name: /^Mitarbeit mit Schreibrecht/ })).toBeChecked();
  await expect(dialog.getByRole("region", { name: "Kommt dazu" })).toContainText("Daten:");
  await keys.activate(dialog.getByRole("button", { name: "Rolle ändern" }));
  await expect(row(page, invited)).toContainText("Mitarbeit mit Schreibrecht");
  await choose(invited, "Einladung zurückziehen");
  await keys.activate(page.getByRole("alertdialog").getByRole("button", { name: "Einladung zurückziehen" }));
  await expect(row(page, invited)).toHaveCount(0);

  // A transferred person keeps their history.
  await switchTo(north.name);
  await keys.openPage("Mitarbeitende");
  await keys.activate(page.getByRole("link", { name: "Muster-Nord, Lia", exact: true }));
  await keys.activate(page.getByRole("link", { name: "Profil öffnen" }));
  await keys.activate(page.getByRole("link", { name: "Praxen & Verlauf" }));
  await keys.activate(page.getByRole("button", { name: "In andere Praxis übertragen" }));
  await keys.activate(page.getByRole("button", { name: "Übertragen", exact: true }));
  await expect(heading(page, "Diese Person gibt es hier nicht")).toBeVisible();
  await expect(page.getByText(`${north.name} → ${south.name}`)).toBeVisible();
  journey.finish();
});
