import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { startTestPortal, type TestPortal } from "../support/portal.ts";
import { test as base } from "../support/watch/watched-test.ts";

/** Provides a portal without demonstration data and users, in which the setup link is created. */
const test = base.extend<{ emptyPortal: TestPortal; link: string }>({
  emptyPortal: async ({}, use) => {
    const portal = await startTestPortal({ DEMO: "off" });
    await use(portal);
    await portal.stop();
  },
  link: async ({ emptyPortal }, use) =>
    use((await readFile(join(emptyPortal.dataDir, "setup-link.txt"), "utf8")).trim()),
});

test("see R0-20 the setup creates administrator, organization and first person once, and leads to the sign-in", async ({
  page,
  link,
  browser,
}) => {
  await page.goto(link);
  await expect(page.getByRole("heading", { level: 1, name: "Praxisportal einrichten" })).toBeVisible();
  const token = link.split("/").at(-1) ?? "";
  expect(token.length).toBeGreaterThan(20);
  expect(page.url()).not.toContain(token);
  await expect(page).toHaveTitle("Einrichtung – Praxisportal");

  await page.getByRole("button", { name: "Weiter" }).click();
  await expect(page.getByText("Dieses Feld ist erforderlich").first()).toBeVisible();
  const [firstField, lastField] = [page.getByLabel("Vorname"), page.getByLabel("Nachname")];
  await expect(firstField).toBeFocused();
  await page.keyboard.type("P");
  await expect(firstField).not.toHaveAttribute("aria-invalid");
  await expect(firstField).toBeFocused();
  await expect(lastField).toHaveAttribute("aria-invalid", "true");

  const fillPerson = async (firstName: string, username: string, secretLabel: string, secret: string) => {
    await page.getByLabel("Vorname").fill(firstName);
    await page.getByLabel("Nachname").fill("Muster-Probe");
    await page.getByLabel("Benutzername").fill(username);
    await page.getByLabel(secretLabel, { exact: true }).fill(secret);
    await page.getByLabel("Passwort wiederholen").fill(secret);
  };
  await fillPerson("Petra", "petra", "Passwort", "Plattform-Wort-1");
  const dialogOpened = page.waitForEvent("dialog");
  await page.evaluate(() => void setTimeout(() => location.reload()));
  const dialog = await dialogOpened;
  expect(dialog.type()).toBe("beforeunload");
  await dialog.dismiss();
  await expect(page.getByLabel("Vorname")).toHaveValue("Petra");
  await page.getByRole("button", { name: "Weiter" }).click();
  await page.getByLabel("Name der Praxis").fill("Praxis am Anfang");
  await page.getByLabel("Land").selectOption("Österreich");
  await page.getByRole("button", { name: "Weiter" }).click();
  await fillPerson("Ina", "petra", "Startpasswort", "Anfang-Kennwort-2");
  await page.getByRole("button", { name: "Einrichten", exact: true }).click();
  await expect(page.getByText("verschiedene Benutzernamen")).toBeVisible();
  await page.getByLabel("Benutzername").fill("ina");
  await expect(page.getByText("verschiedene Benutzernamen")).toBeHidden();
  await page.getByRole("button", { name: "Einrichten", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Praxisportal ist eingerichtet" })).toBeVisible();
  await expect(page.getByText(/^[A-Z2-9]{4}-[A-Z2-9]{4}$/)).toBeVisible();

  await page.getByRole("link", { name: "Zur Anmeldung" }).click();
  await expect(
    page.getByLabel("Praxis auswählen").getByRole("option", { name: "Praxis am Anfang" }),
  ).toBeAttached();
  await page.getByLabel("Benutzername oder E-Mail-Adresse").fill("ina");
  await page.getByLabel("Passwort", { exact: true }).fill("Anfang-Kennwort-2");
  await page.getByRole("button", { name: "Anmelden", exact: true }).click();
  await expect(
    page.getByRole("heading", { level: 1, name: "Bitte wählen Sie ein eigenes Passwort" }),
  ).toBeVisible();

  const anonymousContext = await browser.newContext({ locale: "de-DE" });
  const usedLinkPage = await anonymousContext.newPage();
  await usedLinkPage.goto(link);
  await expect(
    usedLinkPage.getByRole("heading", { level: 1, name: "Dieser Link ist nicht gültig" }),
  ).toBeVisible();
  await anonymousContext.close();
});

test("an unknown link shows only that it is invalid @soak", async ({ page, emptyPortal }) => {
  await page.goto(`${emptyPortal.url}/setup/${"x".repeat(43)}`);
  await expect(page.getByRole("heading", { level: 1, name: "Dieser Link ist nicht gültig" })).toBeVisible();
  expect(page.url()).toBe(`${emptyPortal.url}/setup`);
});
