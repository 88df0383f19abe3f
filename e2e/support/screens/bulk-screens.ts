import { expect, type Page } from "@playwright/test";
import { refuseCalls } from "../responses.ts";
import type { Screen } from "./screen.ts";
import { openAddPerson } from "../add-person.ts";

const single = /\/api\/v1\/users\/[0-9a-f-]{36}$/;

const staff = { route: "/users", path: "/users", title: "Mitarbeitende", viewer: "org_admin" } as const;

async function selectAll(page: Page): Promise<void> {
  const tools = page.getByRole("button", { name: "Weitere Werkzeuge der Liste" });
  if (await tools.isVisible()) await tools.click();
  await page.getByRole("checkbox", { name: "Alle auf dieser Seite auswählen" }).check();
  await expect(page.getByText(/Person(en)? ausgewählt/)).toBeVisible();
}

async function openConfirmation(page: Page, action: string): Promise<void> {
  await selectAll(page);
  await page.getByRole("button", { name: action, exact: true }).click();
  await expect(page.getByRole("alertdialog")).toBeVisible();
}

async function inviteSeveral(page: Page, lines: readonly string[]): Promise<void> {
  await openAddPerson(page, "Mehrere einladen");
  await page.getByLabel("E-Mail-Adressen").fill(lines.join("\n"));
  await page.getByRole("button", { name: /Einladung(en)? senden$/ }).click();
}

/** Screens of bulk operations: selection, confirmation, rejection and interruption. */
export const bulkScreens: readonly Screen[] = [
  { ...staff, name: "users, selected", prepare: selectAll },
  { ...staff, name: "users, deleting several", prepare: (page) => openConfirmation(page, "Löschen") },
  {
    ...staff,
    name: "users, several refused",
    prepare: async (page) => {
      await openConfirmation(page, "Deaktivieren");
      await refuseCalls(single, 409, "LAST_ADMINISTRATOR", "Die letzte Praxis-Administration bleibt.")(page);
      await page.getByRole("button", { name: /Person(en)? deaktivieren/ }).click();
      await expect(page.getByText("Die ausgewählten Konten konnten nicht deaktiviert werden")).toBeVisible();
    },
  },
  {
    ...staff,
    name: "users, several cut off",
    prepare: async (page) => {
      await openConfirmation(page, "Deaktivieren");
      await page.route(single, (request) => request.abort());
      await page.getByRole("button", { name: /Person(en)? deaktivieren/ }).click();
      await expect(page.getByText("Der Vorgang wurde unterbrochen")).toBeVisible({ timeout: 20_000 });
    },
  },
  {
    ...staff,
    name: "users, several addresses with wrong lines",
    prepare: async (page) => {
      await inviteSeveral(page, ["lena.muster@example.org", "kein-at-zeichen", "ohne@ende", "b@example.org"]);
      await expect(page.getByText("Keine gültige E-Mail-Adresse")).toBeVisible();
    },
  },
  {
    ...staff,
    name: "users, several invitations refused",
    prepare: async (page) => {
      const message = "Die Höchstzahl der Mitarbeitenden ist erreicht (10 von 10)";
      await refuseCalls(/\/organizations\/[0-9a-f-]{36}\/members$/, 409, "USER_LIMIT_REACHED", message)(page);
      await inviteSeveral(page, ["lena.muster@example.org", "b.muster@example.org", "c@example.org"]);
      await expect(page.getByText("Keine der Einladungen konnte gesendet werden")).toBeVisible();
    },
  },
];
