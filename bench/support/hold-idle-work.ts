import type { Page } from "@playwright/test";

/** Time for which the web app waits before it prefetches: `idleMs` of its queue of changes and of its shell. */
const idleMs = 3_000;

/**
 * Holds back the work that the web app does on an idle page, from the next page load on. Otherwise a slow
 * machine would be idle before it shows the page, and prefetched files would count as needed by the page.
 * Returns a function that releases the work.
 */
export async function holdIdleWork(page: Page): Promise<() => Promise<void>> {
  await page.addInitScript((heldMs) => {
    const heldHandlers: (() => void)[] = [];
    const setTimer = globalThis.setTimeout;
    const setHoldableTimer = (handler: () => void, ms?: number, ...args: []) => {
      if (ms !== heldMs) return setTimer(handler, ms, ...args);
      heldHandlers.push(handler);
      return 0;
    };
    Object.assign(globalThis, {
      setTimeout: setHoldableTimer,
      releaseIdleWork: () => heldHandlers.splice(0).forEach((handler) => handler()),
    });
  }, idleMs);
  return () =>
    page.evaluate(() => (globalThis as unknown as { releaseIdleWork: () => void }).releaseIdleWork());
}
