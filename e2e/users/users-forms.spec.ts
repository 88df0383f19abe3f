import type { Page } from "@playwright/test";
import { expect, heading, signIn, test } from "../support/test.ts";
import { openAddPerson } from "../support/add-person.ts";

const addButton = "Person hinzufügen";
const discardDialog = (page: Page) => page.getByRole("alertdialog", { name: "Änderungen verwerfen?" });

async function openAccountForm(page: Page): Promise<void> {
  await openAddPerson(page);
  await expect(page.getByLabel("Vorname")).toBeVisible();
}

async function fillAccountForm(page: Page): Promise<void> {
  await openAccountForm(page);
  await page.getByLabel("Vorname").fill("Anna");
  await page.getByLabel("Nachname").fill("Beispiel");
  await page.getByRole("button", { name: "Passwort vorschlagen" }).click();
}

test("R0-20 an error disappears as soon as its field is corrected, whether the browser or the server found it", async ({
  page,
  people,
}) => {
  const organization = await people.createOrganization();
  const owner = await people.createMember(organization, "org_admin");
  await signIn(page, owner, "/users");
  await openAccountForm(page);
  await page.getByLabel("Vorname").fill("Anna");
  await page.getByLabel("Benutzername", { exact: true }).fill(owner.username);
  await page.getByLabel("Passwort", { exact: true }).fill("Sonnen-Garten-83");
  await page.getByLabel("Passwort wiederholen").fill("Sonnen-Garten-84");
  await page.getByRole("button", { name: "Person anlegen" }).click();
  const lastName = page.getByLabel("Nachname");
  const repeated = page.getByLabel("Passwort wiederholen");
  await expect(lastName).toBeFocused();
  await expect(lastName).toHaveAttribute("aria-invalid", "true");
  await expect(repeated).toHaveAttribute("aria-invalid", "true");

  // Typing corrects one field. The error of the other field and the focus stay.
  await page.keyboard.type("B");
  await expect(lastName).not.toHaveAttribute("aria-invalid");
  await expect(lastName).toBeFocused();
  await expect(repeated).toHaveAttribute("aria-invalid", "true");
  // Changing the password makes it match the repeated password.
  await page.getByLabel("Passwort", { exact: true }).fill("Sonnen-Garten-84");
  await expect(repeated).not.toHaveAttribute("aria-invalid");

  await page.getByRole("button", { name: "Person anlegen" }).click();
  const username = page.getByLabel("Benutzername", { exact: true });
  await expect(page.getByText("Dieser Wert ist bereits vergeben")).toBeVisible();
  await expect(username).toBeFocused();
  await username.press("End");
  await page.keyboard.type("2");
  await expect(page.getByText("Dieser Wert ist bereits vergeben")).toBeHidden();
  await expect(username).not.toHaveAttribute("aria-invalid");
});

test("further fields of a new account open into view @soak", async ({ page, people }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const owner = await people.createMember(await people.createOrganization(), "org_admin");
  await signIn(page, owner, "/users");
  await openAccountForm(page);
  await page.getByText("Weitere Angaben", { exact: true }).click();
  await expect(page.getByLabel("Telefon")).toBeInViewport({ ratio: 1 });
  await expect(page.getByLabel("Befristet bis")).toBeInViewport({ ratio: 1 });
});

test("R0-21 all retries of a submission use the same key, and the next submission uses a new key", async ({
  page,
  people,
}) => {
  const organization = await people.createOrganization();
  await signIn(page, await people.createMember(organization, "org_admin"), "/users");
  await fillAccountForm(page);
  const keys: (string | undefined)[] = [];
  let isReachable = false;
  await page.route("**/api/v1/users", async (route) => {
    if (route.request().method() !== "POST") return route.fallback();
    keys.push(route.request().headers()["idempotency-key"]);
    return isReachable ? route.fallback() : route.abort("connectionfailed");
  });
  const submit = page.getByRole("button", { name: "Person anlegen" });
  await submit.click();
  await expect(page.getByRole("alert").filter({ hasText: "nicht erreichbar" })).toBeVisible({
    timeout: 30_000,
  });
  const attempts = keys.length;
  expect(attempts).toBeGreaterThan(1);

  // The account may already exist, so the same input reuses its Idempotency-Key.
  isReachable = true;
  await submit.click();
  await expect(page.getByRole("dialog", { name: "Anna Beispiel kann sich jetzt anmelden" })).toBeVisible();
  expect(keys).toHaveLength(attempts + 1);
  expect(new Set(keys).size).toBe(1);
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);

  await page.getByRole("button", { name: "Weitere Person hinzufügen" }).click();
  await page.getByLabel("Vorname").fill("Bernd");
  await page.getByLabel("Nachname").fill("Beispiel");
  await page.getByRole("button", { name: "Passwort vorschlagen" }).click();
  await submit.click();
  await expect(page.getByRole("dialog", { name: "Bernd Beispiel kann sich jetzt anmelden" })).toBeVisible();
  expect(new Set(keys).size).toBe(2);
});

test("R0-24 closing a dialog, navigating, signing out and reloading ask before input is discarded", async ({
  page,
  people,
}) => {
  const organization = await people.createOrganization();
  await signIn(page, await people.createMember(organization, "org_admin"), "/users");
  // Without input, no confirmation appears.
  await openAccountForm(page);
  await page.getByRole("button", { name: "Abbrechen" }).click();
  await expect(page.getByLabel("Vorname")).toBeHidden();

  await openAccountForm(page);
  await page.getByLabel("Vorname").fill("Anna");
  for (const name of ["Abbrechen", "Schließen"]) {
    await page.getByRole("dialog", { name: addButton }).getByRole("button", { name }).click();
    await expect(discardDialog(page)).toContainText("noch nicht gespeichert");
    await page.getByRole("button", { name: "Weiter bearbeiten" }).click();
    await expect(discardDialog(page)).toBeHidden();
    await expect(page.getByLabel("Vorname")).toHaveValue("Anna");
  }
  await page.getByLabel("Vorname").press("Escape");
  await expect(discardDialog(page)).toBeVisible();
  await page.getByRole("button", { name: "Weiter bearbeiten" }).click();
  await expect(page.getByLabel("Vorname")).toHaveValue("Anna");
  // On reload, the browser asks.
  const dialogEvent = page.waitForEvent("dialog");
  await page.evaluate(() => void setTimeout(() => location.reload()));
  const browserDialog = await dialogEvent;
  expect(browserDialog.type()).toBe("beforeunload");
  await browserDialog.dismiss();
  await expect(page.getByLabel("Vorname")).toHaveValue("Anna");
  await page.getByRole("dialog", { name: addButton }).getByRole("button", { name: "Abbrechen" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Verwerfen" }).click();
  await expect(page.getByLabel("Vorname")).toBeHidden();

  // A form on the page: navigating within the portal asks, and continues only if the user agrees.
  await page.goto("/profile");
  await page.getByLabel("Vorname").fill("Anderer Name");
  await page.getByRole("button", { name: /^Menü von/ }).click();
  await page.getByRole("menuitem", { name: "Abmelden" }).click();
  await expect(discardDialog(page)).toBeVisible();
  await page.getByRole("button", { name: "Weiter bearbeiten" }).click();
  await expect(page.getByLabel("Vorname")).toHaveValue("Anderer Name");
  const overview = page.getByRole("navigation").getByRole("link", { name: "Übersicht" });
  await overview.click();
  await page.getByRole("button", { name: "Weiter bearbeiten" }).click();
  await expect(page.getByLabel("Vorname")).toHaveValue("Anderer Name");
  await overview.click();
  await expect(discardDialog(page)).toBeVisible();
  await page.getByRole("alertdialog").getByRole("button", { name: "Verwerfen" }).click();
  await expect(heading(page, "Übersicht")).toBeVisible();
});

test("R0-25 the toast of a reversible change of a member offers to undo it", async ({
  page,
  people,
  portal,
}) => {
  const organization = await people.createOrganization();
  const colleague = await people.createMember(organization, "viewer");
  await signIn(page, await people.createMember(organization, "org_admin"), `/users/${colleague.id}`);
  const toasts = page.getByRole("region", { name: "Meldungen" });
  const undo = toasts.getByRole("button", { name: "Rückgängig machen" });
  const undone = toasts.getByText("Die Änderung wurde rückgängig gemacht");
  const closeUndone = () =>
    undone.locator("xpath=ancestor::*[@data-type]").getByRole("button", { name: "Schließen" }).click();
  const member = async () => {
    const result = await page.evaluate(async (id) => {
      const authorization = `Bearer ${localStorage.getItem("accessToken") ?? ""}`;
      const response = await fetch(`/api/v1/users/${id}`, { headers: { authorization } });
      return (await response.json()) as unknown;
    }, colleague.id);
    return result as {
      status: string;
      blockedAt: string | null;
      role: { type: string };
      organizationData: { department: string | null };
    };
  };
  const openMenu = (item: string) => async () => {
    await page.getByRole("button", { name: "Weitere Aktionen" }).click();
    await page.getByRole("menuitem", { name: item }).click();
  };
  const dialog = page.getByRole("dialog").or(page.getByRole("alertdialog"));

  await openMenu("Deaktivieren")();
  await dialog.getByRole("button", { name: "Deaktivieren" }).click();
  await expect(undo).toBeVisible();
  expect((await member()).status).toBe("deactivated");
  await undo.click();
  await expect(undone).toBeVisible();
  expect((await member()).status).toBe("active");
  await closeUndone();

  await openMenu("Rolle ändern")();
  await dialog.getByRole("radio", { name: /^Mitarbeit mit Schreibrecht/ }).check();
  await dialog.getByRole("button", { name: "Rolle ändern" }).click();
  await expect(undo).toBeVisible();
  expect((await member()).role.type).toBe("editor");
  await undo.click();
  await expect(undone).toBeVisible();
  expect((await member()).role.type).toBe("viewer");
  await closeUndone();

  await page.getByRole("button", { name: "Bearbeiten" }).click();
  await page.getByLabel("Abteilung").fill("Labor");
  await dialog.getByRole("button", { name: "Speichern" }).click();
  await expect(undo).toBeVisible();
  expect((await member()).organizationData.department).toBe("Labor");
  await undo.click();
  await expect(undone).toBeVisible();
  expect((await member()).organizationData.department).toBeNull();
  await closeUndone();

  await openMenu("Blockieren")();
  await dialog.getByRole("button", { name: "Blockieren" }).click();
  await expect(undo).toBeVisible();
  expect((await member()).blockedAt).not.toBeNull();
  await undo.click();
  await expect(undone).toBeVisible();
  expect((await member()).blockedAt).toBeNull();
  await closeUndone();

  await portal.app.platformDb.writes
    .updateTable("membership")
    .set({ status: "deactivated" })
    .where("person_id", "=", colleague.id)
    .execute();
  await page.reload();
  await openMenu("Aktivieren")();
  await dialog.getByRole("button", { name: "Aktivieren" }).click();
  await expect(undo).toBeVisible();
  expect((await member()).status).toBe("active");
  await undo.click();
  await expect(undone).toBeVisible();
  expect((await member()).status).toBe("deactivated");
});

test("inviting or adding a person who is already a member shows an error at the address and keeps the input", async ({
  page,
  people,
}) => {
  const organization = await people.createOrganization();
  const colleague = await people.createMember(organization, "viewer", { lastName: "Muster-Kollegin" });
  await signIn(page, await people.createMember(organization, "org_admin"), "/users");
  const alreadyMember = "Mit dieser E-Mail-Adresse gehört bereits jemand zur Praxis";
  const form = page.getByRole("dialog");
  const address = form.getByLabel("E-Mail-Adresse");
  const expectRefused = async () => {
    await expect(address).toBeFocused();
    await expect(address).toHaveAttribute("aria-invalid", "true");
    await expect(address).toHaveAccessibleDescription(new RegExp(alreadyMember));
    await expect(form.getByLabel("Vorname")).toHaveValue("Nora");
  };

  await openAccountForm(page);
  await form.getByText("Per E-Mail einladen").click();
  await address.fill(colleague.email);
  await form.getByLabel("Vorname").fill("Nora");
  await form.getByRole("button", { name: "Einladung senden" }).click();
  await expectRefused();
  // Another address can then be invited.
  await address.fill(`nora${Date.now()}@example.org`);
  await expect(form.getByText(alreadyMember)).toBeHidden();
  await form.getByRole("button", { name: "Einladung senden" }).click();
  await expect(form).toHaveCount(0);

  await fillAccountForm(page);
  await form.getByLabel("Vorname").fill("Nora");
  await form.getByText("Weitere Angaben", { exact: true }).click();
  await address.fill(colleague.email);
  await form.getByRole("button", { name: "Person anlegen" }).click();
  await expectRefused();
});
