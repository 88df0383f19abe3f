import type { Page } from "@playwright/test";

/** Opens the dialog that creates access at once, or the one that invites several people. */
export async function openAddPerson(
  page: Page,
  entry: "Nur Zugang anlegen" | "Mehrere einladen" = "Nur Zugang anlegen",
): Promise<void> {
  await page.getByRole("button", { name: "Person hinzufügen" }).click();
  await page.getByRole("menuitem", { name: entry }).click();
}
