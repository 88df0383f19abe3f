import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";

type Exports = Record<string, { readonly file: string; readonly names: Readonly<Record<string, string>> }>;

const exportsFile = new URL("../../../apps/web/dist/.vite/exports.json", import.meta.url);

/** Returns the file of the built app that contains the language, and the name of its function that changes it. */
function languageSwitch(): readonly [url: string, name: string] {
  const { file, names } =
    (JSON.parse(readFileSync(exportsFile, "utf8")) as Exports)["src/platform/i18n/store.ts"] ?? {};
  const name = names?.["setLanguage"];
  if (file === undefined || name === undefined) throw new Error("the built app does not export setLanguage");
  return [`/${file}`, name];
}

/**
 * Changes the language of an open page in place, so that its dialogs and menus stay open. Calls the app's own
 * function, because the controls of the page cannot be reached while a dialog is open.
 */
export async function switchLanguage(page: Page, language: string): Promise<void> {
  const [url, name] = languageSwitch();
  await page.evaluate(
    async ({ url: file, name: setter, language: chosen }) => {
      // The file has already run, so importing it again returns the same module.
      const exported = (await import(file)) as Record<string, (language: string) => Promise<void>>;
      await exported[setter]?.(chosen);
    },
    { url, name, language },
  );
  await page.locator(`html[lang|="${language}"]`).waitFor({ state: "attached" });
}
