import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { refuse } from "./responses.ts";
import { isFullRun } from "./screens/full-run.ts";
import { expect, heading, test } from "./test.ts";

/** Describes a list to the list kit tests. It must have 11 to 20 rows (two pages of ten). */
export interface ListUnderTest {
  /** May contain further parameters, such as a tab. */
  readonly path: string;
  readonly title: string;
  /** Accessible name of the table and of the cards. */
  readonly label: string;
  readonly total: number;
  /** The calls that load the list, and the title of the error if they fail. */
  readonly failure: { readonly calls: RegExp; readonly title: string };
  /** Absent for a list without a text search. If the path already searches, a text that finds fewer of its rows. */
  readonly search?: { readonly label: string; readonly text: string; readonly rows: number };
  /**
   * A filter that matches some of the rows, but not all: by a chip with its option, or by a link above the list.
   * Without both, only its parameter is tested.
   */
  readonly filter: {
    readonly chip?: string;
    readonly view?: string;
    readonly option?: string;
    readonly param: string;
    readonly rows: number;
  };
  /** A column that the list is not initially sorted by, with the names of its first and last row. */
  readonly sort?: {
    readonly column: string;
    readonly field: string;
    readonly first: string;
    readonly last: string;
  };
  /** A column that is visible at first, other than the first two. */
  readonly column: string;
  /** Absent for a confidential list, which can neither be exported nor saved as a view. */
  readonly exportedAs?: string;
  /** The entry of the export menu, if the server creates the file. */
  readonly exportEntry?: string;
}

/** Returns the parameters of the URL in addition to those of the list's path. */
function addressOf(page: Page, { path }: Pick<ListUnderTest, "path">): URLSearchParams {
  const { searchParams } = new URL(page.url());
  for (const name of new URL(path, page.url()).searchParams.keys()) searchParams.delete(name);
  return searchParams;
}

const addressAt = (path: string, query: string) => `${path}${path.includes("?") ? "&" : "?"}${query}`;

function parts(page: Page, { label }: Pick<ListUnderTest, "label">) {
  const table = page.getByRole("table", { name: label, exact: true });
  return {
    table,
    rows: table.getByRole("row").filter({ has: page.getByRole("rowheader") }),
    headers: table.getByRole("columnheader"),
    cards: page.getByRole("list", { name: label, exact: true }),
  };
}

/** Opens the list. Tests that it first shows placeholders, then why it failed, and its rows after a retry. */
async function checkLoading(page: Page, list: ListUnderTest): Promise<void> {
  const { table, rows } = parts(page, list);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(list.failure.calls, async (route) => {
    await released;
    await refuse(route, 500, "INTERNAL_ERROR", "Das hat nicht geklappt");
  });
  await page.goto(list.path);
  await expect(heading(page, list.title)).toBeVisible();
  await expect(table.locator(".motion-skeleton").first()).toBeVisible();
  release();
  const failure = page.getByRole("main").getByRole("alert").filter({ hasText: list.failure.title });
  await expect(failure).toBeVisible();
  await expect(rows).toHaveCount(0);
  await page.unroute(list.failure.calls);
  await failure.getByRole("button", { name: "Erneut versuchen" }).click();
  await expect(rows).toHaveCount(list.total);
  await expect(failure).toHaveCount(0);
}

async function checkSearch(page: Page, list: ListUnderTest, rows: Locator): Promise<void> {
  if (list.search === undefined) return;
  const { label, text, rows: matchCount } = list.search;
  const field = page.getByRole("searchbox", { name: label });
  await field.fill(text);
  await expect(rows).toHaveCount(matchCount);
  expect(new URL(page.url()).searchParams.get("search")).toBe(text);
  await page.reload();
  await expect(field).toHaveValue(text);
  await expect(rows).toHaveCount(matchCount);
  if (new URL(list.path, page.url()).searchParams.has("search")) {
    await page.goto(list.path);
    return expect(rows).toHaveCount(list.total);
  }
  await field.fill("gibt es bestimmt nicht");
  await expect(rows).toHaveCount(0);
  await page.getByRole("main").getByRole("button", { name: "Filter zurücksetzen" }).last().click();
  await expect(rows).toHaveCount(list.total);
  await expect(field).toHaveValue("");
  expect([...addressOf(page, list).keys()]).toEqual([]);
}

async function checkFilter(page: Page, list: ListUnderTest, rows: Locator): Promise<void> {
  const { chip, view, option = "", param } = list.filter;
  if (chip === undefined) {
    if (view === undefined) return;
    await page
      .getByRole("main")
      .getByRole("link", { name: new RegExp(`^${view}`) })
      .click();
    await expect(rows).toHaveCount(list.filter.rows);
    expect(addressOf(page, list).toString()).toBe(param);
    await page.goBack();
    return expect(rows).toHaveCount(list.total);
  }
  await page.getByRole("group", { name: "Filter" }).getByRole("button", { name: chip, exact: true }).click();
  await page.getByRole("radio", { name: option }).check();
  await expect(rows).toHaveCount(list.filter.rows);
  await page.keyboard.press("Escape");
  await page.reload();
  await expect(rows).toHaveCount(list.filter.rows);
  expect(addressOf(page, list).toString()).toBe(param);
  await page.getByRole("button", { name: `Filter ${chip} entfernen` }).click();
  await expect(rows).toHaveCount(list.total);
  await page.goBack();
  await expect(rows).toHaveCount(list.filter.rows);
  // The button also removes the search of the list's path.
  if (new URL(list.path, page.url()).searchParams.has("search")) {
    await page.goto(list.path);
    return expect(rows).toHaveCount(list.total);
  }
  await page.getByRole("button", { name: "Filter zurücksetzen" }).click();
  await expect(rows).toHaveCount(list.total);
}

async function checkSort(page: Page, list: ListUnderTest, rows: Locator): Promise<void> {
  if (list.sort === undefined) return;
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
  expect(addressOf(page, list).get("sortBy")).toBe(field);
}

async function checkPaging(page: Page, list: ListUnderTest, rows: Locator): Promise<void> {
  await page.getByLabel("Pro Seite").selectOption("10");
  await expect(rows).toHaveCount(10);
  await expect(page.getByText(`1–10 von ${list.total}`)).toBeVisible();
  await page.getByRole("button", { name: "Nächste Seite" }).click();
  await expect(page.getByText(`11–${list.total} von ${list.total}`)).toBeVisible();
  await expect(rows).toHaveCount(list.total - 10);
  await page.reload();
  await expect(rows).toHaveCount(list.total - 10);
  const address = addressOf(page, list);
  expect([address.get("page"), address.get("limit")]).toEqual(["2", "10"]);
  await page.getByRole("button", { name: "Vorherige Seite" }).click();
  await expect(rows).toHaveCount(10);
}

async function checkColumns(page: Page, list: ListUnderTest, headers: Locator): Promise<void> {
  // The tools stay on the line of the search, regardless of the number of filters.
  const boxes = [
    page.getByRole("button", { name: "Spalten", exact: true }),
    ...(list.search === undefined ? [] : [page.getByRole("searchbox", { name: list.search.label })]),
  ].map((control) => control.boundingBox());
  expect(new Set((await Promise.all(boxes)).map((box) => box?.y)).size).toBe(1);
  const headersBefore = await headers.allInnerTexts();
  const moveButton = page.getByRole("button", { name: `${list.column} weiter nach vorn` });
  await page.getByRole("button", { name: "Spalten", exact: true }).click();
  await moveButton.click();
  const place = headersBefore.indexOf(list.column);
  const order = headersBefore.toSpliced(place, 1).toSpliced(place - 1, 0, list.column);
  await expect(headers).toHaveText(order);
  await page.getByRole("checkbox", { name: list.column, exact: true }).uncheck();
  const remainingHeaders = headersBefore.filter((header) => header !== list.column);
  await expect(headers).toHaveText(remainingHeaders);
  await page.reload();
  await expect(headers).toHaveText(remainingHeaders);
  await page.getByRole("button", { name: "Spalten", exact: true }).click();
  await page.getByRole("checkbox", { name: list.column, exact: true }).check();
  await expect(headers).toHaveText(order);
  await page.getByRole("button", { name: "Standard wiederherstellen" }).click();
  await expect(headers).toHaveText(headersBefore);
  await page.keyboard.press("Escape");
}

/** Tests only that a column can be hidden, because the kit does the rest in the same way for all lists. */
async function checkHiddenColumn(page: Page, list: ListUnderTest, headers: Locator): Promise<void> {
  const headersBefore = await headers.allInnerTexts();
  await page.getByRole("button", { name: "Spalten", exact: true }).click();
  await page.getByRole("checkbox", { name: list.column, exact: true }).uncheck();
  await expect(headers).toHaveText(headersBefore.filter((header) => header !== list.column));
  await page.getByRole("button", { name: "Standard wiederherstellen" }).click();
  await expect(headers).toHaveText(headersBefore);
  await page.keyboard.press("Escape");
}

/** Tests that a column can be resized by keyboard and by mouse and keeps its width. */
async function checkColumnWidth(page: Page, list: ListUnderTest, table: Locator): Promise<void> {
  const header = table.getByRole("columnheader", { name: list.column, exact: true });
  const edge = page.getByRole("separator", { name: `Breite der Spalte ${list.column}` });
  const width = async () => (await header.boundingBox())?.width ?? 0;
  const initial = await width();
  await edge.press("ArrowRight");
  await edge.press("ArrowRight");
  await edge.press("ArrowRight");
  await edge.press("ArrowRight");
  await expect.poll(width).toBeGreaterThan(initial);
  const byKeyboard = await width();
  const box = await edge.boundingBox();
  if (box === null) throw new Error("The edge of the column is not visible");
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 80, y, { steps: 4 });
  await page.mouse.up();
  await expect.poll(width).toBeGreaterThan(byKeyboard);
  const dragged = await width();
  await page.reload();
  await expect.poll(width).toBe(dragged);
  await page.getByRole("button", { name: "Spalten", exact: true }).click();
  await page.getByRole("button", { name: "Standard wiederherstellen" }).click();
  await page.keyboard.press("Escape");
  await expect.poll(width).toBe(initial);
}

/** Tests that a view can be saved under a name, shown again (also in a narrow window) and deleted. */
async function checkSavedViews(page: Page, list: ListUnderTest, rows: Locator): Promise<void> {
  const button = page.getByRole("button", { name: "Eigene Ansichten" });
  await page.goto(addressAt(list.path, list.filter.param));
  await expect(rows).toHaveCount(list.filter.rows);
  await button.click();
  await page.getByLabel("Name der Ansicht").fill("Meine Auswahl");
  await page.getByRole("button", { name: "Ansicht speichern" }).click();
  await expect(page.getByRole("link", { name: "Meine Auswahl" })).toBeVisible();
  await page.goto(list.path);
  await expect(rows).toHaveCount(list.total);
  await button.click();
  await page.getByRole("link", { name: "Meine Auswahl" }).click();
  await expect(rows).toHaveCount(list.filter.rows);
  expect(addressOf(page, list).toString()).toBe(list.filter.param);
  await page.setViewportSize({ width: 375, height: 800 });
  await page.getByRole("button", { name: "Weitere Werkzeuge der Liste" }).click();
  await button.click();
  await page.getByRole("button", { name: "Meine Auswahl löschen" }).click();
  await expect(page.getByRole("link", { name: "Meine Auswahl" })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await page.setViewportSize({ width: 1280, height: 800 });
}

/**
 * Matches the name of an exported file: `audit.csv` with the organization, if it is not the platform's, and the day.
 */
export function exportedFile(name: string): RegExp {
  const [subject = "", extension = ""] = name.split(".");
  return new RegExp(`^${subject}(-[a-z0-9-]+)?-\\d{4}-\\d\\d-\\d\\d\\.${extension}$`);
}

/** Returns the lines of the exported file; the first one contains the headers. */
export async function exportedLines(page: Page, name: string, entry?: string): Promise<string[]> {
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Exportieren" }).click();
  if (entry !== undefined) await page.getByRole("menuitem", { name: entry }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toMatch(exportedFile(name));
  return (await readFile(await file.path(), "utf8")).trimEnd().split("\r\n");
}

interface ListParts {
  /** The list is paged by cursors, which its own test covers. */
  readonly hasCursors?: boolean;
  /**
   * Whether to test the order and width of columns and saved views, too. All lists share these parts of the list kit,
   * and `npm run soak -- screens` tests them in every list.
   */
  readonly complete?: boolean;
}

/**
 * Tests that all matching rows of all pages are exported, and that a file made by the browser has the headers of the
 * visible columns.
 */
async function checkExport(
  page: Page,
  list: ListUnderTest,
  rows: Locator,
  { hasCursors }: ListParts,
): Promise<void> {
  const { path, exportedAs = "", exportEntry } = list;
  if (exportEntry === undefined) {
    // A list with cursors has no choice of rows per page.
    await page.goto(hasCursors === true ? path : addressAt(path, "limit=10"));
    await expect(rows).toHaveCount(hasCursors === true ? list.total : 10);
    const lines = await exportedLines(page, exportedAs);
    expect(lines).toHaveLength(list.total + 1);
    expect(lines[0]).toContain(list.column);
  }
  await page.goto(addressAt(path, list.filter.param));
  await expect(rows).toHaveCount(list.filter.rows);
  expect(await exportedLines(page, exportedAs, exportEntry)).toHaveLength(list.filter.rows + 1);
}

/** Tests the functions of a list that is shown as a table, with a reload in between. */
export async function checkList(page: Page, list: ListUnderTest, listParts: ListParts = {}): Promise<void> {
  // The test reloads the page a dozen times.
  test.slow();
  const { table, rows, headers } = parts(page, list);
  await checkLoading(page, list);
  await checkSearch(page, list, rows);
  await checkFilter(page, list, rows);
  await checkSort(page, list, rows);
  if (listParts.hasCursors !== true) await checkPaging(page, list, rows);
  const isComplete = isFullRun || listParts.complete === true;
  if (isComplete) {
    await checkColumns(page, list, headers);
    await checkColumnWidth(page, list, table);
  } else {
    await checkHiddenColumn(page, list, headers);
  }
  if (list.exportedAs === undefined) {
    await expect(page.getByRole("button", { name: "Eigene Ansichten" })).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Exportieren" })).toHaveCount(0);
    return;
  }
  if (isComplete) await checkSavedViews(page, list, rows);
  else await expect(page.getByRole("button", { name: "Eigene Ansichten" })).toBeVisible();
  await checkExport(page, list, rows, listParts);
}

/** Tests that an invalid parameter is named and ignored while the others apply. */
export async function checkInvalidAddress(
  page: Page,
  list: ListUnderTest,
  invalid: readonly (readonly [name: string, value: string, label: string])[] = [
    ["sortOrder", "seitwaerts", "Sortierung"],
    ["page", "0", "Seite"],
  ],
): Promise<void> {
  const query = new URLSearchParams(invalid.map(([name, value]) => [name, value]));
  await page.goto(addressAt(list.path, `${list.filter.param}&${query}`));
  await expect(parts(page, list).rows).toHaveCount(list.filter.rows);
  for (const [, , label] of invalid)
    await expect(page.getByText(`Die Angabe „${label}“ in der Adresse ist ungültig`)).toBeVisible();
}

/** Tests that a wide window shows only the table and a narrow window only the cards, even after a resize. */
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
  await expect(page.getByRole("main").locator("table")).toHaveCount(0);
  if (list.sort !== undefined) {
    await page.getByRole("button", { name: "Weitere Werkzeuge der Liste" }).click();
    await page.getByLabel("Sortierung").selectOption({ label: `${list.sort.column}, aufsteigend` });
    await expect(cards.getByRole("listitem").first()).toContainText(list.sort.first);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(table).toBeVisible();
  if (list.sort !== undefined) await expect(rows.first()).toContainText(list.sort.first);
  expect(await page.locator(`ul[aria-label="${list.label}"]`).count()).toBe(0);
}
