import { expect, type Page } from "@playwright/test";
import { refusing } from "./answers.ts";
import type { Screen } from "./screens.ts";

const single = /\/api\/v1\/users\/[0-9a-f-]{36}$/;

const staff = { route: "/users", path: "/users", title: "Mitarbeitende", viewer: "org_admin" } as const;

async function selectAll(page: Page): Promise<void> {
  await page.getByRole("checkbox", { name: "Alle auf dieser Seite auswählen" }).check();
  await expect(page.getByText(/Person(en)? ausgewählt/)).toBeVisible();
}

async function ask(page: Page, action: string): Promise<void> {
  await selectAll(page);
  await page.getByRole("button", { name: action, exact: true }).click();
  await expect(page.getByRole("alertdialog")).toBeVisible();
}

/** Work on several people at once: chosen, asked about, refused, cut off. */
export const bulkScreens: readonly Screen[] = [
  { ...staff, name: "users, selected", prepare: selectAll },
  { ...staff, name: "users, deleting several", prepare: (page) => ask(page, "Löschen") },
  {
    ...staff,
    name: "users, several refused",
    prepare: async (page) => {
      await ask(page, "Deaktivieren");
      await refusing(single, 409, "LAST_ADMINISTRATOR", "Die letzte Praxis-Administration bleibt.")(page);
      await page.getByRole("button", { name: /Person(en)? deaktivieren/ }).click();
      await expect(page.getByText("Fehler beim Deaktivieren der Mitarbeitenden")).toBeVisible();
    },
  },
  {
    ...staff,
    name: "users, several cut off",
    prepare: async (page) => {
      await ask(page, "Deaktivieren");
      await page.route(single, (request) => request.abort());
      await page.getByRole("button", { name: /Person(en)? deaktivieren/ }).click();
      await expect(page.getByText("Die Verbindung ist abgebrochen")).toBeVisible({ timeout: 20_000 });
    },
  },
];
