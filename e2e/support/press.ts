import { expect, type Page } from "@playwright/test";

/** Presses a visible button by keyboard alone, the first of that name. */
export async function press(page: Page, name: string | RegExp): Promise<void> {
  const button = page.getByRole("button", { name, exact: true }).filter({ visible: true }).first();
  // A dialog takes the focus a moment after it opened; a key pressed before that reaches nothing.
  await expect
    .poll(() =>
      button.evaluate((element) => {
        const dialog = element.closest("[role=dialog], [role=alertdialog]");
        return dialog === null || dialog.contains(document.activeElement);
      }),
    )
    .toBe(true);
  await button.focus();
  await page.keyboard.press("Enter");
}
