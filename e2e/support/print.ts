import type { Page } from "@playwright/test";
import { expect } from "./test.ts";

/** Expects that nothing meant only for the screen is visible. */
export async function expectOnlyContents(page: Page): Promise<void> {
  await expect(page.locator("nav:visible, button:visible:not(th button, td button)")).toHaveCount(0);
  await expect(page.locator("input:visible, select:visible")).toHaveCount(0);
}

/** Returns the heading lines that appear only on paper. */
export const printHeading = (page: Page) => page.locator("[data-print-heading] p");
