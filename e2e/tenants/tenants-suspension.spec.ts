import type { Page } from "@playwright/test";
import { suspend } from "../support/suspension.ts";
import { expect, heading, selectOrganization, signIn, test } from "../support/test.ts";

const reason = "Rechnung 2026-10 ist offen";
const blockedText = "Solange die Praxis ausgesetzt ist, kann nichts geändert werden";

const banner = (page: Page) => page.getByRole("status").filter({ hasText: `Grund: ${reason}` });

/** Opens a page without loading the portal again. */
async function visit(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({}, "", to);
    dispatchEvent(new PopStateEvent("popstate"));
  }, path);
}

async function expectBlocked(page: Page, name: string): Promise<void> {
  const button = page.getByRole("main").getByRole("button", { name, exact: true }).first();
  await expect(button, `${page.url()} ${name}`).toHaveAttribute("aria-disabled", "true");
  await expect(button, `${page.url()} ${name}`).toHaveAttribute("title", blockedText);
}

/** Expects that only these buttons of the page are enabled. They change nothing. */
async function expectEnabled(page: Page, names: readonly string[]): Promise<void> {
  const buttons = page.getByRole("main").getByRole("button", { disabled: false });
  const enabledNames = () =>
    buttons.evaluateAll((elements) =>
      elements.map((button) => button.getAttribute("aria-label") ?? button.textContent),
    );
  await expect.poll(enabledNames, page.url()).toEqual(names);
}

/** Screens with their controls that change data and, except for lists, the controls that do not. */
const screens: readonly {
  path: string;
  title: string;
  writes?: readonly string[];
  others?: readonly string[];
}[] = [
  { path: "/dashboard", title: "Übersicht" },
  { path: "/users", title: "Mitarbeitende", writes: ["Person hinzufügen"] },
  {
    path: "/organization",
    title: "Praxisprofil",
    writes: ["Bearbeiten", "Praxis löschen …"],
    others: ["Praxiscode kopieren"],
  },
  {
    path: "/organization?tab=departments",
    title: "Praxisprofil",
    writes: ["Abteilung anlegen", "Betriebsstätte anlegen"],
  },
  { path: "/organization?tab=settings", title: "Praxisprofil", writes: ["Speichern"], others: [] },
  { path: "/organization/workstations", title: "Arbeitsplätze" },
  {
    path: "/organization/staff-board",
    title: "Ein- & Austritte",
    writes: ["Neueintritt anlegen", "Austritt planen"],
  },
  { path: "/organization/evidence", title: "Nachweis-Mappe", writes: ["Mappe erstellen"], others: [] },
  { path: "/reviews", title: "Rechte-Überprüfung", writes: ["Überprüfung beginnen"], others: [] },
  { path: "/webhooks", title: "Webhooks", writes: ["Webhook hinzufügen"] },
  { path: "/billing", title: "Kosten & Rechnungen" },
  { path: "/billing-subscription", title: "Tarif" },
  { path: "/usage", title: "KI-Kosten" },
  { path: "/tenant-usage", title: "Auslastung" },
  { path: "/ai-usage", title: "KI-Verbrauch" },
  { path: "/audit", title: "Protokoll" },
  { path: "/settings", title: "Einstellungen" },
  { path: "/profile", title: "Profil", writes: ["Speichern"] },
];

test.describe("a suspended organization", () => {
  test("R0-270 R0-271 every page shows the reason, and controls that write are disabled", async ({
    page,
    people,
    portal,
  }) => {
    const organization = await people.createOrganization();
    const permissions = ["billing:read", "billing:write", "usage:read", "ai:read", "ai:manage"];
    const admin = await people.createMember(organization, "org_admin", { permissions });
    // A transfer needs another organization.
    await people.addMembership(await people.createOrganization(), admin, "org_admin");
    const colleague = await people.createMember(organization, "viewer", { lastName: "Muster-Anders" });
    await suspend(portal, organization, reason);
    await signIn(page, admin);
    await selectOrganization(page, organization);
    await page.goto("/dashboard");
    for (const { path, title, writes = [], others } of screens) {
      await visit(page, path);
      await expect(heading(page, title)).toBeVisible();
      await expect(banner(page)).toContainText("Bitte wenden Sie sich an die Plattform-Administration.");
      for (const name of writes) await expectBlocked(page, name);
      if (others !== undefined) await expectEnabled(page, others);
    }

    await visit(page, "/settings");
    await expect(page.getByLabel("Sprache des Kontos")).toBeDisabled();
    // This setting is stored on the device.
    await expect(page.getByLabel("Sprache auf diesem Gerät")).toBeEnabled();

    // The dashboard offers no additions and no setup.
    await visit(page, "/dashboard");
    const main = page.getByRole("main");
    await expect(main.getByRole("link", { name: "Mitarbeitende ansehen" }).first()).toBeVisible();
    await expect(main.getByRole("region", { name: "Sicherheitswert" })).toBeVisible();
    await expect(main.getByRole("link", { name: "Person hinzufügen" })).toHaveCount(0);
    await expect(main.getByRole("heading", { name: "Erste Schritte" })).toHaveCount(0);

    // Menu items also show the reason, and the URL of a dialog opens the page without the dialog.
    await visit(page, "/users");
    await page.getByRole("button", { name: /^Aktionen für .*Muster-Anders/ }).click();
    for (const name of ["Bearbeiten", "Deaktivieren", "Aus der Praxis entfernen"])
      await expect(page.getByRole("menuitem", { name }).first()).toHaveAttribute("aria-disabled", "true");
    await page.keyboard.press("Escape");
    await visit(page, "/users?create=person");
    await expect(page).toHaveURL(/create=person/);
    await expectBlocked(page, "Person hinzufügen");
    await expect(page.getByRole("dialog")).toHaveCount(0);

    for (const [tab, name] of [
      ["security", "Blockieren"],
      ["history", "In andere Praxis übertragen"],
    ] as const) {
      await visit(page, `/users/${colleague.id}?tab=${tab}`);
      await expectBlocked(page, name);
      await expectEnabled(page, ["Weitere Aktionen"]);
    }
    // The user's own password is not part of the organization.
    await visit(page, "/change-password");
    await expect(page.getByRole("main").getByRole("button", { name: "Passwort ändern" })).toBeEnabled();
    await expect(banner(page)).toBeVisible();
  });

  test("R0-270 see R0-271 the operator sees the reason and can still change the organization", async ({
    page,
    people,
    portal,
  }) => {
    const organization = await people.createOrganization();
    await suspend(portal, organization, reason);
    await signIn(page, await people.createPlatformAccount("super_admin"), "/organization");
    await page.getByRole("searchbox", { name: "Praxis suchen" }).fill(organization.name);
    await page.getByRole("main").getByRole("button", { name: organization.name }).click();
    await expect(banner(page)).toBeVisible();
    await expect(page.getByRole("button", { name: "Bearbeiten", exact: true })).toBeEnabled();
  });
});
