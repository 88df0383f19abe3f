import { expect, type Page } from "@playwright/test";

/** Presses the first visible button of that name by keyboard. */
export async function pressButton(page: Page, name: string | RegExp): Promise<void> {
  const button = page.getByRole("button", { name, exact: true }).filter({ visible: true }).first();
  // A dialog takes the focus shortly after it opens and returns it after it has closed. Earlier key presses have no
  // effect or reach the button that opened the dialog.
  await expect
    .poll(() =>
      button.evaluate((element) => {
        const dialog = element.closest("[role=dialog], [role=alertdialog]");
        return dialog === null
          ? document.querySelector("[role=dialog][data-closed], [role=alertdialog][data-closed]") === null
          : dialog.contains(document.activeElement);
      }),
    )
    .toBe(true);
  await button.focus();
  await page.keyboard.press("Enter");
}
