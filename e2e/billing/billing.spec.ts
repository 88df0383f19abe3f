import type { Page } from "@playwright/test";
import { changeOrganization, failCalls, respondWith } from "../support/responses.ts";
import { respondWithInvoices, invoicePage } from "../support/invoice-data.ts";
import { openAs } from "../support/open-as.ts";
import { expect, heading, signIn, test } from "../support/test.ts";

const path = "/billing";
const region = (page: Page, name: string | RegExp) => page.getByRole("main").getByRole("region", { name });

test("R2.1-25 /billing opens for a member with billing:read only", async ({
  page,
  people,
  browser,
  portal,
}) => {
  const organization = await people.createOrganization();
  const reader = await people.createMember(organization, "viewer", { permissions: ["billing:read"] });
  await signIn(page, reader);
  const navigation = (target: Page) => target.getByRole("navigation", { name: "Hauptnavigation" });
  const entry = { name: "Kosten & Rechnungen", exact: true };
  await navigation(page).getByRole("link", entry).click();
  await expect(page).toHaveURL(/\/billing$/);
  await expect(heading(page, "Kosten & Rechnungen")).toBeVisible();
  await expect(page).toHaveTitle("Kosten & Rechnungen – Praxisportal");

  const permissions = ["organizations:read", "usage:read", "ai:read", "audit:read"];
  const otherMember = await people.createMember(organization, "viewer", { permissions });
  const refusedPage = await openAs(browser, portal, otherMember, path);
  await expect(refusedPage).toHaveURL(/\/dashboard$/);
  await expect(navigation(refusedPage).getByRole("link", entry)).toHaveCount(0);
  await refusedPage.context().close();
});

test("R2.4-47 R1-16 /billing shows the plan, the use of its limits, and the costs of the month", async ({
  page,
  people,
}) => {
  const organization = await people.createOrganization({ plan: "basic" });
  const permissions = ["billing:write", "usage:read", "organizations:read"];
  await signIn(page, await people.createMember(organization, "org_admin", { permissions }), path);
  await expect(page.getByRole("main")).toContainText("Tarif Basic");
  await expect(page.getByRole("main")).toContainText(/49,00.€/);
  const month = region(page, /bisher$/);
  // The amount is the price of the plan from its first day on. There are no AI costs yet.
  await expect(month).toContainText(
    /Tarif Basic.*\d{4}(?!0,00)(\d+,\d\d).€KI-Verbrauch 0,00.€.*0,00.€Zusammen\1.€/,
  );
  await expect(region(page, "Zum Monatsende, geschätzt")).toBeVisible();
  await expect(region(page, "Plätze")).toContainText(/1 von 25/);
  await expect(region(page, "KI-Einheiten im Monat")).toContainText(/0 von 10/);
  await expect(region(page, "Speicher")).toContainText(/0.Byte von 10.GB/);
  await expect(page.getByText("Noch keine Rechnungen")).toBeVisible();
  await expect(page.getByRole("main")).toContainText(
    "Es ist nichts offen. Die nächste Rechnung kommt voraussichtlich am 04.",
  );
  await page.getByRole("main").getByRole("link", { name: "Tarif ändern" }).click();
  await expect(heading(page, "Tarif")).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Kosten & Rechnungen" }).click();
  await expect(heading(page, "Kosten & Rechnungen")).toBeVisible();
});

test("R7w-14 a billing event updates the open page after a change by another member, without reloading other data", async ({
  page,
  people,
  browser,
  portal,
}) => {
  const organization = await people.createOrganization();
  const permissions = ["billing:write"];
  await signIn(page, await people.createMember(organization, "org_admin", { permissions }), path);
  const payment = region(page, "Zahlung und Rechnungsangaben");
  await expect(payment).toContainText("Überweisung");
  await expect(page.getByText("Noch keine Rechnungen")).toBeVisible();
  await expect(page.getByRole("status", { name: "Verbindung: Verbunden" })).toBeVisible();
  const loaded: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/api/billing") || pathname.startsWith("/api/tenant")) loaded.push(pathname);
  });

  const colleague = await people.createMember(organization, "org_admin", { permissions });
  const otherPage = await openAs(browser, portal, colleague, path);
  await otherPage.getByRole("button", { name: "Angaben ändern" }).click();
  const dialog = otherPage.getByRole("dialog", { name: "Rechnungsangaben" });
  await dialog.getByLabel("Straße").fill("Beispielweg");
  await dialog.getByLabel("Hausnummer").fill("12 a");
  await dialog.getByLabel("Postleitzahl").fill("54321");
  await dialog.getByLabel("Ort").fill("Probestadt");
  await dialog.getByRole("button", { name: "Speichern" }).click();
  await expect(dialog).toHaveCount(0);

  await expect(payment).toContainText("Beispielweg 12 a");
  await expect(payment).toContainText("54321 Probestadt");
  expect([...new Set(loaded)]).toEqual([`/api/tenant/organizations/${organization.id}/billing`]);
  await otherPage.context().close();
});

test("on a phone, the message of the first invalid field is not hidden by the buttons of the dialog @soak", async ({
  page,
  people,
}) => {
  await page.setViewportSize({ width: 375, height: 667 });
  const organization = await people.createOrganization();
  const permissions = ["billing:write"];
  await signIn(page, await people.createMember(organization, "org_admin", { permissions }), path);
  await page.getByRole("button", { name: "Angaben ändern" }).click();
  const dialog = page.getByRole("dialog", { name: "Rechnungsangaben" });
  await dialog.getByLabel("Straße").fill("Beispielweg");
  await dialog.getByLabel("Hausnummer").fill("12 a");
  await dialog.getByLabel("Postleitzahl").fill("54321");
  await dialog.getByLabel("Ort").fill("Probestadt");
  const vatId = dialog.getByLabel("USt-IdNr.");
  await vatId.fill("12");
  const save = dialog.getByRole("button", { name: "Speichern" });
  await save.click();
  await expect(vatId).toHaveAttribute("aria-invalid", "true");
  await expect(vatId).toBeFocused();
  const [messageId] = (await vatId.getAttribute("aria-describedby"))?.split(" ") ?? [];
  const below = await dialog.locator(`[id="${messageId}"]`).boundingBox();
  const buttons = await save.boundingBox();
  expect((below?.y ?? 0) + (below?.height ?? 0)).toBeLessThanOrEqual(buttons?.y ?? 0);
});

test("without billing:write all data is readable, and the page names the missing permission", async ({
  page,
  people,
}) => {
  const organization = await people.createOrganization();
  await signIn(
    page,
    await people.createMember(organization, "viewer", { permissions: ["billing:read"] }),
    path,
  );
  const payment = region(page, "Zahlung und Rechnungsangaben");
  await expect(payment).toContainText("Zum Ändern braucht es die Berechtigung „Kosten & Rechnungen: Ändern“");
  await expect(payment.getByRole("button")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "KI-Kontingent ändern" })).toHaveCount(0);
  await expect(page.getByRole("main").getByRole("link", { name: "Tarife ansehen" })).toBeVisible();
});

test("a member gives a mandate, sees it with a masked IBAN, and withdraws it after a confirmation", async ({
  page,
  people,
}) => {
  const organization = await people.createOrganization();
  const permissions = ["billing:write"];
  const owner = await people.createMember(organization, "org_admin", { permissions });
  await signIn(page, owner, path);
  const payment = region(page, "Zahlung und Rechnungsangaben");
  await payment.getByRole("button", { name: "Lastschrift einrichten …" }).click();
  const dialog = page.getByRole("dialog", { name: "Lastschrift einrichten" });
  await dialog.getByLabel("IBAN").fill("DE89 3704 0044 0532 0130 01");
  await dialog.getByRole("button", { name: "Mandat erteilen" }).click();
  await expect(dialog.getByLabel("IBAN")).toHaveAttribute("aria-invalid", "true");
  await dialog.getByLabel("IBAN").fill("DE89 3704 0044 0532 0130 00");
  await dialog.getByRole("button", { name: "Mandat erteilen" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(payment).toContainText("SEPA-Lastschrift");
  await expect(payment).not.toContainText("0532");
  await payment.getByRole("button", { name: "Lastschrift beenden …" }).click();
  const confirmation = page.getByRole("alertdialog", { name: "Lastschrift beenden?" });
  await confirmation.getByRole("button", { name: "Lastschrift beenden" }).click();
  await expect(confirmation).toHaveCount(0);
  await expect(payment).toContainText("Überweisung");
});

test("each invoice shows its open amount and opens beside the list with lines, taxes and payments", async ({
  page,
  people,
}) => {
  const organization = await people.createOrganization();
  await respondWithInvoices(page);
  await signIn(
    page,
    await people.createMember(organization, "viewer", { permissions: ["billing:read"] }),
    path,
  );
  const rows = page.getByRole("table", { name: "Rechnungen" }).getByRole("row");
  const row = (number: string) => rows.filter({ has: page.getByRole("rowheader", { name: number }) });
  await expect(row("RE-2026-000412")).toContainText("Offen");
  await expect(row("RE-2026-000412")).toContainText("fällig am 04.12.2026");
  await expect(row("RE-2026-000329")).toContainText("Überfällig");
  await expect(row("RE-2026-000329")).toContainText(/0,90.€ offen/);
  await expect(row("GU-2026-000018")).toContainText(/−164,10.€/);
  await expect(row("RE-2026-000288")).toContainText("Gutgeschrieben");
  await expect(row("RE-2026-000371")).toContainText("Bezahlt");

  await row("RE-2026-000329").getByRole("link").click();
  const drawer = page.getByRole("dialog", { name: "RE-2026-000329" });
  await expect(drawer).toContainText("Tarif Professional");
  await expect(drawer).toContainText(/Umsatzsteuer 19.% auf 137,90.€/);
  await expect(drawer).toContainText(/Noch offen\s*0,90.€/);
  await expect(drawer.getByRole("button", { name: "PDF speichern" })).toBeVisible();
  await page.reload();
  await expect(drawer).toBeVisible();
  await drawer.getByRole("button", { name: "Schließen" }).click();
  await expect(page).toHaveURL(/\/billing$/);

  await row("GU-2026-000018").getByRole("link").click();
  const credit = page.getByRole("dialog", { name: "Gutschrift GU-2026-000018" });
  await expect(credit).toContainText("Diese Gutschrift nimmt die Rechnung RE-2026-000288 zurück");
  await expect(credit).toContainText("Gutschrift anPraxis am Musterplatz");
  await expect(credit).toContainText(/Umsatzsteuer 19.% auf −137,90.€−26,20.€/);
  await expect(credit).toContainText("Gutschriftsbetrag−164,10");
  await expect(credit).not.toContainText("Zu zahlen");
});

test("costs that cannot be loaded are reported and do not hide the invoices @soak", async ({
  page,
  people,
}) => {
  const organization = await people.createOrganization();
  await failCalls(/\/api\/billing\/history/)(page);
  await respondWith(/\/api\/billing\/invoices\?/, invoicePage)(page);
  await signIn(
    page,
    await people.createMember(organization, "viewer", { permissions: ["billing:read"] }),
    path,
  );
  await expect(page.getByText("Die Kosten konnten nicht geladen werden")).toBeVisible({ timeout: 15_000 });
  await expect(page.getByRole("link", { name: "RE-2026-000412" })).toBeVisible();
  await page.unroute(/\/api\/billing\/history/);
  await page.getByRole("button", { name: "Erneut versuchen" }).click();
  await expect(region(page, /bisher$/)).toBeVisible();
});

test("an invoice in francs is shown in francs @soak", async ({ page, people }) => {
  const organization = await people.createOrganization({ country: "CH" });
  await changeOrganization({ currency: "CHF" })(page);
  await respondWithInvoices(page, "CHF");
  await signIn(
    page,
    await people.createMember(organization, "viewer", { permissions: ["billing:read"] }),
    path,
  );
  await expect(page.getByRole("row").filter({ hasText: "RE-2026-000412" })).toContainText(/CHF.176[.,]47/);
});
