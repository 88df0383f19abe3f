import type { Page, TestInfo } from "@playwright/test";
import { KeyboardDriver } from "../support/keyboard-driver.ts";

/**
 * Measures a journey of one or more people by keyboard. Filling in a field and pressing a key to activate or
 * choose something each count as a step. Tab is not counted.
 */
export class Journey {
  readonly #name: string;
  readonly #test: TestInfo;
  readonly #startedAt = performance.now();
  #steps = 0;

  /** Starts the clock; `name` is the short name of the journey, for example `J1`. */
  constructor(name: string, testInfo: TestInfo) {
    this.#name = name;
    this.#test = testInfo;
  }

  /** Returns the keyboard of a person's page; its steps count for this journey. */
  on(page: Page): KeyboardDriver {
    return new CountingDriver(page, () => {
      this.#steps += 1;
    });
  }

  /** Stops the clock, prints steps and seconds and adds them to the report of the test. */
  finish(): void {
    const seconds = ((performance.now() - this.#startedAt) / 1000).toFixed(1);
    const description = `${this.#name}: ${this.#steps} steps, ${seconds} s`;
    this.#test.annotations.push({ type: "journey", description });
    process.stdout.write(`${description}\n`);
  }
}

class CountingDriver extends KeyboardDriver {
  readonly #onStep: () => void;

  constructor(page: Page, onStep: () => void) {
    super(page);
    this.#onStep = onStep;
  }

  override async press(key: string): Promise<void> {
    if (!/\bTab$/.test(key)) this.#onStep();
    await super.press(key);
  }

  override async type(text: string): Promise<void> {
    this.#onStep();
    await super.type(text);
  }
}
