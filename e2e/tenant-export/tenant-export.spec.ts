import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expectStreamed } from "../support/downloads.ts";
import { password } from "../support/people.ts";
import { suspend } from "../support/suspension.ts";
import { expect, signIn, test } from "../support/test.ts";

const card = (page: Page) => page.getByRole("region", { name: "Alle Daten exportieren" });

test("R1-24 R7n-25 R0-97 the operator exports a tenant after a step-up, as a JSON file named after the tenant", async ({
  page,
  people,
}) => {
  const organization = await people.createOrganization({ name: "Praxis Dr. Müster & Söhne" });
  const member = await people.createMember(organization, "viewer", { lastName: "Muster-Export" });
  const operator = await people.createPlatformAccount("super_admin");
  await signIn(page, operator, `/tenant-management/${organization.id}`);
  await page.getByRole("navigation", { name: "Bereiche" }).getByRole("link", { name: "Export" }).click();
  await people.expireStepUps(operator);
  await card(page).getByRole("button", { name: "Als JSON-Datei exportieren" }).click();
  const stepUpDialog = page.getByRole("dialog", { name: "Bitte bestätigen Sie Ihre Identität" });
  await stepUpDialog.getByLabel("Ihr Passwort").fill(password);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    stepUpDialog.getByRole("button", { name: "Bestätigen" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("praxis-dr-muester-soehne.json");
  expectStreamed(download);
  const exported = JSON.parse(await readFile(await download.path(), "utf8")) as Record<string, unknown>;
  expect(exported["organizationId"]).toBe(organization.id);
  expect(JSON.stringify(exported)).toContain(member.lastName);
  await expect(card(page).getByRole("alert")).toHaveCount(0);
});

test("see R0-112 R0-86 R1-24 only an org_admin sees the export section, even while the organization is suspended", async ({
  page,
  people,
  portal,
}) => {
  const organization = await people.createOrganization({ name: "Praxis Musterarchiv" });
  const admin = await people.createMember(organization, "org_admin");
  const viewer = await people.createMember(organization, "viewer");
  await signIn(page, viewer, "/organization?tab=settings&group=export");
  await expect(page.getByRole("region", { name: "Allgemein" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Export & Sicherung" })).toHaveCount(0);
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());

  await suspend(portal, organization, "Rechnung offen");
  await signIn(page, admin, "/organization?tab=settings");
  await page.getByRole("link", { name: "Export & Sicherung" }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    card(page).getByRole("button", { name: "Als ZIP-Archiv exportieren" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("praxis-musterarchiv.zip");
  expectStreamed(download);
});

test("see R1-24 a failed export shows an error, and a canceled step-up does not", async ({
  page,
  people,
}) => {
  const organization = await people.createOrganization();
  const admin = await people.createMember(organization, "org_admin");
  await signIn(page, admin, "/organization?tab=settings&group=export");
  const exportButton = card(page).getByRole("button", { name: "Als JSON-Datei exportieren" });
  await people.expireStepUps(admin);
  await exportButton.click();
  await page
    .getByRole("dialog", { name: "Bitte bestätigen Sie Ihre Identität" })
    .getByRole("button", { name: "Abbrechen" })
    .click();
  await expect(exportButton).toBeEnabled();
  await expect(card(page).getByText("Der Export ist fehlgeschlagen")).toHaveCount(0);
  await page.route(/\/auth\/download-ticket/, (request) => request.fulfill({ status: 503, body: "" }));
  await exportButton.click();
  await expect(card(page).getByText("Der Export ist fehlgeschlagen")).toBeVisible({ timeout: 20_000 });
});
