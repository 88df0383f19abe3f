import type { Locator, Page } from "@playwright/test";
import type { PeopleFactory } from "../support/people.ts";
import type { TestPortal } from "../support/portal.ts";
import { expect, heading, signIn, test } from "../support/test.ts";

/** Runs the job on request: its schedule could run it between creating an organization and viewing it. */
let check: () => Promise<void>;
let release: () => void;

function holdJob({ app }: TestPortal): void {
  const job = app.jobs.find(({ name }) => name === "security-check");
  if (!job) throw new Error("The security check job is missing");
  const { run } = job;
  job.run = async () => undefined;
  check = () => run(new AbortController().signal);
  release = () => {
    job.run = run;
  };
}

test.beforeAll(({ portal }) => holdJob(portal));
test.afterAll(() => release());

const tileOf = (page: Page) => page.getByRole("region", { name: "Sicherheitswert" });

async function organizationWithFindings(people: PeopleFactory) {
  const organization = await people.createOrganization();
  const admin = await people.createMember(organization, "org_admin", {
    firstName: "Ina",
    lastName: "Muster-Leitung",
  });
  await people.createMember(organization, "support", { firstName: "Ivo", lastName: "Muster-Technik" });
  await people.createMember(organization, "viewer", { username: `empfang_${Date.now()}` });
  return { organization, admin };
}

/** Returns the reached and possible points of each check, from the text for screen readers. */
async function pointsOf(drawer: Locator): Promise<{ reached: number; possible: number }[]> {
  const lines = await drawer
    .getByRole("listitem")
    .getByText(/^\d+ von \d+ Punkten$/)
    .allTextContents();
  return lines.map((line) => {
    const [points, maxPoints] = line.match(/\d+/g)?.map(Number) ?? [];
    return { reached: points ?? Number.NaN, possible: maxPoints ?? Number.NaN };
  });
}

test("R2.4-12 the score is labeled as the default before any check", async ({ page, people }) => {
  await signIn(page, await people.createMember(await people.createOrganization(), "org_admin"));
  await expect(tileOf(page).getByText("85", { exact: true })).toBeVisible();
  await expect(tileOf(page)).toContainText("Standardwert – noch nicht geprüft");
  await expect(tileOf(page).getByRole("button")).toHaveCount(0);
  // The page of the organization labels it in the same way.
  const navigation = page.getByRole("navigation", { name: "Hauptnavigation" });
  await navigation.getByRole("link", { name: "Praxisprofil" }).click();
  await page
    .getByRole("navigation", { name: "Bereiche der Praxis" })
    .getByRole("link", { name: "Sicherheit" })
    .click();
  await expect(heading(page, "Praxisprofil")).toBeVisible();
  await expect(tileOf(page)).toContainText("85");
  await expect(tileOf(page)).toContainText("Standardwert – noch nicht geprüft");
});

test("R2.4-11 the computed score replaces the default without a reload, and every point is explained", async ({
  page,
  people,
}) => {
  const { admin } = await organizationWithFindings(people);
  await signIn(page, admin);
  await expect(tileOf(page)).toContainText("Standardwert");
  await expect(tileOf(page).getByText("85", { exact: true })).toBeVisible();
  await expect(page.getByRole("banner")).toContainText("Verbunden");
  await check();
  await expect(tileOf(page)).not.toContainText("Standardwert");
  await tileOf(page).getByRole("button", { name: "Alle Prüfungen ansehen" }).click();

  const drawer = page.getByRole("dialog", { name: "Sicherheitswert" });
  await expect(drawer.getByRole("heading", { level: 3 })).toHaveText(["Hier fehlen Punkte", "In Ordnung"]);
  const points = await pointsOf(drawer);
  expect(points).toHaveLength(11);
  const sum = points.reduce((total, { reached }) => total + reached, 0);
  expect(points.reduce((total, { possible }) => total + possible, 0)).toBe(100);
  await expect(drawer).toContainText(`Summe${sum} von 100 Punkten`);
  await expect(drawer).toContainText(`${sum} von 100 Punkten · Geprüft: heute`);
  expect(sum).not.toBe(85);

  const finding = (title: string) =>
    drawer.getByRole("listitem").filter({ has: page.getByRole("heading", { name: title }) });
  await expect(finding("Zwei-Faktor-Anmeldung der Verwaltung")).toContainText(
    "1 von 1 Personen mit Verwaltungsrechten ohne Zwei-Faktor-Anmeldung",
  );
  await expect(finding("Vertretung der Praxis-Administration")).toContainText(
    "Nur eine Person hat die Rolle Praxis-Administration",
  );
  await expect(finding("Vertretung der Praxis-Administration")).toContainText(
    "„Praxismanagement“ zählt hier nicht",
  );
  await expect(finding("Persönliche Konten")).toContainText(
    "1 von 3 Benutzernamen klingt nach einem gemeinsamen Konto",
  );
  await expect(finding("Externe Zugänge mit Enddatum")).toContainText(
    "1 von 1 externen Zugängen ohne Enddatum",
  );
  await expect(finding("Offene Einladungen")).toContainText("Keine Einladung ist schon lange offen");

  // The link leads to the page that fixes the finding, and Back returns to the list.
  await finding("Externe Zugänge mit Enddatum").getByRole("link", { name: "Enddatum eintragen" }).click();
  await expect(heading(page, "Mitarbeitende")).toBeVisible();
  await expect(page.getByRole("rowheader")).toHaveText([/Muster-Technik/]);
  await page.goBack();
  await expect(drawer).toBeVisible();
  await drawer.getByRole("button", { name: "Sicherheitswert schließen" }).click();
  await expect(drawer).toHaveCount(0);
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(tileOf(page).getByText(String(sum), { exact: true })).toBeVisible();
  // The settings of the organization show the same score.
  await page.getByRole("link", { name: "Praxisprofil", exact: true }).click();
  await page.getByRole("main").getByRole("link", { name: "Sicherheit", exact: true }).click();
  // The score is shown as a number and at its bar.
  await expect(tileOf(page).getByText(`${sum} von 100 Punkten`, { exact: true })).toHaveCount(2);
  await expect(tileOf(page)).not.toContainText("85 von 100");
});

test("R0-285 R0-273 each finding links to exactly the people it counts", async ({ page, people }) => {
  const { admin } = await organizationWithFindings(people);
  await check();
  await signIn(page, admin, "/dashboard?checks=open");
  const findings = page
    .getByRole("dialog", { name: "Sicherheitswert" })
    .locator("section")
    .filter({ has: page.getByRole("heading", { name: "Hier fehlen Punkte" }) })
    .getByRole("listitem");
  await expect(findings).toHaveCount(5);
  await expect(findings.locator('a[href*="finding="]')).toHaveCount(5);
  await expect(findings.getByRole("link", { name: "Zweiten Faktor verlangen: " }).first()).toHaveAttribute(
    "href",
    /\/organization\?.*group=security/,
  );

  await findings.getByRole("link", { name: /^Betroffene ansehen: Zwei-Faktor-Anmeldung des Teams/ }).click();
  await expect(heading(page, "Mitarbeitende")).toBeVisible();
  await expect(page.getByRole("rowheader")).toHaveText([/Muster-Probe/, /Muster-Technik/]);
  await expect(page.getByRole("button", { name: /Team ohne zweiten Faktor/ })).toBeVisible();
  // The administrator has no second factor either, but belongs to another finding.
  await page.goBack();
  await findings
    .getByRole("link", { name: /^Betroffene ansehen: Zwei-Faktor-Anmeldung der Verwaltung/ })
    .click();
  await expect(page.getByRole("rowheader")).toHaveText([/Muster-Leitung/]);
});

test("R2.4-10 the checks can be opened, read and closed by keyboard", async ({ page, people }) => {
  const { admin } = await organizationWithFindings(people);
  await check();
  const statistics = page.waitForResponse((response) =>
    new URL(response.url()).pathname.endsWith("/statistics"),
  );
  await signIn(page, admin);
  const { securityScore } = (await (await statistics).json()) as { securityScore: { value: number } };
  expect(securityScore.value).not.toBe(85);
  await expect(tileOf(page).getByText(String(securityScore.value), { exact: true })).toBeVisible();
  await expect(tileOf(page)).toContainText("von 100");
  const opener = page.getByRole("button", { name: "Alle Prüfungen ansehen" });
  await expect(opener).toBeVisible();
  for (let presses = 0; presses < 40; presses += 1) {
    if (await opener.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("Enter");
  const drawer = page.getByRole("dialog", { name: "Sicherheitswert" });
  await expect(drawer).toBeVisible();
  const firstLink = drawer.getByRole("link").first();
  for (let presses = 0; presses < 5; presses += 1) {
    if (await firstLink.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press("Tab");
  }
  await expect(firstLink).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(drawer).toHaveCount(0);
  await expect(opener).toBeFocused();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test("R2.4-10 users who may not manage people see the score without findings", async ({ page, people }) => {
  const { organization } = await organizationWithFindings(people);
  await check();
  const statistics = page.waitForResponse((response) =>
    new URL(response.url()).pathname.endsWith("/statistics"),
  );
  await signIn(page, await people.createMember(organization, "viewer"), "/dashboard?checks=open");
  const { securityScore } = (await (await statistics).json()) as { securityScore: { value: number } };
  expect(securityScore.value).not.toBe(85);
  await expect(tileOf(page).getByText(String(securityScore.value), { exact: true })).toBeVisible();
  await expect(tileOf(page)).toContainText("von 100");
  await expect(tileOf(page)).toContainText("Geprüft: heute");
  await expect(tileOf(page).getByRole("button")).toHaveCount(0);
  await expect(tileOf(page)).not.toContainText("ohne zweiten Faktor");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("R0-285 an overdue review of rights has a row in the score that links to the review", async ({
  page,
  people,
  portal,
}) => {
  const organization = await people.createOrganization();
  await portal.app.platformDb.writes
    .updateTable("organization")
    .set({ rights_reviews_since: new Date(Date.now() - 93 * 86_400_000) })
    .where("organization_id", "=", organization.id)
    .execute();
  await check();
  await signIn(page, await people.createMember(organization, "org_admin"), "/dashboard?checks=open");
  const row = page
    .getByRole("dialog", { name: "Sicherheitswert" })
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { name: "Rechte-Überprüfung" }) });
  await expect(row).toContainText("0 von 5 Punkten");
  await expect(row).toContainText("Die Rechte-Überprüfung ist überfällig");
  await row.getByRole("link", { name: "Rechte überprüfen: Rechte-Überprüfung" }).press("Enter");
  await expect(heading(page, "Rechte-Überprüfung")).toBeVisible();
});

test("R0-273 R0-285 every finding about people has a button to the page that fixes it, with as many people as counted", async ({
  page,
  people,
  portal,
}) => {
  const organization = await people.createOrganization();
  const longAgo = new Date(Date.now() - 400 * 86_400_000);
  const add = (lastName: string, options: Parameters<typeof people.createMember>[2] = {}) =>
    people.createMember(organization, "viewer", { lastName, ...options });
  const admin = await people.createMember(organization, "org_admin", { lastName: "Muster-Leitung" });
  await people.createMember(organization, "support", { lastName: "Muster-Technik" });
  await add("Muster-Ruhe", { createdAt: longAgo });
  await add("Muster-Theke", { username: `empfang_${Date.now()}` });
  await add("Muster-Sperre", { lockedUntil: new Date(Date.now() + 3_600_000) });
  await add("Muster-Einladung", { status: "pending", createdAt: longAgo });
  const unconfirmed = await add("Muster-Post");
  const first = await add("Muster-Start", { mustChangePassword: true });
  const { writes } = portal.app.platformDb;
  await writes
    .updateTable("membership")
    .set({ email_verified: false })
    .where("person_id", "=", unconfirmed.id)
    .execute();
  await portal.app.identityDb.write((tx) =>
    tx.identity.updateTable("person").set({ updated_at: longAgo }).where("id", "=", first.id).execute(),
  );
  await check();
  await signIn(page, admin, "/dashboard?checks=open");

  const drawer = page.getByRole("dialog", { name: "Sicherheitswert" });
  const lists = [
    ["Unbenutzte Konten", "1 Konto prüfen", ["Muster-Ruhe"]],
    ["Externe Zugänge mit Enddatum", "Enddatum eintragen", ["Muster-Technik"]],
    ["Fehlgeschlagene Anmeldungen", "1 Konto entsperren", ["Muster-Sperre"]],
    ["Bestätigte E-Mail-Adressen", "1 Person erinnern", ["Muster-Post"]],
    ["Offene Einladungen", "1 Einladung erneut senden", ["Muster-Einladung"]],
    ["Eigene Passwörter", "1 Person erinnern", ["Muster-Start"]],
    ["Zwei-Faktor-Anmeldung der Verwaltung", "Betroffene ansehen", ["Muster-Leitung"]],
    [
      "Zwei-Faktor-Anmeldung des Teams",
      "Betroffene ansehen",
      ["Muster-Post", "Muster-Ruhe", "Muster-Sperre", "Muster-Start", "Muster-Technik", "Muster-Theke"],
    ],
    ["Persönliche Konten", "Betroffene ansehen", ["Muster-Theke"]],
    ["Vertretung der Praxis-Administration", "Betroffene ansehen", ["Muster-Leitung"]],
  ] as const;
  await expect(drawer.locator("section").first().getByRole("listitem")).toHaveCount(lists.length);
  for (const [title, fix, names] of lists) {
    const row = drawer
      .getByRole("listitem")
      .filter({ has: page.getByRole("heading", { name: title, exact: true }) });
    // One of two required administrators is missing. Only this finding does not count the people in its list.
    if (title !== "Vertretung der Praxis-Administration")
      await expect(row).toContainText(`${names.length} von `);
    await row.getByRole("link", { name: `${fix}: ${title}` }).click();
    await expect(heading(page, "Mitarbeitende")).toBeVisible();
    await expect(page.getByRole("rowheader")).toHaveCount(names.length);
    await expect(page.getByRole("rowheader").filter({ hasText: new RegExp(names.join("|")) })).toHaveCount(
      names.length,
    );
    await page.goBack();
    await expect(drawer).toBeVisible();
  }

  for (const title of ["Zwei-Faktor-Anmeldung der Verwaltung", "Zwei-Faktor-Anmeldung des Teams"]) {
    await drawer.getByRole("link", { name: `Zweiten Faktor verlangen: ${title}` }).click();
    await expect(page.getByRole("combobox", { name: "Zwei-Faktor-Anmeldung" })).toBeEnabled();
    await page.goBack();
  }
  await drawer.getByRole("link", { name: "Eigenes Konto anlegen: Persönliche Konten" }).click();
  await expect(page.getByRole("dialog").getByLabel("Vorname")).toBeVisible();
  await page.goBack();
  await drawer
    .getByRole("link", { name: "Mitarbeitende ansehen: Vertretung der Praxis-Administration" })
    .click();
  await expect(heading(page, "Mitarbeitende")).toBeVisible();
  await expect(page.getByRole("rowheader").filter({ hasText: "Muster-Leitung" })).toBeVisible();
});
