import type { Page } from "@playwright/test";
import { expectForgotten, readHeap } from "../support/heap.ts";
import { password, type Person } from "../support/people.ts";
import { expect, fillLogin, heading, signIn, stopClock, test } from "../support/test.ts";
import type { TestPortal } from "../support/portal.ts";
import { shareWorkstations } from "../support/workstation.ts";

const lockedTitle = "Bildschirm gesperrt";
/** Heading on a shared workstation. */
const sharedHeading = "Wer arbeitet weiter?";
const minuteMs = 60_000;

/** Signs a person in on a shared workstation that locks after five minutes, with a clock that the test moves. */
async function signInAtSharedWorkstation(
  page: Page,
  person: Person,
  portal: TestPortal,
  organizationId: string,
) {
  await page.clock.install();
  await signIn(page, person);
  await shareWorkstations(portal, organizationId);
  await page.reload();
  await expect(heading(page, "Übersicht")).toBeVisible();
  await expect.poll(() => page.evaluate(() => localStorage.getItem("desk"))).toContain("5");
}

async function unlock(page: Page): Promise<void> {
  await expect(heading(page, lockedTitle)).toBeVisible();
  await page.getByLabel(/^Passwort von /).fill(password);
  await page.keyboard.press("Enter");
}

/** Unlocks the screen of a shared workstation. */
async function unlockShared(page: Page): Promise<void> {
  await expect(heading(page, sharedHeading)).toBeVisible();
  await page.getByRole("button", { name: "Mit Passwort anmelden" }).click();
  await page.getByLabel(/^Passwort von /).fill(password);
  await page.keyboard.press("Enter");
}

/** Locks the screen of a shared workstation and signs a user in with their password on the login page. */
async function lockAndSignIn(page: Page, person: Person): Promise<void> {
  await page.keyboard.press("Control+Alt+l");
  await expect(heading(page, sharedHeading)).toBeVisible();
  await page.getByRole("button", { name: "Andere Person anmelden" }).click();
  await page.getByRole("link", { name: "Mit Passwort anmelden" }).click();
  await expect(heading(page, "Anmelden")).toBeVisible();
  await fillLogin(page, person.email);
}

const notice = (page: Page) =>
  page.getByRole("status").filter({ hasText: "Der Bildschirm wird gleich gesperrt" });

test("R0-40 R0-41 see R0-249 a notice precedes the idle lock; after unlocking, page and input are restored", async ({
  page,
  people,
  portal,
}) => {
  const organization = await people.createOrganization();
  const person = await people.createMember(organization, "viewer");
  await signInAtSharedWorkstation(page, person, portal, organization.id);
  await page.goto("/profile");
  const phone = page.getByLabel("Telefon");
  await phone.fill("+49 30 5554443");
  await stopClock(page);
  await page.clock.runFor(2_000);
  await page.clock.fastForward(4 * minuteMs);
  await page.clock.runFor(1_000);
  await expect(notice(page)).toHaveCount(0);
  // After 4 minutes and a few seconds without activity, more than 30 s remain, even 20 s later.
  await page.clock.fastForward(20_000);
  await page.clock.runFor(1_000);
  await expect(notice(page)).toHaveCount(0);
  // Screen readers announce only the first number.
  const countdown = notice(page).locator("[data-idle-lock]");
  const secondsLeft = async () => Number((await countdown.innerText()).match(/Noch (\d+) Sekunden/)?.[1]);
  // The notice appears a few seconds later, when 30 s remain.
  await expect(async () => {
    await page.clock.runFor(250);
    expect(await notice(page).count()).toBe(1);
  }).toPass({ intervals: [50] });
  const secondsBefore = await secondsLeft();
  expect(secondsBefore).toBeGreaterThan(28);
  expect(secondsBefore).toBeLessThanOrEqual(30);
  await page.clock.runFor(10_000);
  // The notice stays and counts down.
  await expect.poll(secondsLeft).toBeLessThan(secondsBefore - 8);
  await expect(phone).toBeFocused();
  await notice(page).getByRole("button", { name: "Angemeldet bleiben" }).click();
  await page.clock.runFor(1_000);
  await expect(notice(page)).toHaveCount(0);
  // If the button had not been pressed, the screen would be locked now.
  await page.clock.fastForward(minuteMs);
  await expect(heading(page, "Profil")).toBeVisible();
  await expect(phone).toHaveValue("+49 30 5554443");
  await page.clock.fastForward(4 * minuteMs);
  await page.clock.resume();
  await unlockShared(page);
  await expect(page).toHaveURL(/\/profile$/);
  await expect(phone).toHaveValue("+49 30 5554443");
});

test("R0-41 R0-248 see R0-249 after unlocking, the same address and dialog are open with the input, except passwords", async ({
  page,
  people,
}) => {
  const organization = await people.createOrganization();
  const path = "/users?status=active&create=person";
  await signIn(page, await people.createMember(organization, "org_admin"), path);
  await page.getByLabel("Vorname").fill("Kanaria");
  const address = page.url();
  expect(address).toContain("status=active");
  const ownPassword = page.getByRole("dialog").locator("input[type=password]").first();
  await ownPassword.fill("Canary-Geheim-86");
  // A password shown as text is still a secret.
  await page.getByRole("dialog").getByRole("button", { name: "Passwort anzeigen" }).first().click();
  await page.keyboard.press("Control+Alt+l");
  await expect(heading(page, lockedTitle)).toBeVisible();
  expect(await readHeap(page)).toContain("Kanaria");
  await expectForgotten(page, ["Canary-Geheim-86"]);
  await unlock(page);
  await expect(page.getByRole("dialog").getByLabel("Vorname")).toHaveValue("Kanaria");
  expect(page.url()).toBe(address);
  await expect(ownPassword).toHaveValue("");
  await page.goto("/users");
  await expect(heading(page, "Mitarbeitende")).toBeVisible();
});

test("see R0-41 R0-249 after unlocking, dialogs that the address does not name are open with the input", async ({
  page,
  people,
  portal,
}) => {
  test.slow();
  const organization = await people.createOrganization();
  const colleague = await people.createMember(organization, "viewer", {
    firstName: "Kanaria",
    lastName: "Muster-Gelb",
  });
  const admin = await people.createMember(organization, "org_admin");
  await signIn(page, admin, "/users");
  await page.getByRole("button", { name: "Aktionen für Kanaria Muster-Gelb" }).click();
  await page.getByRole("menuitem", { name: "Bearbeiten" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Durchwahl").fill("4711");
  await page.keyboard.press("Control+Alt+l");
  await unlock(page);
  await expect(dialog.getByLabel("Durchwahl")).toHaveValue("4711");

  await page.goto("/users");
  await page.getByRole("button", { name: "Aktionen für Kanaria Muster-Gelb" }).click();
  await page.getByRole("menuitem", { name: "Rolle ändern" }).click();
  const editor = dialog.getByRole("radio", { name: /^Mitarbeit mit Schreibrecht/ });
  await expect(editor).not.toBeChecked();
  await editor.check();
  await page.keyboard.press("Control+Alt+l");
  await unlock(page);
  await expect(editor).toBeChecked();

  await shareWorkstations(portal, organization.id);
  await page.goto("/organization/staff-board");
  await expect.poll(() => page.evaluate(() => localStorage.getItem("desk"))).toContain("5");
  await page.getByRole("button", { name: "Neueintritt mit Vorlage MFA starten" }).click();
  await dialog.getByLabel("Vorname").fill("Amsel");
  await dialog.getByLabel("Nachname").fill("Muster-Schwarz");
  await dialog.getByRole("button", { name: "Weiter" }).click();
  const jobTitle = dialog.getByLabel("Funktion");
  const department = dialog.getByLabel("Abteilung");
  await expect(jobTitle).not.toHaveValue("");
  await jobTitle.fill("Empfang Muster");
  await department.fill("Tresen Muster");
  await lockAndSignIn(page, admin);
  await expect(jobTitle).toHaveValue("Empfang Muster");
  await expect(department).toHaveValue("Tresen Muster");

  // Also after a colleague has worked here, who sees none of it.
  await lockAndSignIn(page, colleague);
  await expect(page.getByRole("button", { name: "Menü von Kanaria Muster-Gelb" })).toBeVisible();
  await page.goto("/dashboard");
  await expect(heading(page, "Übersicht")).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expectForgotten(page, ["Tresen Muster"]);
  await lockAndSignIn(page, admin);
  await expect(jobTitle).toHaveValue("Empfang Muster");
  await expect(department).toHaveValue("Tresen Muster");
  await dialog.getByRole("button", { name: "Zurück" }).click();
  await expect(dialog.getByLabel("Vorname")).toHaveValue("Amsel");
  await expect(dialog.getByLabel("Nachname")).toHaveValue("Muster-Schwarz");
  await expect(dialog.getByLabel("Kürzel")).toHaveValue("AMS");
});

test("see R0-248 R0-249 on an unshared workstation, a user who signs in after a colleague returns to their page and input", async ({
  page,
  people,
}) => {
  const organization = await people.createOrganization();
  const person = await people.createMember(organization, "viewer");
  const colleague = await people.createMember(organization, "viewer", {
    firstName: "Amsel",
    lastName: "Muster-Schwarz",
  });
  const lockAndSwitch = async ({ email }: Person) => {
    await page.keyboard.press("Control+Alt+l");
    await expect(heading(page, lockedTitle)).toBeVisible();
    await page.getByRole("link", { name: "Andere Person anmelden" }).click();
    await expect(heading(page, "Anmelden")).toBeVisible();
    await fillLogin(page, email);
  };
  await signIn(page, person, "/profile");
  const phone = page.getByLabel("Telefon");
  await phone.fill("+49 30 5554443");
  const address = page.url();
  await lockAndSwitch(colleague);
  await expect(page.getByRole("button", { name: "Menü von Amsel Muster-Schwarz" })).toBeVisible();
  await expect(heading(page, "Übersicht")).toBeVisible();
  await expectForgotten(page, ["5554443"]);
  await lockAndSwitch(person);
  await expect(heading(page, "Profil")).toBeVisible();
  await expect(phone).toHaveValue("+49 30 5554443");
  expect(page.url()).toBe(address);
});

test("R0-42 after an idle lock another user of the workstation sees neither page nor input of the first user", async ({
  page,
  people,
  portal,
}) => {
  const organization = await people.createOrganization();
  const first = await people.createMember(organization, "org_admin", {
    firstName: "Kanaria",
    lastName: "Gelb",
  });
  const second = await people.createMember(organization, "viewer", {
    firstName: "Amsel",
    lastName: "Schwarz",
  });
  await signInAtSharedWorkstation(page, second, portal, organization.id);
  await page.keyboard.press("Control+Alt+l");
  await expect(heading(page, sharedHeading)).toBeVisible();
  await page.goto("/login");
  await fillLogin(page, first.email);
  await expect(page.getByRole("button", { name: "Menü von Kanaria Gelb" })).toBeVisible();
  await page.goto("/profile");
  await page.getByLabel("Telefon").fill("+49 30 5554443");
  // Control: the search of the memory finds the typed text.
  expect((await readHeap(page)).includes("5554443")).toBe(true);
  await page.clock.fastForward(6 * minuteMs);
  await expect(heading(page, sharedHeading)).toBeVisible();
  // The locked page is not in the document, not even hidden behind the tiles.
  for (const label of ["Telefon", "Menü von Kanaria Gelb"])
    await expect(page.getByLabel(label)).toHaveCount(0);
  await page.getByRole("button", { name: /Amsel Schwarz/ }).press("Enter");
  await page.getByRole("button", { name: "Mit Passwort anmelden" }).click();
  await page.getByLabel("Passwort von Amsel Schwarz", { exact: true }).fill(password);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Menü von Amsel Schwarz" })).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expectForgotten(page, ["5554443"]);
  await page.goto("/profile");
  await expect(page.getByLabel("Telefon")).toHaveValue("");
});
