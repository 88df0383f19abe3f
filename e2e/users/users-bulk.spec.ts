import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { demoPassword } from "../../apps/server/src/features/demo/demo-people.ts";
import { PortalProcess } from "../../tools/soak/portal-process.ts";
import { expectStreamed } from "../support/downloads.ts";
import { KeyboardDriver } from "../support/keyboard-driver.ts";
import { exportedFile } from "../support/list-kit.ts";
import type { PeopleFactory, Organization } from "../support/people.ts";
import { portalOrigins } from "../support/portal.ts";
import { pressButton } from "../support/press-button.ts";
import { expect, fillLogin, heading, signIn, test } from "../support/test.ts";

/** Creates an organization with `count` members and their administrator. */
async function createStaff(people: PeopleFactory, count: number) {
  const organization: Organization = await people.createOrganization({ maxUsers: 60 });
  const admin = await people.createMember(organization, "org_admin", {
    firstName: "Ada",
    lastName: "Demo-Leitung",
  });
  for (let number = 1; number <= count; number += 1) {
    const lastName = `Muster-${String.fromCodePoint(64 + number)}`;
    await people.createMember(organization, "viewer", { firstName: "Lia", lastName });
  }
  return { organization, admin };
}

const row = (page: Page, name: string) => page.getByRole("row", { name });

test("R2.4-22 R2.4-23 see R4-91 several people are deactivated and activated again by keyboard", async ({
  page,
  people,
}) => {
  const { admin } = await createStaff(people, 3);
  await signIn(page, admin, "/users");
  await expect(heading(page, "Mitarbeitende")).toBeVisible();
  const keys = new KeyboardDriver(page);
  await keys.tabTo(page.getByRole("checkbox", { name: "Lia Muster-A auswählen" }));
  await keys.press("Space");
  await keys.tabTo(page.getByRole("checkbox", { name: "Lia Muster-C auswählen" }));
  await keys.press("Space");
  await expect(page.getByText("2 Personen ausgewählt")).toBeVisible();
  await keys.activate(page.getByRole("button", { name: "Deaktivieren", exact: true }));
  await expect(page.getByRole("alertdialog")).toContainText("2 Personen deaktivieren?");
  await keys.activate(page.getByRole("button", { name: "2 Personen deaktivieren" }));
  await expect(page.getByText("2 Personen sind deaktiviert")).toBeVisible();
  await keys.activate(page.getByRole("button", { name: "Schließen" }));
  await expect(row(page, "Muster-A, Lia")).toContainText("Deaktiviert");
  await expect(row(page, "Muster-B, Lia")).toContainText("Aktiv");
  await expect(row(page, "Muster-C, Lia")).toContainText("Deaktiviert");

  await page.getByRole("checkbox", { name: "Alle auf dieser Seite auswählen" }).check();
  // Users cannot select themselves.
  await expect(page.getByText("3 Personen ausgewählt")).toBeVisible();
  await page.getByRole("button", { name: "Aktivieren", exact: true }).click();
  await page.getByRole("button", { name: "3 Personen aktivieren" }).click();
  await expect(page.getByText("3 Personen sind wieder aktiv")).toBeVisible();
  await page.getByRole("button", { name: "Schließen" }).click();
  for (const name of ["Muster-A, Lia", "Muster-B, Lia", "Muster-C, Lia"])
    await expect(row(page, name)).toContainText("Aktiv");
});

test("R2.4-24 R2.4-25 R2.4-26 R2.3-15 deleting all matches lists some names, counts the others and warns that it is final", async ({
  page,
  people,
}) => {
  const { admin } = await createStaff(people, 12);
  await signIn(page, admin, "/users?search=Muster&limit=10");
  await expect(page.getByRole("rowheader")).toHaveCount(10);
  await page.getByRole("checkbox", { name: "Alle auf dieser Seite auswählen" }).check();
  await expect(page.getByText("10 Personen ausgewählt")).toBeVisible();
  await page.getByRole("button", { name: "Alle 12 auswählen" }).click();
  await expect(page.getByText("12 Personen ausgewählt")).toBeVisible();
  await page.getByRole("button", { name: "Löschen", exact: true }).click();
  const confirmation = page.getByRole("alertdialog", { name: "12 Personen endgültig löschen?" });
  await expect(confirmation).toContainText("Das kann nicht rückgängig gemacht werden.");
  await expect(confirmation.getByRole("listitem")).toHaveText([
    ..."ABCDE".split("").map((letter) => `Lia Muster-${letter}`),
    "und 7 weitere Personen",
  ]);
  await confirmation.getByRole("button", { name: "12 Personen löschen" }).click();
  await expect(page.getByText("12 Personen wurden gelöscht")).toBeVisible();
  await page.getByRole("button", { name: "Schließen" }).click();
  await expect(page.getByText("Niemand gefunden").filter({ visible: true })).toBeVisible();
});

test("R2.4-24 after a lost connection and a reload the remaining work continues, and no one is changed twice", async ({
  page,
  people,
}) => {
  const { admin } = await createStaff(people, 8);
  await signIn(page, admin, "/users");
  const single = /\/api\/v1\/users\/[0-9a-f-]{36}$/;
  /** The idempotency keys of the requests about each person. */
  const keys = new Map<string, string[]>();
  let isConnected = true;
  await page.route(single, async (route) => {
    const request = route.request();
    if (request.method() !== "DELETE") return route.continue();
    const sentKeys = keys.get(request.url()) ?? [];
    keys.set(request.url(), [...sentKeys, request.headers()["idempotency-key"] ?? ""]);
    // The first five arrive; the other requests are lost.
    if (keys.size > 5 && sentKeys.length === 0) isConnected = false;
    return isConnected ? route.continue() : route.abort();
  });
  await page.getByRole("checkbox", { name: "Alle auf dieser Seite auswählen" }).check();
  await page.getByRole("button", { name: "Löschen", exact: true }).click();
  await page.getByRole("button", { name: "8 Personen löschen" }).click();
  await expect(page.getByText("Der Vorgang wurde unterbrochen")).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText("5 von 8 erledigt, 3 stehen noch aus.")).toBeVisible();
  expect(keys.size).toBe(8);
  // The stored work contains no names.
  const storedWork = await page.evaluate(() => sessionStorage.getItem("bulkWork") ?? "");
  expect(storedWork).not.toContain("Muster");

  isConnected = true;
  await page.reload();
  await expect(page.getByText("Löschen nicht abgeschlossen")).toBeVisible();
  await page.getByRole("button", { name: "Rest fortsetzen" }).click();
  await expect(page.getByText("8 Personen wurden gelöscht")).toBeVisible();
  const repeated = [...keys.values()].filter((sentKeys) => sentKeys.length > 1);
  expect(repeated).toHaveLength(3);
  for (const sentKeys of keys.values()) expect(new Set(sentKeys).size).toBe(1);
  expect(new Set([...keys.values()].flat()).size).toBe(8);
  await page.getByRole("button", { name: "Schließen" }).click();
  await expect(page.getByRole("rowheader")).toHaveCount(1);
  expect(await page.evaluate(() => sessionStorage.getItem("bulkWork"))).toBeNull();
});

for (const [ids, action, confirm, german, key, otherTexts] of [
  [
    "R8-66",
    "Aktivieren",
    "2 Personen aktivieren",
    "Die ausgewählten Konten konnten nicht aktiviert werden",
    "activate",
    {
      en: "Error activating users",
      fr: "Les comptes sélectionnés n’ont pas pu être activés",
      it: "Non è stato possibile attivare gli account selezionati",
    },
  ],
  [
    "R8-67",
    "Deaktivieren",
    "2 Personen deaktivieren",
    "Die ausgewählten Konten konnten nicht deaktiviert werden",
    "deactivate",
    {
      en: "Error deactivating users",
      fr: "Les comptes sélectionnés n’ont pas pu être désactivés",
      it: "Non è stato possibile disattivare gli account selezionati",
    },
  ],
  [
    "R8-68",
    "Löschen",
    "2 Personen löschen",
    "Die ausgewählten Konten konnten nicht gelöscht werden",
    "delete",
    {
      en: "Error deleting users",
      fr: "Les comptes sélectionnés n’ont pas pu être supprimés",
      it: "Non è stato possibile eliminare gli account selezionati",
    },
  ],
] as const) {
  test(`${ids} a refused bulk item has its own text and the reason`, async ({ page, people }) => {
    const { admin } = await createStaff(people, 2);
    await signIn(page, admin, "/users");
    const single = /\/api\/v1\/users\/[0-9a-f-]{36}$/;
    await page.route(single, async (request) => {
      if (!["PUT", "DELETE"].includes(request.request().method())) return request.continue();
      // A real rejection by the server: the id does not exist.
      const url = request
        .request()
        .url()
        .replace(/[0-9a-f-]{36}$/, "00000000-0000-7000-8000-000000000000");
      return request.continue({ url });
    });
    await page.getByRole("checkbox", { name: "Alle auf dieser Seite auswählen" }).check();
    await page.getByRole("button", { name: action, exact: true }).click();
    await page.getByRole("button", { name: confirm }).click();
    await expect(page.getByText(german)).toBeVisible();
    await expect(page.getByText("Bei 2 von 2 hat es nicht geklappt.")).toBeVisible();
    await expect(
      page.getByRole("list", { name: "Ergebnis je Person" }).getByText("Nicht möglich"),
    ).toHaveCount(2);
    for (const [language, text] of Object.entries(otherTexts)) {
      const file = `../../apps/web/src/features/users/bulk/users-bulk.${language}.json`;
      const texts = JSON.parse(await readFile(new URL(file, import.meta.url), "utf8")) as {
        error: Record<string, string>;
      };
      expect([language, texts.error[key]]).toEqual([language, text]);
    }
  });
}

test("R2.4-27 R0-97 the list is exported as csv and json with its current filters, without being held in the page", async ({
  page,
  people,
}) => {
  const { admin } = await createStaff(people, 2);
  await signIn(page, admin, "/users?search=Muster-A");
  for (const [format, name] of [
    ["Als CSV (für Excel)", "mitarbeitende.csv"],
    ["Als JSON", "mitarbeitende.json"],
  ] as const) {
    await page.getByRole("button", { name: "Exportieren" }).click();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("menuitem", { name: format }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(exportedFile(name));
    expectStreamed(download);
    const text = await readFile(await download.path(), "utf8");
    expect(text).toContain("Muster-A");
    expect(text).not.toContain("Muster-B");
  }
});

test("R8-65 a failed export shows its own error text in each language", async ({ page, people }) => {
  const { admin } = await createStaff(people, 1);
  await signIn(page, admin, "/users");
  await page.route(/\/auth\/download-ticket/, (request) => request.abort());
  for (const [language, exportLabel, formatLabel, text] of [
    ["de", "Exportieren", "Als JSON", "Die Mitarbeitenden konnten nicht exportiert werden"],
    ["en", "Export", "As JSON", "Error exporting users"],
    ["fr", "Exporter", "En JSON", "Les collaborateurs n’ont pas pu être exportés"],
    ["it", "Esporta", "Come JSON", "Non è stato possibile esportare i collaboratori"],
  ] as const) {
    await page.evaluate((chosen) => localStorage.setItem("locale", chosen), language);
    await page.reload();
    await page.getByRole("button", { name: exportLabel, exact: true }).click();
    await page.getByRole("menuitem", { name: formatLabel }).click();
    await expect(page.getByText(text, { exact: true })).toBeVisible({ timeout: 20_000 });
  }
});

test("R8-60 R8-61 a failed change and a failed deletion each have their own error text in each language", async ({
  page,
  people,
}) => {
  const { organization, admin } = await createStaff(people, 0);
  const person = await people.createMember(organization, "viewer");
  await signIn(page, admin, `/users/${person.id}`);
  await page.route(/\/api\/v1\/users\/[0-9a-f-]{36}$/, (request) =>
    request.request().method() === "GET" ? request.continue() : request.fulfill({ status: 503, body: "" }),
  );
  const expectedTexts = {
    de: [
      "Weitere Aktionen",
      "Deaktivieren",
      "Das Konto konnte nicht geändert werden",
      "Löschen",
      "Das Konto konnte nicht gelöscht werden",
    ],
    en: ["More actions", "Deactivate", "Error updating user", "Delete", "Error deleting user"],
    fr: [
      "Autres actions",
      "Désactiver",
      "Le compte n’a pas pu être modifié",
      "Supprimer",
      "Le compte n’a pas pu être supprimé",
    ],
    it: [
      "Altre azioni",
      "Disattiva",
      "Non è stato possibile modificare l’account",
      "Elimina",
      "Non è stato possibile eliminare l’account",
    ],
  };
  for (const [
    language,
    [more = "", change = "", changeFailed = "", remove = "", removeFailed = ""],
  ] of Object.entries(expectedTexts)) {
    await page.evaluate((chosen) => localStorage.setItem("locale", chosen), language);
    await page.goto(`/users/${person.id}`);
    for (const [action, failed] of [
      [change, changeFailed],
      [remove, removeFailed],
    ] as const) {
      await page.getByRole("button", { name: more }).press("Enter");
      await page.getByRole("menuitem", { name: action }).press("Enter");
      await page.getByRole("alertdialog").getByRole("button", { name: action, exact: true }).press("Enter");
      await expect(page.getByRole("alert").getByText(failed, { exact: true })).toBeVisible({
        timeout: 15_000,
      });
      await page.keyboard.press("Escape");
    }
  }
  // Every other form that changes a person shows the same text.
  const [, , failed = ""] = expectedTexts.de;
  await page.evaluate(() => localStorage.setItem("locale", "de"));
  await page.route(/\/api\/v1\/users\/[0-9a-f-]{36}(?:\/role)?$/, (request) =>
    request.request().method() === "GET"
      ? request.continue()
      : request.fulfill({
          status: 409,
          contentType: "application/problem+json",
          json: {
            type: "about:blank",
            title: "x",
            status: 409,
            code: "CONFLICT",
            message: "x",
            requestId: "1",
          },
        }),
  );
  const save = async (name: string) => {
    await page.getByRole("button", { name, exact: true }).press("Enter");
    await expect(page.getByRole("alert").getByText(failed, { exact: true })).toBeVisible({ timeout: 15_000 });
  };
  await page.goto(`/users/${person.id}`);
  await page.getByRole("button", { name: "Bearbeiten" }).press("Enter");
  await page.getByRole("dialog").getByLabel("Telefon").fill("030 123456");
  await save("Speichern");
  await page.goto(`/users/${person.id}/permissions`);
  await page.getByRole("radiogroup", { name: "Mitarbeitende", exact: true }).getByLabel("ändern").check();
  await save("Berechtigungen speichern");
  await page.goto(`/users/${person.id}?tab=rights`);
  await page.getByRole("main").getByRole("checkbox").first().check();
  await save("Berechtigungen speichern");
  await page.getByRole("button", { name: "Weitere Aktionen" }).press("Enter");
  await page.getByRole("menuitem", { name: "Rolle ändern" }).press("Enter");
  await page
    .getByRole("dialog")
    .getByRole("radio", { name: /^Mitarbeit mit Schreibrecht/ })
    .check();
  await save("Rolle ändern");
});

test("R2.4-24 after a kill -9 of the portal the dialog completes the remaining work, and each person has one entry", async ({
  page,
}) => {
  test.slow();
  const dataDir = await mkdtemp(join(tmpdir(), "praxisportal killed "));
  const portal = await PortalProcess.create(dataDir);
  portalOrigins.add(portal.origin);
  try {
    await portal.start();
    await page.goto(`${portal.origin}/login`);
    await fillLogin(page, "inhaberin", demoPassword);
    await expect(heading(page, "Übersicht")).toBeVisible();
    await page.goto(`${portal.origin}/users?role=viewer&status=active&limit=20`);
    // The "select all" checkbox renders before the rows.
    await expect(page.getByRole("rowheader").nth(5)).toBeVisible();
    await page.getByRole("checkbox", { name: "Alle auf dieser Seite auswählen" }).press("Space");
    const chosen = await page.getByRole("rowheader").count();
    expect(chosen).toBeGreaterThan(5);
    // The portal is killed while the second five are in flight.
    let sentCount = 0;
    await page.route(/\/api\/v1\/users\/[0-9a-f-]{36}$/, async (request) => {
      if (request.request().method() === "DELETE") sentCount += 1;
      if (sentCount === 7) await portal.killServer();
      return request.continue();
    });
    await pressButton(page, "Löschen");
    await pressButton(page, `${chosen} Personen löschen`);
    await expect(page.getByText("Der Vorgang wurde unterbrochen")).toBeVisible({ timeout: 30_000 });
    await page.unroute(/\/api\/v1\/users\/[0-9a-f-]{36}$/);
    await portal.start();
    // The dialog resumes after the page has reached the server again.
    await expect(page.getByRole("button", { name: "Rest fortsetzen" })).toBeEnabled({ timeout: 40_000 });
    await pressButton(page, "Rest fortsetzen");
    await expect(page.getByText(`${chosen} Personen wurden gelöscht`)).toBeVisible({ timeout: 30_000 });
    await pressButton(page, "Schließen");
    await page.goto(`${portal.origin}/audit?action=user.deleted`);
    await expect(page.getByText(`${chosen} Einträge`)).toBeVisible();
    await pressButton(page, "Protokoll auf Manipulation prüfen");
    await expect(page.getByText(/unverändert/i).first()).toBeVisible();
  } finally {
    await portal.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
});
