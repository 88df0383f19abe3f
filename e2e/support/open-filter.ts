import type { Page } from "@playwright/test";

/** Opens the values of a list's filter: a chip, or in a narrow window its part of the sheet with all filters. */
export async function openFilter(page: Page, name: string): Promise<void> {
  const chip = page.getByRole("group", { name: "Filter" }).getByRole("button", { name, exact: true });
  const sheet = page.getByRole("main").getByRole("button", { name: "Filter", exact: true });
  await chip.or(sheet).first().click();
  const part = page.getByRole("dialog", { name: "Filter" }).locator("summary").filter({ hasText: name });
  if (await part.isVisible()) await part.click();
}
