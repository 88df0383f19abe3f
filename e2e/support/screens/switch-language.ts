import type { Page } from "@playwright/test";

/**
 * Changes the language of an open page in place, so that its dialogs and menus stay as they are. Calls the app's own
 * function: no control of the page can be reached under an open dialog.
 */
export async function switchLanguage(page: Page, language: string): Promise<void> {
  await page.evaluate(async (chosen) => {
    const isSetter = (value: unknown) =>
      typeof value === "function" &&
      /^async[^{]*\{[^{}]*\.getState\(\)\.language[^{}]*\{language:/.test(String(value));
    const urls = performance.getEntriesByType("resource").map(({ name }) => name);
    // The file with the shared modules has run already: importing it again returns the same modules.
    for (const url of urls.filter((name) => /\/assets\/start-[^/]*\.js$/.test(name))) {
      const exported = (await import(url)) as Record<string, (language: string) => Promise<void>>;
      const setLanguage = Object.values(exported).find(isSetter);
      if (setLanguage) return setLanguage(chosen);
    }
    throw new Error("the page has no function that changes the language");
  }, language);
  await page.locator(`html[lang|="${language}"]`).waitFor({ state: "attached" });
}
