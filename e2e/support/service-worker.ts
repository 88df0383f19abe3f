import { expect, type Browser, type Page } from "@playwright/test";
import type { TestPortal } from "./portal.ts";

/** Returns a page in a browser of its own, which may have a service worker. */
export async function newPage(browser: Browser, portal: TestPortal): Promise<Page> {
  const context = await browser.newContext({ baseURL: portal.url, locale: "de-DE", serviceWorkers: "allow" });
  return context.newPage();
}

/** Returns the URLs that all caches of the page's browser contain. */
export function cachedPaths(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const paths: string[] = [];
    for (const name of await caches.keys()) {
      const requests = await (await caches.open(name)).keys();
      paths.push(...requests.map(({ url }) => new URL(url).pathname));
    }
    return paths;
  });
}

/** Waits until the service worker has stored the portal in German. */
export async function waitUntilStored(page: Page): Promise<string[]> {
  const list = (await (await page.request.get("/precache.json")).json()) as {
    files: string[];
    texts: Record<string, string[]>;
  };
  const expectedPaths = ["/", ...list.files, ...(list.texts["de"] ?? [])];
  await expect
    .poll(async () => (await cachedPaths(page)).length, { timeout: 25_000 })
    .toBe(expectedPaths.length);
  return expectedPaths;
}
