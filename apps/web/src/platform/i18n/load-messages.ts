import type { Language } from "@praxisportal/contract/languages";
import type { MessageTree } from "./merge-fallback.ts";
import { bundles, readTexts, type Texts } from "./text-files.ts";
import { bundleName, layoutSetOf } from "./text-names.ts";

/**
 * Returns the catalogues of the file with all texts of the opened page. The server puts its URLs on the theme script.
 */
function readCatalogueNames(): readonly string[] {
  const script = document.querySelector<HTMLScriptElement>("script[data-texts]");
  const urls = JSON.parse(script?.dataset["texts"] ?? "{}") as Partial<Record<Language, readonly string[]>>;
  const [name = ""] = urls.de?.[0]?.split("/").at(-1)?.split(".") ?? [];
  return name === "" ? [] : name.split("+");
}

let cachedNames: readonly string[] | undefined;

function pageCatalogueNames(): readonly string[] {
  cachedNames ??= readCatalogueNames();
  return cachedNames;
}

/** Downloads by file name and language. A failed download is removed, so that the next call tries again. */
const pending = new Map<string, Promise<Texts>>();

function readOnce(name: string, language: Language): Promise<Texts> {
  const key = `${name}.${language}`;
  const pendingTexts = pending.get(key);
  if (pendingTexts) return pendingTexts;
  const texts = readTexts(name, language).catch((reason: unknown) => {
    pending.delete(key);
    throw reason;
  });
  pending.set(key, texts);
  return texts;
}

/** Returns the name of the file to read for a catalogue. Catalogues that are loaded together share one file. */
function fileOf(catalogue: string, catalogues: readonly string[]): string {
  const pageNames = pageCatalogueNames();
  if (pageNames.includes(catalogue)) return bundleName(pageNames);
  const together =
    layoutSetOf(catalogue) ?? catalogues.filter((name) => !layoutSetOf(name) && !pageNames.includes(name));
  if (together.length === 1) return catalogue;
  return (
    bundles.find((name) => together.every((candidate) => name.split("+").includes(candidate))) ?? catalogue
  );
}

/**
 * Loads catalogues in one language. The catalogues of one route are in one file.
 * @throws Error if a catalogue does not exist or its download fails.
 */
export function loadCatalogues(language: Language, catalogues: readonly string[]): Promise<MessageTree[]> {
  return Promise.all(
    catalogues.map(async (catalogue) => {
      const texts = await readOnce(fileOf(catalogue, catalogues), language);
      return texts[catalogue] ?? {};
    }),
  );
}
