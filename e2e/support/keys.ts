import { expect, type Locator, type Page } from "@playwright/test";

/** More stops than any page needs until what is wanted: whatever takes longer is not reachable by keyboard. */
const mostStops = 60;

/** A keyboard and nothing else; it counts what is pressed. */
export class Keys {
  readonly #page: Page;
  /** Keys pressed so far; a chord is one, a typed text its letters. */
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

  /** Tab after Tab until the element has the focus. */
  async tabTo(target: Locator, step: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
    await expect(target).toBeVisible();
    const isThere = () => target.evaluate((element) => element === document.activeElement);
    for (let stop = 0; stop < mostStops; stop += 1) {
      if (await isThere()) return;
      await this.press(step);
    }
    await expect(target, `is ${mostStops} stops or more away`).toBeFocused();
  }

  /** Goes to a button or link and presses it. */
  async activate(target: Locator, step?: "Tab" | "Shift+Tab"): Promise<void> {
    await this.tabTo(target, step);
    await this.press("Enter");
  }

  /** Goes to a page by the search of the frame, with the name of the page. */
  async open(name: string): Promise<void> {
    await this.press("Control+k");
    await expect(this.#page.getByRole("combobox")).toBeFocused();
    await this.type(name);
    await expect(this.#page.getByRole("option").first()).toContainText(name);
    await this.press("Enter");
  }
}
