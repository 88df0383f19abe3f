import type { Page } from "@playwright/test";

/** Opens the dialog that creates access at once. */
export async function openAddPerson(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Person hinzufügen" }).click();
  await page.getByRole("menuitem", { name: "Nur Zugang anlegen" }).click();
}
