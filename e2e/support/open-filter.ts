import type { Page } from "@playwright/test";

/** Opens the values of a list's filter in its chip, or in a narrow window in the sheet with all filters. */
export async function openFilter(page: Page, name: string): Promise<void> {
  const chip = page.getByRole("group", { name: "Filter" }).getByRole("button", { name, exact: true });
  const sheet = page.getByRole("main").getByRole("button", { name: "Filter", exact: true });
  const control = chip.or(sheet).first();
  await control.click();
  if (await chip.isVisible()) return;
  const filters = page.getByRole("dialog", { name: "Filter" });
  await filters.waitFor();
  // Choices are expanded, searches are collapsed.
  const part = filters.locator("summary").filter({ hasText: name });
  if ((await part.count()) > 0) await part.click();
}
