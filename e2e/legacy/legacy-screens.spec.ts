import { readBrowserState } from "../support/browser-state.ts";
import { expectForgotten, readHeap } from "../support/heap.ts";
import { signInToLegacy, test } from "../support/legacy.ts";
import { expect, heading, signIn } from "../support/test.ts";
import { printHeading } from "../support/print.ts";

// The tests change the answers of one legacy practice server.
test.describe.configure({ mode: "default" });

const listRows = (page: Parameters<typeof heading>[0], name: string) =>
  page
    .getByRole("table", { name })
    .getByRole("row")
    .filter({ has: page.getByRole("rowheader") });

test("R1-39 R2.1-29 R2.1-30 R2.1-31 see R1-41 a member signs in to the legacy server and opens dashboard, patients and tests", async ({
  page,
  people,
  legacy,
}) => {
  await signIn(page, await people.createMember(legacy.organization, "viewer"));
  const navigation = page.getByRole("navigation", { name: "Hauptnavigation" });
  await navigation.getByRole("link", { name: "Praxisserver" }).click();
  await expect(heading(page, "Praxisserver")).toBeVisible();
  await expect(page).toHaveURL(/\/legacy$/);
  await page.getByLabel("Benutzername am Praxisserver").fill("empfang");
  await page.getByLabel("Passwort am Praxisserver", { exact: true }).fill("Falsches-Kennwort-1");
  await page.getByRole("button", { name: "Am Praxisserver anmelden" }).click();
  await expect(page.getByRole("alert")).toContainText(
    "kennt diesen Benutzernamen oder dieses Passwort nicht",
  );
  await signInToLegacy(page);
  const mode = page.getByRole("main").getByText("Klassischer Modus");
  await expect(mode).toBeVisible();
  await expect(page.getByText("Der Praxisserver ist erreichbar")).toBeVisible();
  await expect(page.getByText("Musterstraße 1, 00000 Musterstadt")).toBeVisible();
  await expect(page.getByText("08:00–12:00, 15:00–18:00")).toBeVisible();

  await page
    .getByRole("main")
    .getByRole("link", { name: /^Patienten\s*40$/ })
    .click();
  await expect(heading(page, "Patienten")).toBeVisible();
  await expect(page).toHaveURL(/\/patienten$/);
  await expect(mode).toBeVisible();
  await expect(
    page.getByText(
      "40 Personen · direkt vom Praxisserver „Musterpraxis am Musterplatz“, hier nicht gespeichert",
    ),
  ).toBeVisible();
  const patients = listRows(page, "Patienten");
  await expect(patients).toHaveCount(20);
  await page.getByRole("searchbox", { name: "Patienten suchen" }).fill("große 100005");
  await expect(patients).toHaveCount(1);
  await expect(patients.getByRole("cell")).toHaveText([
    "22.09.2016",
    "100005",
    "Musterkasse Nord",
    "04.09.2025",
  ]);
  await page.getByRole("button", { name: "Muster-Größe, Käthe" }).click();
  const drawer = page.getByRole("dialog");
  await expect(drawer.getByRole("heading", { name: "Käthe Muster-Größe" })).toBeVisible();
  await expect(drawer).toContainText("Patientennummer 100005");
  await expect(drawer.getByRole("region", { name: "Angaben zur Person" }).getByRole("definition")).toHaveText(
    [
      /^22\.09\.2016 ·\s\d+ Jahre$/,
      "weiblich",
      "Musterstraße 5, 00000 Musterstadt",
      "+49 30 23125004",
      "Musterkasse Nord",
      "04.09.2025",
    ],
  );
  await expect(drawer.getByRole("link", { name: "+49 30 23125004" })).toBeVisible();
  await drawer.getByRole("button", { name: "Schließen" }).click();
  await page.getByRole("searchbox", { name: "Patienten suchen" }).fill("");
  await page.getByRole("columnheader", { name: "Geburtsdatum" }).getByRole("button").click();
  await expect(patients.first()).toContainText("01.01.1930");

  await navigation.getByRole("link", { name: "Tests" }).click();
  await expect(heading(page, "Tests")).toBeVisible();
  await expect(page).toHaveURL(/\/tests$/);
  await expect(mode).toBeVisible();
  await expect(listRows(page, "Tests")).toHaveCount(12);
  const glucose = page.getByRole("row", { name: /GLU/ });
  await expect(glucose.getByRole("rowheader")).toHaveText("Glukose nüchtern");
  await expect(glucose.getByRole("cell")).toHaveText([
    "GLU",
    "NaF-Blut",
    "70–100",
    "mg/dl",
    "Nüchtern abnehmen.",
  ]);

  await navigation.getByRole("link", { name: "Praxisserver" }).click();
  await page.getByRole("button", { name: "Vom Praxisserver abmelden" }).click();
  await expect(page.getByLabel("Benutzername am Praxisserver")).toBeVisible();
});

test("an organization without a legacy server is not offered classic mode, and the app makes no call for it @soak", async ({
  page,
  people,
}) => {
  const calls: string[] = [];
  page.on("request", (request) => calls.push(new URL(request.url()).pathname));
  await signIn(page, await people.createMember(await people.createOrganization(), "viewer"));
  await expect(page.getByRole("link", { name: "Übersicht" })).toBeVisible();
  await page.waitForLoadState("networkidle");
  await expect(page.getByRole("link", { name: "Patienten" })).toHaveCount(0);
  expect(calls.filter((path) => path === "/api/health")).toEqual([]);
});

test("R0-214 see R2.3-14 a list that fails to load shows a notice, and can be loaded again", async ({
  page,
  people,
  legacy,
}) => {
  await signIn(page, await people.createMember(legacy.organization, "viewer"), "/patienten");
  await signInToLegacy(page);
  for (const [list, rows] of [
    ["Patienten", 20],
    ["Tests", 12],
  ] as const) {
    // The first list is open. Opening it again would check the health of a server that answers malformed text by then.
    if (list === "Tests") await page.getByRole("link", { name: list, exact: true }).click();
    await expect(listRows(page, list)).toHaveCount(rows);
    legacy.server.setSwitches({ malformed: true });
    await page.getByRole("button", { name: "Neu laden" }).click();
    await expect(page.getByRole("alert")).toContainText("Der Praxisserver liefert diese Liste gerade nicht");
    await expect(page.getByText(`Keine ${list} zu sehen`)).toBeVisible();
    legacy.server.setSwitches({});
    await page.getByRole("button", { name: "Erneut versuchen" }).click();
    await expect(listRows(page, list)).toHaveCount(rows);
    await expect(page.getByRole("alert")).toHaveCount(0);
  }
});

test("R0-291 the list prints all matching rows of all pages, headed by practice, search and date", async ({
  page,
  people,
  legacy,
}) => {
  await page.addInitScript(() => {
    window.print = () => undefined;
  });
  await signIn(page, await people.createMember(legacy.organization, "viewer"), "/patienten");
  await signInToLegacy(page);
  await page.getByRole("searchbox", { name: "Patienten suchen" }).fill("muster");
  await expect(page.getByText("1–20 von 40")).toBeVisible();
  await page.getByRole("button", { name: "Drucken" }).click();
  await expect(page.locator("[data-print-sheet] tbody tr")).toHaveCount(40);
  await page.emulateMedia({ media: "print" });
  const sheet = page.locator("[data-print-sheet]");
  await expect(printHeading(page).filter({ visible: true })).toHaveText([
    legacy.organization.name,
    "Patienten · Musterpraxis am Musterplatz",
    "Suche: muster",
    "Sortierung: Name, aufsteigend",
    /^Stand: /,
  ]);
  await expect(page.getByRole("main")).toBeHidden();
  await page.emulateMedia({ media: "screen" });
  await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
  await expect(sheet).toHaveCount(0);
});

test("R2.2-10 R2.2-11 R8-34 R0-223 a page opens after a health check of 2.5 s; after 3.1 s /dashboard shows a notice", async ({
  page,
  people,
  legacy,
}) => {
  await signIn(page, await people.createMember(legacy.organization, "viewer"));
  const notice = page.getByRole("alert").filter({ hasText: "Der Praxisserver ist nicht erreichbar" });
  /** Opens the page until it redirects to the expected path, because the last health check is valid for ten seconds. */
  const expectRedirect = (open: () => Promise<unknown>, path: string, slowMs: number) =>
    expect(async () => {
      legacy.server.setSwitches({ slow: { "/api/health": slowMs } });
      await open();
      await page.getByRole("heading", { level: 1 }).waitFor();
      expect(new URL(page.url()).pathname).toBe(path);
    }).toPass({ timeout: 20_000 });
  await expectRedirect(() => page.goto("/patienten"), "/dashboard", 3_100);
  await expect(notice).toBeVisible();
  await expectRedirect(() => page.goto("/patienten"), "/patienten", 2_500);
  await expect(heading(page, "Patienten")).toBeVisible();
});

test("R1-46 see R3-95 no patient stays in the browser after the screen is locked or the user signs out", async ({
  page,
  people,
  legacy,
}) => {
  await signIn(page, await people.createMember(legacy.organization, "viewer"), "/patienten");
  await signInToLegacy(page);
  const field = page.getByRole("searchbox", { name: "Patienten suchen" });
  const rows = listRows(page, "Patienten");
  const openPatients = async () => {
    await field.fill("musterfrau");
    await expect(rows).toHaveCount(4);
    await page
      .getByRole("button", { name: /^Musterfrau, Erika/ })
      .first()
      .click();
    await expect(page.getByRole("dialog")).toContainText("Erika Musterfrau");
    await page.keyboard.press("Escape");
  };
  await openPatients();
  const markers = ["Musterfrau", "musterfrau", "23125002"];
  // Control: the scans find the text while the page shows it.
  expect((await readBrowserState(page)).includes("Musterfrau")).toBe(true);
  expect((await readHeap(page)).includes("Musterfrau")).toBe(true);
  // The search text is neither in the URL nor in any storage while it is used.
  expect(page.url()).not.toContain("muster");
  const storedText = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  expect(markers.filter((marker) => storedText.includes(marker))).toEqual([]);

  await page.keyboard.press("Control+Alt+l");
  await expect(heading(page, "Bildschirm gesperrt")).toBeVisible();
  const lockedState = await readBrowserState(page);
  expect(markers.filter((marker) => lockedState.includes(marker))).toEqual([]);
  await expectForgotten(page, markers);
  await page.getByLabel(/^Passwort von /).fill("Probe-Kennwort-7");
  await page.keyboard.press("Enter");
  await expect(field).toHaveValue("");

  await openPatients();
  await page.getByRole("button", { name: /^Menü von/ }).click();
  await page.getByRole("menuitem", { name: "Abmelden" }).click();
  await expect(heading(page, "Anmelden")).toBeVisible();
  const stateAfter = await readBrowserState(page);
  expect(markers.filter((marker) => stateAfter.includes(marker))).toEqual([]);
  await expectForgotten(page, markers);
});
