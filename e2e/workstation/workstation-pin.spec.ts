import type { Page } from "@playwright/test";
import { password, type Person } from "../support/people.ts";
import type { TestPortal } from "../support/portal.ts";
import { expect, fillLogin, heading, signIn, test } from "../support/test.ts";
import { shareWorkstations } from "../support/workstation.ts";

const sharedHeading = "Wer arbeitet weiter?";
const pins = { first: "482916", second: "739104" } as const;
const switchMaxMs = 2_000;

/** Signs a person in on a shared workstation. A PIN requires a full sign-in after the workstation was shared. */
async function signInAtWorkstation(page: Page, person: Person, portal: TestPortal, organizationId: string) {
  await signIn(page, person);
  await shareWorkstations(portal, organizationId);
  await signIn(page, person);
}

/** Sets a PIN with a call instead of its page. */
async function setPinByCall(page: Page, pin: string): Promise<void> {
  const status = await page.evaluate(async (digits) => {
    const response = await fetch("/api/v1/auth/pin", {
      method: "PUT",
      headers: {
        "Content-Type": "application/json",
        Authorization: `Bearer ${sessionStorage.getItem("accessToken") ?? localStorage.getItem("accessToken")}`,
      },
      body: JSON.stringify({ pin: digits }),
    });
    return response.status;
  }, pin);
  expect(status).toBe(200);
}

/** Locks the screen with the button of the top bar. */
async function lock(page: Page): Promise<void> {
  await page.getByRole("banner").getByRole("button", { name: "Bildschirm sperren", exact: true }).click();
  await expect(heading(page, sharedHeading)).toBeVisible();
}

const tile = (page: Page, name: RegExp) => page.getByRole("listitem").getByRole("button", { name });

test("R0-251 R0-256 R0-56 see R0-249 two users switch with their PINs; the page is there within 2 s of the last key", async ({
  page,
  people,
  portal,
}) => {
  test.slow();
  const organization = await people.createOrganization();
  const first = await people.createMember(organization, "viewer", {
    firstName: "Kanaria",
    lastName: "Muster-Gelb",
  });
  const second = await people.createMember(organization, "viewer", {
    firstName: "Amsel",
    lastName: "Muster-Schwarz",
  });
  const admin = await people.createMember(organization, "org_admin", { lastName: "Muster-Leitung" });
  await signInAtWorkstation(page, first, portal, organization.id);
  // Users without a PIN have a task to set one.
  const tasks = page.getByRole("region", { name: "Meine Aufgaben" });
  const task = tasks.getByRole("link", { name: "PIN für diesen Arbeitsplatz festlegen" });
  await expect(task).toBeVisible();
  await setPinByCall(page, pins.first);
  await page.reload();
  await expect(tasks.getByRole("link", { name: "Zweiten Faktor einrichten" })).toBeVisible();
  await expect(page.getByText("Verbunden", { exact: true })).toBeVisible();
  await expect(task).toHaveCount(0);
  await signIn(page, admin);
  await signIn(page, second);
  await setPinByCall(page, pins.second);
  await lock(page);
  // Tiles show name and role, never a security state, and there are no tiles for administrators.
  await expect(tile(page, /Muster/)).toHaveText([/Amsel Muster-Schwarz/, /Kanaria Muster-Gelb/]);

  for (const [name, pin] of [
    [/Kanaria Muster-Gelb/, pins.first],
    [/Amsel Muster-Schwarz/, pins.second],
  ] as const) {
    await tile(page, name).click();
    // A second tap on the tile returns to the PIN.
    await tile(page, name).click();
    await page.keyboard.type(pin.slice(0, -1));
    const startedAt = Date.now();
    await page.keyboard.type(pin.slice(-1));
    await expect(page.getByRole("button", { name: new RegExp(`^Menü von ${name.source}`) })).toBeVisible();
    await expect(heading(page, "Übersicht")).toBeVisible();
    expect(Date.now() - startedAt).toBeLessThanOrEqual(switchMaxMs);
    await lock(page);
  }

  // Users without a tile enter their username. A wrong PIN can be typed again at once, also with the keys on
  // the screen.
  await page.getByRole("button", { name: "Andere Person anmelden" }).click();
  await expect(page.getByLabel("Benutzername")).toBeFocused();
  const requiredMessage = page.getByText("Dieses Feld ist erforderlich");
  await page.getByLabel("PIN", { exact: true }).fill("905173");
  await expect(requiredMessage).toBeVisible();
  await expect(page.getByLabel("Benutzername")).toBeFocused();
  await page.keyboard.type(first.username);
  await expect(requiredMessage).toHaveCount(0);
  await page.keyboard.press("Tab");
  await page.keyboard.type("905173");
  await expect(page.getByRole("alert")).toContainText("PIN nicht erkannt");
  await expect(page.getByLabel("PIN", { exact: true })).toBeFocused();
  for (const digit of pins.first) await page.getByRole("button", { name: digit, exact: true }).click();
  await expect(page.getByRole("button", { name: "Menü von Kanaria Muster-Gelb" })).toBeVisible();

  // The password unlocks the session. After too many wrong PINs, only the password is accepted.
  await page.goto("/profile");
  await page.getByLabel("Telefon").fill("+49 30 5554443");
  // The typed text cannot be encrypted here, as on an insecure origin.
  const encryption = /\/assets\/unlock-/;
  await page.route(encryption, (route) => route.abort());
  await lock(page);
  const unsaved = page.getByText("Kanaria Muster-Gelb hat Eingaben nicht gespeichert.");
  await expect(unsaved).toHaveCount(0);
  await tile(page, /Amsel/).click();
  await expect(unsaved).toBeVisible();
  await page.unroute(encryption);
  await tile(page, /Kanaria/).click();
  await expect(unsaved).toHaveCount(0);
  for (const message of [
    "Noch 4 Versuche",
    "Noch 3 Versuche",
    "Noch 2 Versuche",
    "Noch ein Versuch",
    "jetzt gesperrt",
  ]) {
    await page.keyboard.type("905173");
    await expect(page.getByRole("alert")).toContainText(message);
  }
  await page.getByLabel("Passwort von Kanaria Muster-Gelb", { exact: true }).fill(password);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Menü von Kanaria Muster-Gelb" })).toBeVisible();
  // No other user has signed in, so the input is still there, even after a sign-in on the login page.
  await expect(page.getByLabel("Telefon")).toHaveValue("+49 30 5554443");
  await lock(page);
  await page.getByRole("button", { name: "Andere Person anmelden" }).click();
  await page.getByRole("link", { name: "Mit Passwort anmelden" }).click();
  await expect(heading(page, "Anmelden")).toBeVisible();
  await fillLogin(page, first.email);
  await expect(page.getByLabel("Telefon")).toHaveValue("+49 30 5554443");
});

test("see R0-253 R0-309 R0-310 a refused PIN shows the reason and the next step", async ({
  page,
  people,
  portal,
}) => {
  const organization = await people.createOrganization();
  const person = await people.createMember(organization, "viewer", { lastName: "Muster-Gelb" });
  await signInAtWorkstation(page, person, portal, organization.id);
  await setPinByCall(page, pins.first);
  const { writes } = portal.app.platformDb;
  const alert = page.getByRole("alert");
  const enterPin = async () => {
    await expect(page.getByLabel(/^PIN von/)).toBeFocused();
    await page.keyboard.type(pins.first);
  };

  // More than 12 hours after the full sign-in, the password is required, and makes the PIN work again.
  await lock(page);
  const thirteenHoursAgo = new Date(Date.now() - 13 * 3_600_000);
  await writes
    .updateTable("device_person")
    .set({ full_sign_in_at: thirteenHoursAgo })
    .where("person_id", "=", person.id)
    .execute();
  await enterPin();
  await expect(alert).toContainText("Ihre PIN gilt 12 Stunden nach jeder vollständigen Anmeldung");
  await page.getByLabel(/^Passwort von/).fill(password);
  await page.keyboard.press("Enter");
  await expect(heading(page, "Übersicht")).toBeVisible();
  await lock(page);
  await enterPin();
  await expect(heading(page, "Übersicht")).toBeVisible();

  // The message for a removed PIN is the same as for a wrong PIN, with a hint that fits both.
  await lock(page);
  await writes.deleteFrom("workstation_pin").where("person_id", "=", person.id).execute();
  await enterPin();
  await expect(alert).toContainText("Noch 4 Versuche");
  await expect(page.getByText("Neues Passwort oder neue Rolle? Dann ist Ihre PIN entfernt.")).toBeVisible();

  // The workstation is no longer shared.
  await writes
    .updateTable("workstation")
    .set({ is_shared: false })
    .where("organization_id", "=", organization.id)
    .execute();
  await enterPin();
  await expect(page.getByText("nicht mehr als gemeinsamer Arbeitsplatz freigegeben")).toBeVisible();
  await page.getByLabel(/^Passwort von/).fill(password);
  await page.keyboard.press("Enter");
  await expect(heading(page, "Übersicht")).toBeVisible();
});

for (const width of [1280, 375]) {
  test(`R0-250 a button that locks the screen is visible on every page without opening a menu, ${width} px wide`, async ({
    page,
    people,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    const organization = await people.createOrganization();
    const person = await people.createMember(organization, "org_admin");
    await signIn(page, person);
    for (const path of [
      "/dashboard",
      "/users",
      `/users/${person.id}`,
      "/organization",
      "/organization/evidence",
      "/audit",
      "/billing",
      "/assistant",
      "/ai-usage",
      "/workstations",
      "/webhooks",
      "/profile",
      "/settings",
      "/nirgends",
    ]) {
      await page.goto(path);
      await expect(
        page.getByRole("banner").getByRole("button", { name: "Bildschirm sperren", exact: true }),
      ).toBeInViewport({
        ratio: 1,
      });
    }
    await page.goto("/users");
    const inSidebar = page
      .getByRole("complementary")
      .getByRole("button", { name: "Bildschirm sperren", exact: true });
    if (width === 1280) {
      await expect(inSidebar).toBeInViewport({ ratio: 1 });
    } else {
      await page.getByRole("button", { name: "Navigation öffnen" }).click();
      const inDrawer = page.getByRole("dialog").getByRole("button", { name: "Bildschirm sperren" });
      await expect(inDrawer).toBeInViewport({ ratio: 1 });
      await page.keyboard.press("Escape");
    }
    await page.getByRole("banner").getByRole("button", { name: "Bildschirm sperren", exact: true }).click();
    await expect(heading(page, "Bildschirm gesperrt")).toBeVisible();
  });
}

test("see R0-311 a locked-out user calls for help, and users who may unlock see the alarm at once", async ({
  page,
  people,
  portal,
  browser,
}) => {
  const organization = await people.createOrganization();
  const admin = await people.createMember(organization, "org_admin");
  const context = await browser.newContext({ baseURL: portal.url, locale: "de-DE" });
  const office = await context.newPage();
  await signIn(office, admin);
  const person = await people.createMember(organization, "viewer");
  await signInAtWorkstation(page, person, portal, organization.id);
  await lock(page);
  await page.getByRole("button", { name: "Ich bin gesperrt" }).click();
  await expect(page.getByText("Wir haben Bescheid gegeben.")).toBeVisible();
  await expect(
    office.getByText("Am gemeinsamen Arbeitsplatz (Empfang) kommt jemand nicht hinein.").first(),
  ).toBeVisible();
  // The portal does not know who it is, so the alarm leads to the locked people.
  await office.getByRole("button", { name: /^Benachrichtigungen/ }).press("Enter");
  await office.getByRole("link", { name: "kommt jemand nicht hinein" }).press("Enter");
  await expect(office).toHaveURL(/\/users\?status=locked$/);
  await expect(office.getByText("Zurzeit ist niemand gesperrt").filter({ visible: true })).toBeVisible();
  await context.close();
});
