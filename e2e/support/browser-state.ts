import type { Page } from "@playwright/test";

/** Returns everything the browser stores for the portal's origin, and what the page still shows. */
export async function readBrowserState(page: Page): Promise<string> {
  const browserState = await page.evaluate(async () => {
    const databases = await Promise.all(
      (await indexedDB.databases()).map(async ({ name = "" }) => {
        const database = await new Promise<IDBDatabase>((resolve, reject) => {
          const opening = indexedDB.open(name);
          opening.addEventListener("success", () => resolve(opening.result));
          opening.addEventListener("error", () => reject(opening.error ?? new Error(name)));
        });
        const stores = [...database.objectStoreNames].map(async (store) => {
          const request = database.transaction(store).objectStore(store).getAll();
          return new Promise((resolve) => request.addEventListener("success", () => resolve(request.result)));
        });
        const content = await Promise.all(stores);
        database.close();
        return { name, content };
      }),
    );
    const cached = await Promise.all(
      (await caches.keys()).map(async (name) => {
        const cache = await caches.open(name);
        return Promise.all(
          (await cache.keys()).map(async (key) => key.url + (await (await cache.match(key))?.text())),
        );
      }),
    );
    return JSON.stringify({
      local: Object.entries(localStorage),
      session: Object.entries(sessionStorage),
      databases,
      cached,
      state: history.state as unknown,
      loaded: performance.getEntries().map((entry) => entry.name),
      fields: [...document.querySelectorAll("input, textarea")].map(
        (field) => (field as HTMLInputElement).value,
      ),
      name: window.name,
      title: document.title,
      page: document.documentElement.outerHTML,
    });
  });
  // URLs and titles of the history; pages cannot read these.
  const browser = await page.context().newCDPSession(page);
  const { entries } = await browser.send("Page.getNavigationHistory");
  await browser.detach();
  const visited = entries.map(({ url, title }) => [url, title]);
  return browserState + JSON.stringify([visited, await page.context().cookies()]);
}

/** Returns the classes of the connection mode on the root element. */
export function modeClasses(page: Page): Promise<string[]> {
  return page
    .locator("html")
    .evaluate(({ classList }) => [...classList].filter((name) => name.startsWith("mode-")));
}
