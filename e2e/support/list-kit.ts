import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { expect, heading } from "./test.ts";

/** What the list kit's tests need to know of a list. It must have 11 to 20 rows, which is two pages of ten. */
export interface ListUnderTest {
  readonly path: string;
  readonly title: string;
  /** Accessible name of the table and of the cards. */
  readonly label: string;
  readonly total: number;
  readonly search: { readonly label: string; readonly text: string; readonly rows: number };
  /** A filter that leaves between one row and all but one. */
  readonly filter: {
    readonly chip: string;
    readonly option: string;
    readonly param: string;
    readonly rows: number;
  };
  /** A column that the list is not sorted by at first, and the names of the rows at both ends. */
  readonly sort: {
    readonly column: string;
    readonly field: string;
    readonly first: string;
    readonly last: string;
  };
  /** A column besides the first that is shown at first. */
  readonly column: string;
  readonly exportedAs: string;
}

const addressOf = (page: Page) => new URL(page.url()).searchParams;

function parts(page: Page, { label }: Pick<ListUnderTest, "label">) {
  const table = page.getByRole("table", { name: label, exact: true });
  return {
    table,
    rows: table.getByRole("row").filter({ has: page.getByRole("rowheader") }),
    headers: table.getByRole("columnheader"),
    cards: page.getByRole("list", { name: label, exact: true }),
  };
}

async function search(page: Page, list: ListUnderTest, rows: Locator): Promise<void> {
  const field = page.getByRole("searchbox", { name: list.search.label });
  await field.fill(list.search.text);
  await expect(rows).toHaveCount(list.search.rows);
  expect(addressOf(page).get("search")).toBe(list.search.text);
  await page.reload();
  await expect(field).toHaveValue(list.search.text);
  await expect(rows).toHaveCount(list.search.rows);
  await field.fill("gibt es bestimmt nicht");
  await expect(rows).toHaveCount(0);
  await page.getByRole("main").getByRole("button", { name: "Filter zurücksetzen" }).last().click();
  await expect(rows).toHaveCount(list.total);
  await expect(field).toHaveValue("");
  expect([...addressOf(page).keys()]).toEqual([]);
}

async function filter(page: Page, list: ListUnderTest, rows: Locator): Promise<void> {
  const { chip, option, param } = list.filter;
  await page.getByRole("group", { name: "Filter" }).getByRole("button", { name: chip, exact: true }).click();
  await page.getByRole("radio", { name: option }).check();
  await expect(rows).toHaveCount(list.filter.rows);
  await page.keyboard.press("Escape");
  await page.reload();
  await expect(rows).toHaveCount(list.filter.rows);
  expect(addressOf(page).toString()).toBe(param);
  await page.getByRole("button", { name: `Filter ${chip} entfernen` }).click();
  await expect(rows).toHaveCount(list.total);
  await page.goBack();
  await expect(rows).toHaveCount(list.filter.rows);
  await page.getByRole("button", { name: "Filter zurücksetzen" }).click();
  await expect(rows).toHaveCount(list.total);
}

async function sort(page: Page, list: ListUnderTest, rows: Locator): Promise<void> {
  const { column, field, first, last } = list.sort;
  const header = page.getByRole("columnheader", { name: column });
  await header.getByRole("button").click();
  await expect(header).toHaveAttribute("aria-sort", "ascending");
  await expect(rows.first()).toContainText(first);
  await expect(rows.last()).toContainText(last);
  await header.getByRole("button").click();
  await expect(header).toHaveAttribute("aria-sort", "descending");
  await expect(rows.first()).toContainText(last);
  await page.reload();
  await expect(header).toHaveAttribute("aria-sort", "descending");
  await expect(rows.first()).toContainText(last);
  expect(addressOf(page).get("sortBy")).toBe(field);
}

async function paging(page: Page, list: ListUnderTest, rows: Locator): Promise<void> {
  await page.getByLabel("Pro Seite").selectOption("10");
  await expect(rows).toHaveCount(10);
  await expect(page.getByText(`1–10 von ${list.total}`)).toBeVisible();
  await page.getByRole("button", { name: "Nächste Seite" }).click();
  await expect(page.getByText(`11–${list.total} von ${list.total}`)).toBeVisible();
  await expect(rows).toHaveCount(list.total - 10);
  await page.reload();
  await expect(rows).toHaveCount(list.total - 10);
  expect([addressOf(page).get("page"), addressOf(page).get("limit")]).toEqual(["2", "10"]);
  await page.getByRole("button", { name: "Vorherige Seite" }).click();
  await expect(rows).toHaveCount(10);
}

async function columns(page: Page, list: ListUnderTest, headers: Locator): Promise<void> {
  const before = await headers.allInnerTexts();
  const moved = page.getByRole("button", { name: `${list.column} weiter nach vorn` });
  await page.getByRole("button", { name: "Spalten", exact: true }).click();
  await moved.click();
  const place = before.indexOf(list.column);
  const order = before.toSpliced(place, 1).toSpliced(place - 1, 0, list.column);
  await expect(headers).toHaveText(order);
  await page.getByRole("checkbox", { name: list.column, exact: true }).uncheck();
  const without = before.filter((header) => header !== list.column);
  await expect(headers).toHaveText(without);
  await page.reload();
  await expect(headers).toHaveText(without);
  await page.getByRole("button", { name: "Spalten", exact: true }).click();
  await page.getByRole("checkbox", { name: list.column, exact: true }).check();
  await expect(headers).toHaveText(order);
  await page.getByRole("button", { name: "Standard wiederherstellen" }).click();
  await expect(headers).toHaveText(before);
  await page.keyboard.press("Escape");
}

/** Returns the lines of the exported file; the first one holds the headers. */
export async function exportedLines(page: Page, name: string): Promise<string[]> {
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Exportieren" }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toBe(name);
  return (await readFile(await file.path(), "utf8")).trimEnd().split("\r\n");
}

/** Every row that matches is exported, over all pages, under the headers of the shown columns. */
async function exporting(page: Page, list: ListUnderTest, rows: Locator): Promise<void> {
  await page.goto(`${list.path}?limit=10`);
  await expect(rows).toHaveCount(10);
  const all = await exportedLines(page, list.exportedAs);
  expect(all).toHaveLength(list.total + 1);
  expect(all[0]).toContain(list.column);
  await page.goto(`${list.path}?${list.filter.param}`);
  await expect(rows).toHaveCount(list.filter.rows);
  expect(await exportedLines(page, list.exportedAs)).toHaveLength(list.filter.rows + 1);
}

/** Search, filter, sorting, paging, columns and export of a list as a table, all with a reload in between. */
export async function checkList(page: Page, list: ListUnderTest): Promise<void> {
  const { rows, headers } = parts(page, list);
  await page.goto(list.path);
  await expect(heading(page, list.title)).toBeVisible();
  await expect(rows).toHaveCount(list.total);
  await search(page, list, rows);
  await filter(page, list, rows);
  await sort(page, list, rows);
  await paging(page, list, rows);
  await columns(page, list, headers);
  await exporting(page, list, rows);
}

/** An invalid parameter is named and ignored; the others apply. */
export async function checkInvalidAddress(page: Page, list: ListUnderTest): Promise<void> {
  await page.goto(`${list.path}?${list.filter.param}&sortOrder=seitwaerts&page=0`);
  await expect(parts(page, list).rows).toHaveCount(list.filter.rows);
  for (const name of ["sortOrder", "page"])
    await expect(page.getByText(`Die Angabe „${name}“ in der Adresse ist ungültig`)).toBeVisible();
}

/** A wide window has the table only, a narrow one the cards only, also after the width changes. */
export async function checkOneRendering(
  page: Page,
  list: Pick<ListUnderTest, "path" | "label" | "total" | "sort">,
): Promise<void> {
  const { table, rows, cards } = parts(page, list);
  await page.goto(list.path);
  await expect(rows).toHaveCount(list.total);
  await expect(cards).toHaveCount(0);
  await page.setViewportSize({ width: 375, height: 800 });
  await expect(cards.getByRole("listitem")).toHaveCount(list.total);
  // The table must be absent, not hidden by a style.
  expect(await page.locator("table").count()).toBe(0);
  await page.getByLabel("Sortierung").selectOption({ label: `${list.sort.column}, aufsteigend` });
  await expect(cards.getByRole("listitem").first()).toContainText(list.sort.first);
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(table).toBeVisible();
  await expect(rows.first()).toContainText(list.sort.first);
  expect(await page.locator(`ul[aria-label="${list.label}"]`).count()).toBe(0);
}
