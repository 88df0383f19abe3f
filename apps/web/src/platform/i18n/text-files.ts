import type { Language } from "@praxisportal/contract/languages";
import type { MessageTree } from "./merge-fallback.ts";

export type Texts = Readonly<Record<string, MessageTree>>;

const files = import.meta.glob<MessageTree>(["../../**/*.{de,en,fr,it}.json", "!../../**/*.test.*"], {
  import: "default",
});

/** Returns "users.de" for ".../features/users/users.de.json". */
function catalogueKey(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1, path.lastIndexOf("."));
}

const loaders = new Map(Object.entries(files).map(([path, load]) => [catalogueKey(path), load]));

/** Names of files with several catalogues. The build replaces this module (`build/text-files.ts`). */
export const bundles: readonly string[] = [];

/**
 * Reads a file of texts by its name.
 * @throws Error if no such file exists or the download fails.
 */
export async function readTexts(name: string, language: Language): Promise<Texts> {
  const load = loaders.get(`${name}.${language}`);
  if (!load) throw new Error(`No catalogue ${name}.${language}.json`);
  return { [name]: await load() };
}
