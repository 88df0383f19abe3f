import type { Page } from "@playwright/test";

/** How long the web app waits before it fetches ahead: `idleMs` of its queue of changes and of its shell. */
const idleMs = 3_000;

/**
 * From the next page load on, what the web app does once a page is idle waits until it is released. Otherwise a slow machine
 * would be idle before it shows the page, and what is fetched ahead would be taken for what the page needs. Returns the
 * release.
 */
export async function holdIdleWork(page: Page): Promise<() => Promise<void>> {
  await page.addInitScript((heldMs) => {
    const held: (() => void)[] = [];
    const setTimer = globalThis.setTimeout;
    const setHoldableTimer = (handler: () => void, ms?: number, ...args: []) => {
      if (ms !== heldMs) return setTimer(handler, ms, ...args);
      held.push(handler);
      return 0;
    };
    Object.assign(globalThis, {
      setTimeout: setHoldableTimer,
      releaseIdleWork: () => held.splice(0).forEach((handler) => handler()),
    });
  }, idleMs);
  return () =>
    page.evaluate(() => (globalThis as unknown as { releaseIdleWork: () => void }).releaseIdleWork());
}
