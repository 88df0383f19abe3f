import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { decrypted } from "../../apps/server/test/cloud-sync/decrypted.ts";
import { openAs } from "../support/open-as.ts";
import { expect, signIn, test } from "../support/test.ts";

const card = (page: Page) => page.getByRole("region", { name: "Verschlüsselte Sicherung" });
const slowTimeout = { timeout: 45_000 };

test("R0-112 R0-98 an org_admin sets up the backup with a private key and decrypts it with that key", async ({
  page,
  people,
  portal,
}) => {
  const organization = await people.createOrganization({ name: "Praxis Mustersicherung" });
  const admin = await people.createMember(organization, "org_admin");
  await signIn(page, admin, "/organization?tab=settings");
  await page.getByRole("link", { name: "Export & Sicherung" }).click();
  await expect(page.getByRole("region", { name: "Alle Daten exportieren" })).toBeVisible();
  await card(page).getByRole("button", { name: "Sicherung einrichten" }).click();
  const dialog = page.getByRole("dialog", { name: "Sicherung einrichten" });
  const key = (await dialog.getByText(/^AGE-SECRET-KEY-1/).textContent()) ?? "";
  expect(key).toMatch(/^AGE-SECRET-KEY-1[0-9A-Z]{58}$/);
  const ending = dialog.getByLabel("Die letzten 8 Zeichen des Schlüssels");
  const save = dialog.getByRole("button", { name: "Einrichten" });
  await ending.fill(key.slice(-9, -1));
  await save.click();
  await expect(dialog.getByText("Das sind nicht die letzten Zeichen dieses Schlüssels")).toBeVisible();
  await ending.fill(key.slice(-8).toLowerCase());
  const [request] = await Promise.all([
    page.waitForRequest(
      (candidate) => candidate.method() === "PUT" && candidate.url().endsWith("/cloud-sync"),
    ),
    save.click(),
  ]);
  expect(request.postData()).toMatch(/"publicKey":"age1[0-9a-z]{58}"/);
  expect(request.postData()?.toUpperCase()).not.toContain(key.slice(-8));
  await expect(dialog).toHaveCount(0);
  await expect(card(page)).toContainText("Täglich");
  await expect(card(page)).toContainText("Nächste Sicherung:");

  await card(page).getByRole("button", { name: "Jetzt sichern" }).click();
  await expect(card(page).getByText("Gesichert", { exact: true })).toBeVisible(slowTimeout);
  const folder = join(portal.dataDir, "cloud-sync");
  const name = (await readdir(folder)).find((file) => file.startsWith(organization.id));
  const archive = await decrypted(await readFile(join(folder, name ?? "")), key);
  expect(archive.includes("manifest.json")).toBe(true);

  await card(page).getByRole("button", { name: "Zeitplan ändern" }).click();
  await page.getByRole("dialog").getByText("Nur mit „Jetzt sichern“").click();
  await page.getByRole("dialog").getByRole("button", { name: "Speichern" }).click();
  await expect(card(page).getByText("Nächste Sicherung:")).toHaveCount(0);
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(
    key.slice(-8),
  );
});

test("a failed backup shows the next step to the organization and to the operator", async ({
  page,
  people,
  portal,
  browser,
}) => {
  const organization = await people.createOrganization();
  await portal.app.platformDb.write((_tx, db) =>
    db
      .insertInto("cloud_sync")
      .values({
        organization_id: organization.id,
        public_key: "age1lq3p8rkngljdzgvserzc25304jd3xl8rtnkxpnwm2xww46yhsssq7c3gyq",
        last_run_at: new Date(),
        error: "no_space",
      })
      .execute(),
  );
  const admin = await people.createMember(organization, "org_admin");
  await signIn(page, admin, "/organization?tab=settings&group=export");
  await expect(card(page)).toContainText("Im Speicher ist kein Platz mehr");
  await expect(card(page)).toContainText("wenden Sie sich an den Betreiber des Portals");

  const operator = await people.createPlatformAccount("super_admin");
  const operatorPage = await openAs(browser, portal, operator, `/tenant-management/${organization.id}`);
  const health = operatorPage.getByRole("region", { name: "Zustand", exact: true });
  await expect(health).toContainText("Letzte Sicherung fehlgeschlagen");
  await health.getByRole("link", { name: "Ansehen" }).click();
  await expect(card(operatorPage)).toContainText("Schaffen Sie Platz im Speicher. Danach: „Jetzt sichern“.");
  await operatorPage.context().close();
});

test("R1-25 R0-110 a tenant's page has six tabs, and the operator starts a backup on the last one", async ({
  page,
  people,
  portal,
}) => {
  const organization = await people.createOrganization();
  await portal.app.platformDb.write((_tx, db) =>
    db
      .insertInto("cloud_sync")
      .values({
        organization_id: organization.id,
        public_key: "age1lq3p8rkngljdzgvserzc25304jd3xl8rtnkxpnwm2xww46yhsssq7c3gyq",
      })
      .execute(),
  );
  const operator = await people.createPlatformAccount("super_admin");
  await signIn(page, operator, `/tenant-management/${organization.id}`);
  const tabs = page.getByRole("navigation", { name: "Bereiche" }).getByRole("link");
  const contents = [
    ["Übersicht", page.getByRole("region", { name: "Angaben zur Praxis" })],
    ["Tarif & Limits", page.getByRole("button", { name: "Tarif ändern" })],
    ["Verbrauch", page.getByRole("region", { name: "Verbrauch je Tag" })],
    ["Kosten & Rechnungen", page.getByText("Preis im Monat, netto").first()],
    ["Protokoll", page.getByRole("table", { name: "Protokoll" })],
    ["Export & Sicherung", page.getByRole("region", { name: "Alle Daten exportieren" })],
  ] as const;
  await expect(tabs).toHaveText(contents.map(([name]) => name));
  for (const [name, content] of contents) {
    await tabs.filter({ hasText: name }).first().click();
    await expect(content).toBeVisible();
  }
  await expect(card(page)).toContainText("Es gibt noch keine Sicherung.");
  // Only the organization itself can create its key.
  await expect(card(page).getByRole("button", { name: "Neuer Schlüssel" })).toHaveCount(0);
  await card(page).getByRole("button", { name: "Jetzt sichern" }).click();
  await expect(card(page).getByText("Gesichert", { exact: true })).toBeVisible(slowTimeout);
  await expect(card(page)).toContainText("Prüfsumme (SHA-256):");
});
