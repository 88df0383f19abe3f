import type { Locator } from "@playwright/test";
import type { KeyboardDriver } from "../support/keyboard-driver.ts";
import { expect } from "../support/test.ts";

/** Moves through an open menu with the arrow keys and selects an entry. */
export async function chooseEntry(keys: KeyboardDriver, entry: Locator): Promise<void> {
  await expect(entry).toBeVisible();
  const menu = entry.page().getByRole("menu");
  // Key presses reach the menu only after it has the focus.
  await expect.poll(() => menu.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  const entries = await menu.getByRole("menuitem").count();
  for (let moves = 0; moves <= entries; moves += 1) {
    if (await entry.evaluate((element) => element === document.activeElement)) break;
    await keys.press("ArrowDown");
  }
  await expect(entry).toBeFocused();
  await keys.press("Enter");
}
