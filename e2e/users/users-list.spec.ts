import { readPdfText } from "../../apps/server/test/files/read-pdf.ts";
import { userList } from "../support/responses.ts";
import {
  checkInvalidAddress,
  checkList,
  checkOneRendering,
  type ListUnderTest,
} from "../support/list-kit.ts";
import { expectOnlyContents, printHeading } from "../support/print.ts";
import { expect, signIn, test } from "../support/test.ts";

const letters = ["A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K"];

test.describe("the people of an organization", () => {
  const list: ListUnderTest = {
    path: "/users",
    title: "Mitarbeitende",
    label: "Liste der Mitarbeitenden",
    failure: { calls: userList, title: "Mitarbeitende konnten nicht geladen werden" },
    total: 12,
    search: { label: "Mitarbeitende suchen", text: "Muster-A", rows: 1 },
    filter: { chip: "Abteilung", option: "Labor", param: "department=Labor", rows: 3 },
    sort: {
      column: "Abteilung",
      field: "organizationData.department",
      first: "Demo-Leitung",
      last: "Muster-K",
    },
    column: "Zweiter Faktor",
    exportedAs: "mitarbeitende.csv",
    exportEntry: "Als CSV (für Excel)",
  };

  test.beforeEach(async ({ page, people }) => {
    const organization = await people.createOrganization({ maxUsers: 30 });
    const admin = await people.createMember(organization, "org_admin", {
      lastName: "Demo-Leitung",
      department: "Anmeldung",
    });
    for (const [index, letter] of letters.entries())
      await people.createMember(organization, "viewer", {
        lastName: `Muster-${letter}`,
        department: letter === "K" ? "Verwaltung" : index < 3 ? "Labor" : "Empfang",
      });
    await signIn(page, admin);
  });

  test("R0-17 R2.3-14 the people pass the list kit tests and keep their state in the URL", async ({
    page,
  }) => {
    await checkList(page, list);
    await checkInvalidAddress(page, list);
  });

  test("R0-18 the people are rendered once: as a table from 768 px, as cards below", async ({ page }) => {
    await checkOneRendering(page, list);
  });
});

test("R2.3-14 the directory passes the list kit tests, cannot be exported, and is rendered once", async ({
  page,
  people,
}) => {
  const organization = await people.createOrganization({ maxUsers: 30 });
  for (const [index, letter] of letters.entries())
    await people.createMember(organization, "viewer", {
      lastName: `Muster-${letter}`,
      department: index < 3 ? "Labor" : "Empfang",
    });
  const viewer = await people.createMember(organization, "viewer", { department: "Empfang" });
  const list: ListUnderTest = {
    path: "/users",
    title: "Mitarbeitende",
    label: "Verzeichnis",
    failure: { calls: /\/api\/.+\/directory(?:\?|$)/, title: "Das Verzeichnis konnte nicht geladen werden" },
    total: 12,
    search: { label: "Im Verzeichnis suchen", text: "Muster-A", rows: 1 },
    filter: { chip: "Abteilung", option: "Labor", param: "department=Labor", rows: 3 },
    sort: { column: "Abteilung", field: "department", first: "Empfang", last: "Labor" },
    column: "Abteilung",
  };
  await signIn(page, viewer);
  await checkList(page, list);
  await checkInvalidAddress(page, list);
  await checkOneRendering(page, list);
});

test("R0-291 a list prints the matching rows of all its pages, with the organization's name and the date", async ({
  page,
  people,
}) => {
  const organization = await people.createOrganization({ maxUsers: 100 });
  const admin = await people.createMember(organization, "org_admin");
  for (let number = 10; number < 35; number += 1)
    await people.createMember(organization, "viewer", {
      lastName: `Muster-Labor-${number}`,
      department: number < 33 ? "Labor" : "Empfang",
    });
  await page.addInitScript(() => {
    window.print = () => undefined;
  });
  await signIn(page, admin, "/users?department=Labor&limit=10");
  await expect(page.getByText("1–10 von 23")).toBeVisible();
  // A page printed from the menu of the browser says that it is only a part of the list.
  await page.emulateMedia({ media: "print" });
  await expect(printHeading(page).last()).toBeVisible();
  await expect(printHeading(page).getByText(/Nur diese Seite: 10 von 23/)).toBeVisible();
  await page.emulateMedia({ media: "screen" });

  const sheet = page.locator("[data-print-sheet]");
  for (const print of [
    () => page.getByRole("button", { name: "Drucken", exact: true }).click(),
    () => page.keyboard.press("Control+p"),
  ]) {
    await print();
    await expect(sheet.locator("tbody tr")).toHaveCount(23);
    await page.emulateMedia({ media: "print" });
    await expect(page.getByRole("main")).toBeHidden();
    await expect(sheet.getByText("Muster-Labor-32")).toBeVisible();
    await expect(sheet.getByText("Muster-Labor-33")).toHaveCount(0);
    await expect(printHeading(page).filter({ visible: true })).toHaveText([
      organization.name,
      "Mitarbeitende",
      "Abteilung: Labor",
      "Sortierung: Name, aufsteigend",
      /^Stand: .*\d{4}/,
    ]);
    const text = await readPdfText(await page.pdf({ format: "A4" }));
    for (let number = 10; number < 33; number += 1) expect(text).toContain(`Muster-Labor-${number}`);
    expect(text).toContain(organization.name);
    await page.emulateMedia({ media: "screen" });
    await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
    await expect(sheet).toHaveCount(0);
  }

  await page.route(/\/api\/v1\/organizations\/[^/]+\/users\?/, async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { pagination: object };
    await route.fulfill({ json: { ...body, pagination: { ...body.pagination, total: 1_001, pages: 101 } } });
  });
  await page.reload();
  await expect(page.getByText("1–10 von 1.001")).toBeVisible();
  await page.getByRole("button", { name: "Drucken", exact: true }).click();
  await expect(page.getByRole("alert")).toContainText("gedruckt werden höchstens 1.000");
  await expect(sheet).toHaveCount(0);
});

test("R0-43 a list prints as a table in full width, headed by organization, list, filters and date", async ({
  page,
  people,
}) => {
  const organization = await people.createOrganization();
  const admin = await people.createMember(organization, "org_admin", { department: "Labor" });
  await people.createMember(organization, "viewer", { lastName: "Muster-Labor", department: "Labor" });
  await people.createMember(organization, "viewer", { lastName: "Muster-Empfang", department: "Empfang" });
  await page.addInitScript(() => localStorage.setItem("theme", "dark"));
  // Narrow windows show cards; paper shows the table.
  await page.setViewportSize({ width: 700, height: 900 });
  await signIn(page, admin, "/users?department=Labor&sortBy=role.type");
  await expect(page.getByRole("listitem").filter({ hasText: "Muster-Labor" })).toBeVisible();
  await expect(printHeading(page).first()).toBeHidden();
  await page.emulateMedia({ media: "print" });
  const table = page.getByRole("table", { name: "Liste der Mitarbeitenden" });
  await expect(table.getByRole("rowheader")).toHaveCount(2);
  await expect(printHeading(page)).toHaveText([
    organization.name,
    "Mitarbeitende",
    "Abteilung: Labor",
    "Sortierung: Rolle, aufsteigend",
    /^Stand: .*\d{4}/,
  ]);
  await expect(table.getByText("Muster-Labor")).toBeVisible();
  await expectOnlyContents(page);
  await expect(table.getByRole("checkbox")).toHaveCount(0);
  expect((await table.boundingBox())?.width).toBeGreaterThan(680);
  // Paper is light in the dark theme, too.
  await expect(page.locator("html")).toHaveCSS("background-color", "rgb(255, 255, 255)");
  await expect(page.locator("html")).toHaveCSS("color-scheme", "light");
});

test("an address in the list that takes two lines is broken before its @, not inside the name", async ({
  page,
  people,
}) => {
  const organization = await people.createOrganization();
  const admin = await people.createMember(organization, "org_admin");
  const email = "magda.beispiel-nussbaum@example.org";
  await page.route(userList, async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { data: object[] };
    await route.fulfill({ json: { ...body, data: body.data.map((user) => ({ ...user, email })) } });
  });
  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn(page, admin, "/users");
  const address = page.getByRole("table").getByText(email);
  await expect(address).toBeVisible();
  const lines = await address.evaluate((element) => {
    const texts = new Map<number, string>();
    const range = document.createRange();
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      for (let index = 0; index < (node.nodeValue ?? "").length; index += 1) {
        range.setStart(node, index);
        range.setEnd(node, index + 1);
        const top = Math.round(range.getBoundingClientRect().top);
        texts.set(top, (texts.get(top) ?? "") + range.toString());
      }
    }
    return [...texts.values()];
  });
  expect(lines).toEqual(["magda.beispiel-nussbaum", "@example.org"]);
});
