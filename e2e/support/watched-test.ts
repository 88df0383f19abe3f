import { test as base, expect } from "@playwright/test";
import { Watch } from "./watch.ts";

export interface WatchedFixtures {
  /** Runs with every test, whether it asks or not. */
  watch: Watch;
}

/**
 * What every browser test begins from: no script of its page may fail, the content security policy may not be broken,
 * nobody but the portal is asked, and each answer is one the contract names; in every window the test opens.
 */
export const test = base.extend<WatchedFixtures>({
  watch: [
    async ({ browser }, use) => {
      const watch = new Watch();
      const attach = (context: Parameters<Watch["attach"]>[0]) => watch.attach(context);
      browser.on("context", attach);
      await use(watch);
      browser.off("context", attach);
      expect(await watch.faults(), "what the browser sent and was answered").toEqual([]);
    },
    { auto: true },
  ],
  context: async ({ context, watch }, use) => {
    watch.attach(context);
    await use(context);
  },
  page: async ({ page }, use) => {
    const faults: string[] = [];
    page.on("pageerror", (error) => faults.push(error.message));
    page.on("console", (message) => {
      if (/Content Security Policy/.test(message.text())) faults.push(message.text());
    });
    await use(page);
    expect(faults, "errors of the page").toEqual([]);
  },
});
