import { randomInt } from "node:crypto";
import type { Page } from "@playwright/test";
import { expectStreamed } from "../support/downloads.ts";
import { completeBuyer, completeOperator, issueOverdue, statementOf } from "../support/invoices.ts";
import {
  checkInvalidAddress,
  checkList,
  checkOneRendering,
  type ListUnderTest,
} from "../support/list-kit.ts";
import type { Organization } from "../support/people.ts";
import { openAs } from "../support/open-as.ts";
import { expect, heading, signIn, test } from "../support/test.ts";

const billing = "/tenant-management/billing";
const tab = (page: Page, name: string) =>
  page
    .getByRole("navigation", { name: "Bereiche des Rechnungswesens" })
    .getByRole("link", { name, exact: true });
const figure = (page: Page, name: string) =>
  page
    .getByRole("main")
    .locator("dl > div")
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator("dd")
    .first();
const numberIn = async (page: Page, name: string) =>
  Number((await figure(page, name).innerText()).replaceAll(/\D/g, ""));

/** Starts a run on the overview, and waits until it has ended. */
async function runInvoices(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Abrechnungslauf starten" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Lauf starten" }).click();
  await expect(page.getByText(/^Abgeschlossen: Heute/)).toBeVisible({ timeout: 20_000 });
}

/** Opens the only invoice of an organization from the list. */
async function openInvoice(page: Page, { name }: Organization): Promise<void> {
  await page.goto(`${billing}?tab=invoices&search=${encodeURIComponent(name)}`);
  await page.getByRole("table", { name: "Rechnungen" }).getByRole("link", { name }).click();
}

test.describe.configure({ mode: "serial" });

test("R0-182 the operator sees revenue, drafts to check, open and overdue invoices, and the progress of a run", async ({
  page,
  people,
  portal,
}) => {
  await completeOperator(portal);
  const ready = await people.createOrganization({ plan: "professional" });
  await completeBuyer(portal, ready);
  const incomplete = await people.createOrganization({ plan: "basic" });
  await issueOverdue(portal, await people.createOrganization(), { cents: 12_345, days: 9 });
  await signIn(page, await people.createPlatformAccount("super_admin"), "/tenant-management");
  await page.getByRole("main").getByRole("link", { name: "Rechnungswesen" }).click();
  await expect(heading(page, "Rechnungswesen")).toBeVisible();
  const overdue = await numberIn(page, "Überfällig");
  expect(overdue).toBeGreaterThan(0);
  const figuresBefore = {
    revenue: await numberIn(page, `Umsatz ${monthName()}`),
    open: await numberIn(page, "Offen"),
  };

  // The page describes the run before it starts, and then shows its progress without a reload.
  await page.getByRole("button", { name: "Abrechnungslauf starten" }).click();
  const confirmation = page.getByRole("alertdialog");
  await expect(confirmation).toContainText(`den Tarif für ${monthName()} im Voraus`);
  await expect(confirmation).toContainText("Nach drei Tagen");
  await confirmation.getByRole("button", { name: "Lauf starten" }).click();
  await expect(page.getByRole("progressbar", { name: "Fortschritt des Laufs" })).toHaveAttribute(
    "aria-valuetext",
    /^\d+ von \d+ Praxen$/,
  );
  await expect(page.getByRole("button", { name: "Abrechnungslauf starten" })).toHaveAttribute(
    "aria-disabled",
    "true",
  );
  await expect(page.getByText(/^Abgeschlossen: Heute/)).toBeVisible({ timeout: 20_000 });
  await expect.poll(() => numberIn(page, "Entwürfe zu prüfen")).toBeGreaterThan(0);
  const drafts = await numberIn(page, "Entwürfe zu prüfen");

  // A draft that cannot become final shows the reason and links to the page that fixes it.
  const clarify = page.getByRole("region", { name: "Zu klären" });
  const row = clarify.getByRole("listitem").filter({ hasText: incomplete.name }).first();
  await expect(row).toContainText("Es fehlt: Straße, Postleitzahl, Ort");
  await expect(
    row.getByRole("link", { name: `Rechnungsangaben ergänzen: ${incomplete.name}` }),
  ).toHaveAttribute("href", `/tenant-management/${incomplete.id}?tab=billing`);

  await row.getByRole("link", { name: incomplete.name, exact: true }).click();
  const finalize = page.getByRole("button", { name: "Endgültig machen …" });
  await expect(finalize).toHaveAttribute("aria-disabled", "true");
  await expect(finalize).toHaveAttribute(
    "title",
    "Erst wenn das geklärt ist: Rechnungsangaben der Praxis fehlen",
  );

  // A final invoice counts as revenue and as open, and the figures link to the invoices that they count.
  await openInvoice(page, ready);
  await page.getByRole("button", { name: "Endgültig machen …" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Endgültig machen" }).click();
  await expect(heading(page, /^Rechnung RE-\d{4}-\d{6}$/)).toBeVisible();
  await page.goto(billing);
  await expect.poll(() => numberIn(page, `Umsatz ${monthName()}`)).toBeGreaterThan(figuresBefore.revenue);
  expect(await numberIn(page, "Offen")).toBe(figuresBefore.open + 1);
  expect(await numberIn(page, "Entwürfe zu prüfen")).toBe(drafts - 1);
  expect(await numberIn(page, "Überfällig")).toBe(overdue);
  await figure(page, "Überfällig").getByRole("link").click();
  await expect(page).toHaveURL(/tab=invoices&status=overdue$/);
  await expect(page.getByRole("table").getByRole("rowheader")).toHaveCount(Math.min(overdue, 20));
});

test("R0-97 see R0-162 R0-163 a final invoice has a number and files, can be partly paid, and is credited with a reason", async ({
  page,
  people,
  portal,
}) => {
  await completeOperator(portal);
  const organization = await people.createOrganization({ plan: "professional" });
  await completeBuyer(portal, organization);
  await signIn(page, await people.createPlatformAccount("super_admin"), billing);
  await runInvoices(page);
  await openInvoice(page, organization);
  await expect(heading(page, "Rechnungsentwurf")).toBeVisible();
  await expect(page.getByRole("table", { name: "Positionen" })).toContainText("Professional");
  await page.getByRole("button", { name: "Endgültig machen …" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Endgültig machen" }).click();
  await expect(heading(page, /^Rechnung RE-/)).toBeVisible();
  const number = (await heading(page, /^Rechnung RE-/).innerText()).replace("Rechnung ", "");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "PDF herunterladen" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`${number}.pdf`);
  expectStreamed(download);

  await page.getByRole("button", { name: "Zahlung erfassen" }).click();
  await page.getByRole("dialog").getByLabel("Betrag in EUR").fill("1,50");
  await page.getByRole("dialog").getByRole("button", { name: "Zahlung erfassen" }).click();
  await expect(page.getByRole("region", { name: "Zahlungen" })).toContainText(/von Hand erfasst\s*1,50/);

  await page.getByRole("button", { name: `Aktionen für ${number}` }).click();
  await page.getByRole("menuitem", { name: "Gutschrift erstellen …" }).click();
  await page.getByRole("alertdialog").getByLabel("Grund").fill("Falscher Tarif");
  await page.getByRole("alertdialog").getByRole("button", { name: "Gutschrift erstellen" }).click();
  await expect(heading(page, /^Gutschrift GU-\d{4}-\d{6}$/)).toBeVisible();
  await expect(page.getByRole("main")).toContainText("Grund: Falscher Tarif");
  await expect(page.getByRole("main")).toContainText("Gutschrift an");
  await expect(page.getByRole("table", { name: "Positionen" })).toContainText("Summe brutto−");
  await page.getByRole("main").getByRole("link", { name: number }).click();
  await expect(heading(page, `Rechnung ${number}`)).toBeVisible();
  await expect(page.getByText("Gutgeschrieben", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Zahlung erfassen" })).toHaveCount(0);
});

test("see R0-178 a bank statement is booked, and the remaining entry is assigned by hand @soak", async ({
  page,
  people,
  portal,
  browser,
}) => {
  await completeOperator(portal);
  const organization = await people.createOrganization();
  await completeBuyer(portal, organization);
  const number = await issueOverdue(portal, organization, { cents: 30_000, days: 8 });
  const reference = `bank-${randomInt(1_000_000_000)}`;
  const file = {
    name: "auszug.xml",
    mimeType: "application/xml",
    buffer: statementOf([
      { reference, amount: "100.00", text: `Rechnung ${number}`, name: organization.name },
      { reference: `${reference}-2`, amount: "200.00", text: "danke", name: organization.name },
    ]),
  };
  await signIn(page, await people.createPlatformAccount("super_admin"), `${billing}?tab=payments`);
  await expect(page.getByRole("heading", { name: "Kontoauszug einlesen" })).toBeVisible();
  const colleague = await people.createPlatformAccount("super_admin");
  const otherPage = await openAs(browser, portal, colleague, `${billing}?tab=payments`);
  await expect(otherPage.getByRole("banner")).toContainText("Verbunden");
  const reminder = otherPage.getByRole("listitem").filter({ hasText: number });
  await expect(reminder).toContainText(/300,00/);
  await page.locator("input[type=file]").setInputFiles(file);
  const result = page.getByRole("status", { name: "Ergebnis" });
  await expect(result).toContainText(/Gebucht\s*1.*Nicht zugeordnet\s*1/s);
  // Importing the same file again books nothing.
  await page.locator("input[type=file]").setInputFiles(file);
  await expect(result).toContainText(/Gebucht\s*0.*Bereits bekannt\s*2/s);

  // The page of a colleague shows it without a reload.
  const entry = { name: new RegExp(`^Zuordnen: 200,00.* von ${organization.name}$`) };
  await expect(otherPage.getByRole("button", entry)).toBeVisible();
  await expect(reminder).toContainText(/200,00/);
  await page.getByRole("button", entry).click();
  await page.getByRole("dialog").getByRole("searchbox", { name: "Rechnung suchen" }).fill(organization.name);
  await page
    .getByRole("dialog")
    .getByRole("radio", { name: new RegExp(number) })
    .check();
  await page.getByRole("dialog").getByRole("button", { name: "Zuordnen" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(otherPage.getByRole("button", entry)).toHaveCount(0);
  await expect(reminder).toHaveCount(0);
  await otherPage.context().close();
  await openInvoice(page, organization);
  await expect(page.getByText("Bezahlt", { exact: true })).toBeVisible();
});

test("see R0-168 the operator profile is saved, and an invalid value is refused at its field @soak", async ({
  page,
  people,
}) => {
  await signIn(page, await people.createPlatformAccount("super_admin"), billing);
  await tab(page, "Stammdaten").click();
  const iban = page.getByRole("textbox", { name: "IBAN" });
  await iban.fill("DE02 1203 0000 0000 2020 52");
  await page.getByRole("button", { name: "Speichern" }).click();
  await expect(iban).toHaveAttribute("aria-invalid", "true");
  await expect(iban).toBeFocused();
  await iban.fill("DE02 1203 0000 0000 2020 51");
  await page.getByRole("textbox", { name: "Geschäftsführung" }).fill("Petra Plan");
  await page.getByRole("button", { name: "Speichern" }).click();
  await expect(page.getByText("Die Stammdaten sind gespeichert")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("textbox", { name: "Geschäftsführung" })).toHaveValue("Petra Plan");
});

test("R0-17 R0-18 R2.3-14 the invoice lists of operator and organization pass the list kit's tests and are rendered once", async ({
  page,
  people,
  portal,
}) => {
  const organization = await people.createOrganization();
  const { name } = organization;
  const numbers: string[] = [];
  for (let index = 0; index < 12; index += 1) {
    const invoice = { cents: 1000 + index, days: index < 3 ? -5 : 5 };
    numbers.push(await issueOverdue(portal, organization, invoice));
  }
  const shared = { label: "Rechnungen", total: 12, exportedAs: "invoices.csv" };
  await signIn(page, await people.createPlatformAccount("super_admin"));
  const operatorList: ListUnderTest = {
    ...shared,
    path: `${billing}?tab=invoices&search=${encodeURIComponent(name)}`,
    title: "Rechnungswesen",
    failure: {
      calls: /\/api\/tenant\/invoices(?:\?|$)/,
      title: "Die Rechnungen konnten nicht geladen werden",
    },
    search: { label: "Rechnung suchen", text: numbers[0] ?? "", rows: 1 },
    filter: { chip: "Status", option: "Offen", param: "status=open", rows: 3 },
    sort: { column: "Brutto", field: "grossCents", first: "10,00", last: "10,11" },
    column: "Fällig am",
  };
  await checkList(page, operatorList);
  await checkOneRendering(page, operatorList);
  const [number = ""] = numbers;

  await signIn(page, await people.createMember(organization, "viewer", { permissions: ["billing:read"] }));
  const list: ListUnderTest = {
    ...shared,
    path: "/billing",
    title: "Kosten & Rechnungen",
    failure: {
      calls: /\/api\/billing\/invoices(?:\?|$)/,
      title: "Die Rechnungen konnten nicht geladen werden",
    },
    search: { label: "Rechnungen durchsuchen", text: number.slice(3), rows: 1 },
    filter: { chip: "Status", option: "Offen", param: "status=open", rows: 3 },
    sort: { column: "Betrag", field: "grossCents", first: "10,00", last: "10,11" },
    column: "Leistung",
  };
  await checkList(page, list);
  await checkInvalidAddress(page, list);
  await checkOneRendering(page, list);
  // Neither the table nor the cards need horizontal scrolling.
  const findHorizontalScrolling = () =>
    page
      .getByRole("main")
      .locator("*")
      .evaluateAll((elements) =>
        elements
          .filter((element) => /auto|scroll/.test(getComputedStyle(element).overflowX))
          .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
          .map(({ scrollWidth, clientWidth }) => `${scrollWidth} px in ${clientWidth} px`),
      );
  for (const width of [1280, 1152, 1024, 800]) {
    await page.setViewportSize({ width, height: 800 });
    await expect.poll(findHorizontalScrolling, { message: `${width} px wide` }).toEqual([]);
  }
});

/** Returns the current month as the page names it. */
function monthName(): string {
  return new Intl.DateTimeFormat("de-DE", {
    month: "long",
    year: "numeric",
    timeZone: "Europe/Berlin",
  }).format();
}

test("the operator records the day on which a VAT ID was confirmed; without a VAT ID, the dialog shows that @soak", async ({
  page,
  people,
  portal,
}) => {
  const organization = await people.createOrganization();
  await completeBuyer(portal, organization);
  const path = `/tenant-management/${organization.id}?tab=billing`;
  await signIn(page, await people.createPlatformAccount("super_admin"), path);
  const record = page.getByRole("button", { name: "Prüfung festhalten …" });
  await record.press("Enter");
  const confirmation = page.getByRole("alertdialog", { name: `USt-IdNr. von „${organization.name}“` });
  const day = confirmation.getByLabel("Geprüft am");
  const submit = confirmation.getByRole("button", { name: "Prüfung festhalten" });
  await expect(day).not.toHaveValue("");
  await day.fill("2026-02-03");
  await submit.press("Enter");
  await expect(confirmation.getByRole("alert")).toContainText("Die Praxis hat keine USt-IdNr. eingetragen");
  await expect(day).toHaveValue("2026-02-03");

  const { writes, reads } = portal.app.platformDb;
  await writes
    .updateTable("billing_profile")
    .set({ vat_id: "ATU12345675" })
    .where("organization_id", "=", organization.id)
    .execute();
  await day.fill("");
  await submit.press("Enter");
  await expect(day).toHaveAttribute("aria-invalid", "true");
  await day.fill("2026-02-03");
  await expect(day).not.toHaveAttribute("aria-invalid");
  await submit.press("Enter");
  await expect(page.getByText("Die Prüfung von ATU12345675 ist festgehalten")).toBeVisible();
  await expect(confirmation).toHaveCount(0);
  await expect(record).toBeFocused();
  const stored = await reads
    .selectFrom("billing_profile")
    .select(({ cast }) => [cast<string>("vat_id_checked_on", "text").as("checkedOn")])
    .where("organization_id", "=", organization.id)
    .execute();
  expect(stored).toEqual([{ checkedOn: "2026-02-03" }]);
});
