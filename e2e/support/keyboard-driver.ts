import { expect, type Locator, type Page } from "@playwright/test";

/** Maximum number of Tab stops; anything further away counts as not reachable by keyboard. */
const maxStops = 60;

/** Drives the page by keyboard alone and counts key presses. */
export class KeyboardDriver {
  readonly #page: Page;
  /** Number of keys pressed so far; a chord counts as one key, typed text by letter. */
  pressed = 0;

  constructor(page: Page) {
    this.#page = page;
  }

  async press(key: string): Promise<void> {
    this.pressed += 1;
    await this.#page.keyboard.press(key);
  }

  async type(text: string): Promise<void> {
    this.pressed += text.length;
    await this.#page.keyboard.type(text);
  }

  /** Presses Tab until the element is focused. */
  async tabTo(target: Locator, step: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
    await expect(target).toBeVisible();
    const isFocused = () => target.evaluate((element) => element === document.activeElement);
    for (let stop = 0; stop < maxStops; stop += 1) {
      if (await isFocused()) return;
      await this.press(step);
    }
    await expect(target, `is ${maxStops} stops or more away`).toBeFocused();
  }

  /** Focuses a button or link and activates it. */
  async activate(target: Locator, step?: "Tab" | "Shift+Tab"): Promise<void> {
    await this.tabTo(target, step);
    await this.press("Enter");
  }

  /** Opens a page by name with the command search. */
  async openPage(name: string): Promise<void> {
    await this.press("Control+k");
    await expect(this.#page.getByRole("combobox")).toBeFocused();
    await this.type(name);
    await expect(this.#page.getByRole("option").first()).toContainText(name);
    await this.press("Enter");
  }
}
