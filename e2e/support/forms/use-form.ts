import type { Locator, Page } from "@playwright/test";
import { expect } from "../test.ts";

/** Fields that take text. */
const textFields =
  ":is(input:not([type=checkbox], [type=radio], [type=hidden], [type=file], [type=search]), textarea):not([readonly], :disabled, [tabindex='-1'])";

/** Values to try for a field, by its type. */
const candidates: Readonly<Record<string, readonly string[]>> = {
  email: ["neu.muster@example.org"],
  date: ["2031-03-01", "2026-03-01"],
  time: ["18:00"],
  "datetime-local": ["2031-03-01T08:00"],
  number: ["12", "3"],
  password: ["Sonnen-Garten-83"],
  url: ["https://example.org/haken"],
};
const texts = [
  "Beispiel für einen ausreichend langen Text",
  "Muster",
  "12",
  "1,50",
  "482916",
  "DE89370400440532013000",
];

async function labelOf(field: Locator): Promise<string> {
  return field.evaluate((element) => {
    const { labels } = element as HTMLInputElement;
    return (element.getAttribute("aria-label") ?? labels?.[0]?.textContent ?? "").trim();
  });
}

/** The topmost form: the form of the open dialog, or else of the page. */
export class FormDriver {
  readonly form: Locator;
  readonly submit: Locator;
  readonly dialog: Locator;
  readonly isDialog: boolean;

  private constructor(page: Page, onPage: string | undefined) {
    this.isDialog = onPage === undefined;
    this.dialog = page.locator(":is([role=dialog], [role=alertdialog]):not([data-closed])").last();
    const root = this.isDialog ? this.dialog : page.getByRole("main");
    this.form = onPage
      ? root.getByRole("form", { name: onPage, exact: true })
      : root.locator("form").filter({ visible: true }).last();
    const container = this.isDialog ? this.dialog : this.form;
    this.submit = container.locator("button[type=submit]").filter({ visible: true }).last();
  }

  /** Waits for the form; see `FormCase.onPage`. */
  static async find(page: Page, onPage?: string): Promise<FormDriver> {
    const form = new FormDriver(page, onPage);
    await expect(form.submit).toBeVisible();
    if (form.isDialog) await form.#waitUntilFocused();
    return form;
  }

  /** Waits until the dialog has the focus, which it takes shortly after it opens. */
  async #waitUntilFocused(): Promise<void> {
    await expect
      .poll(() => this.dialog.evaluate((element) => element.contains(document.activeElement)))
      .toBe(true);
  }

  /** Changes the first field. */
  async change(): Promise<void> {
    // After an outage, a form may be shown again with its page.
    await expect(this.submit).toBeVisible();
    const field = this.form.locator(textFields).filter({ visible: true }).first();
    if ((await field.count()) > 0) {
      const [value = "Muster"] = candidates[(await field.getAttribute("type")) ?? "text"] ?? [];
      await field.fill(value);
      return;
    }
    const choice = this.form
      .locator("input:is([type=checkbox], [type=radio]):not(:checked, :disabled)")
      .first();
    if ((await choice.count()) > 0) await choice.check({ force: true });
    else {
      const select = this.form
        .locator("select")
        .filter({ has: this.form.page().locator("option:nth-child(2)") });
      await select.first().selectOption({ index: 1 });
    }
  }

  /** Enters the mistakes, by the label of their field, or else empties all text fields. */
  async makeMistakes(mistakes?: Readonly<Record<string, string>>): Promise<void> {
    for (const [label, value] of Object.entries(mistakes ?? {}))
      await this.form.getByLabel(label).first().fill(value);
    if (mistakes !== undefined) return;
    for (const field of await this.form.locator(textFields).filter({ visible: true }).all())
      await field.fill("");
  }

  /** Returns the message of the form, or of its dialog, that contains a text. */
  alert(text: string): Locator {
    return (this.isDialog ? this.dialog : this.form).getByRole("alert").filter({ hasText: text });
  }

  /** Returns the input of the form. A refused password may be cleared. */
  async input(): Promise<string[]> {
    return this.form
      .locator("input:not([type=password], [type=hidden]), textarea, select")
      .evaluateAll((fields) =>
        fields.map((field) => {
          const { type, checked, value } = field as HTMLInputElement;
          return type === "checkbox" || type === "radio" ? `${value}: ${checked}` : value;
        }),
      );
  }

  /** Returns the fields with an error. They stay the same fields when their error disappears. */
  async invalidFields(): Promise<Locator[]> {
    const marks = await this.form.locator("[aria-invalid=true]").evaluateAll((fields) =>
      fields.map((field) => {
        const mark = field.getAttribute("data-mark") ?? crypto.randomUUID();
        field.setAttribute("data-mark", mark);
        return mark;
      }),
    );
    return marks.map((mark) => this.form.locator(`[data-mark="${mark}"]`));
  }

  /** Corrects a field and expects that its error disappears while the user types, without another submission. */
  async correct(field: Locator, values: Readonly<Record<string, string>>): Promise<void> {
    const label = await labelOf(field);
    const requestedText = await field.evaluate((element) => {
      const ids = element.getAttribute("aria-describedby")?.split(" ") ?? [];
      const hints = ids.map((id) => document.getElementById(id)?.textContent ?? "");
      return hints
        .map((hint) => hint.split("Bitte genau so eingeben: ")[1])
        .find((name) => name !== undefined);
    });
    const known = requestedText ?? Object.entries(values).find(([name]) => label.startsWith(name))?.[1];
    const { tag, type } = await field.evaluate((element) => ({
      tag: element.tagName.toLowerCase(),
      type: element.getAttribute("type") ?? "text",
    }));
    const isClear = async () =>
      expect
        .poll(() => field.getAttribute("aria-invalid"), { timeout: 1_500 })
        .not.toBe("true")
        .then(
          () => true,
          () => false,
        );
    if (tag === "select") {
      await field.selectOption({ index: 1 });
      if (await isClear()) return;
    } else if (type === "checkbox" || type === "radio") {
      await field.check({ force: true });
      if (await isClear()) return;
    } else if (tag !== "input" && tag !== "textarea") {
      await field.locator("input").first().check({ force: true });
      if (await isClear()) return;
    } else {
      for (const value of known === undefined ? (candidates[type] ?? texts) : [known]) {
        await field.fill(value);
        if (await isClear()) return;
      }
    }
    throw new Error(`The error of the field ${label} does not disappear`);
  }

  /** Clicks the button and returns the milliseconds until it shows that it is busy. */
  async send(): Promise<number> {
    return this.submit.evaluate(
      (button: HTMLButtonElement) =>
        new Promise<number>((resolve) => {
          const start = performance.now();
          const checkBusy = () => {
            const waited = performance.now() - start;
            if (button.ariaBusy === "true" || waited > 1_000) resolve(waited);
            else requestAnimationFrame(checkBusy);
          };
          button.click();
          checkBusy();
        }),
    );
  }
}
