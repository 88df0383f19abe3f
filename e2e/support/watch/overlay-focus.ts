import type { BrowserContext, Page } from "@playwright/test";

/** Waits until the dialog on top of the page, if there is one, has the focus. */
async function waitForOverlayFocus(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const open = [...document.querySelectorAll("[role=dialog], [role=alertdialog]")].filter(
      (overlay) => !overlay.hasAttribute("data-closed") && overlay.checkVisibility(),
    );
    return open.at(-1)?.contains(document.activeElement) ?? true;
  });
}

/**
 * Makes the keyboard of every page wait for the focus of an open dialog. A dialog listens to keys and takes the focus
 * shortly after it is visible: an earlier Escape closes nothing, and an earlier Enter presses the button behind it.
 */
export function keysWaitForOverlays(context: BrowserContext): void {
  context.on("page", (page) => {
    const { keyboard } = page;
    const press = keyboard.press.bind(keyboard);
    const type = keyboard.type.bind(keyboard);
    keyboard.press = async (...args) => {
      await waitForOverlayFocus(page);
      await press(...args);
    };
    keyboard.type = async (...args) => {
      await waitForOverlayFocus(page);
      await type(...args);
    };
  });
}
