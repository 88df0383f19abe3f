import { test as base, expect, type BrowserContext } from "@playwright/test";
import { keysWaitForOverlays } from "./overlay-focus.ts";
import { applyPace } from "./pace.ts";
import { TrafficMonitor } from "./traffic-monitor.ts";

export interface WatchedFixtures {
  /** Automatic fixture that runs with every test. */
  watch: TrafficMonitor;
}

/**
 * Base of all browser tests. Fails a test if one of its windows has a script error or a CSP violation, sends a
 * request to another origin, or gets a response that does not conform to the contract.
 */
export const test = base.extend<WatchedFixtures>({
  watch: [
    async ({ browser }, use, { testId }) => {
      const watch = new TrafficMonitor();
      const attach = (context: BrowserContext) => {
        watch.attach(context);
        keysWaitForOverlays(context);
        applyPace(context, testId);
      };
      browser.on("context", attach);
      await use(watch);
      browser.off("context", attach);
      expect(await watch.faults(), "faults of the traffic").toEqual([]);
    },
    { auto: true },
  ],
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
