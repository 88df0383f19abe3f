import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { type Language, languages } from "@praxisportal/contract/languages";
import { flattenCatalogue } from "../src/platform/i18n/compare-catalogues.ts";
import type { MessageTree } from "../src/platform/i18n/merge-fallback.ts";

/** Text in one language. */
export type CatalogueText = {
  /** Path of its file, relative to the repository root. */
  path: string;
  /** Name of the catalogue, such as "users". */
  catalogue: string;
  language: Language;
  key: string;
  text: string;
};

const patterns = [
  "apps/web/src/**/*.{de,en,fr,it}.json",
  "apps/server/src/**/*.{de,en,fr,it}.json",
  "packages/contract/src/*.{de,en,fr,it}.json",
];

/** Reads all texts shown to users: pages, emails, errors. `root` is the repository root. */
export function readCatalogueTexts(root: string): CatalogueText[] {
  return patterns
    .flatMap((pattern) => globSync(pattern, { cwd: root }))
    .toSorted()
    .flatMap((path) => textsOf(path, JSON.parse(readFileSync(`${root}/${path}`, "utf8")) as MessageTree));
}

function textsOf(path: string, tree: MessageTree): CatalogueText[] {
  const [catalogue = "", code] = basename(path).split(".");
  const language = languages.find((candidate) => candidate === code);
  if (language === undefined) return [];
  return [...flattenCatalogue(tree)].map(([key, text]) => ({ path, catalogue, language, key, text }));
}
