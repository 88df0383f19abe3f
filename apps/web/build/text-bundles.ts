import { existsSync, globSync, readFileSync } from "node:fs";
import type { Plugin } from "vite";
import { languages, type Language } from "@praxisportal/contract/languages";
import { routeTable } from "../src/app/router/route-table.ts";
import { compileCatalogue } from "../src/platform/i18n/compile-messages-plugin.ts";
import { mergeFallback, type MessageTree } from "../src/platform/i18n/merge-fallback.ts";
import { bundleName } from "../src/platform/i18n/text-sets.ts";

/** Contains the list of bundles. */
const listModule = "/src/platform/i18n/text-bundles.ts";
const one = "virtual:text-bundle/";

/** Returns the name of the bundle of a route's texts; undefined if a single catalogue needs none. */
function bundleOf(texts: readonly string[]): string | undefined {
  const name = bundleName(texts);
  return name.includes("+") ? name : undefined;
}

/**
 * Combines the catalogues of each route in one file per language, compiled and with English in place of missing
 * texts. Catalogues of dialogs and tabs stay files of their own. In development there are no bundles.
 */
export function textBundles(root: string): Plugin {
  const files = new Map(
    globSync("src/**/*.{de,en,fr,it}.json", { cwd: root }).map((path) => [
      path.slice(path.lastIndexOf("/") + 1),
      `${root}/${path}`,
    ]),
  );
  const read = (name: string): MessageTree => {
    const path = files.get(name);
    if (path === undefined || !existsSync(path)) throw new Error(`text bundles: no catalogue ${name}`);
    return JSON.parse(readFileSync(path, "utf8")) as MessageTree;
  };
  const textsOf = (catalogue: string, language: Language) =>
    compileCatalogue(mergeFallback(read(`${catalogue}.${language}.json`), read(`${catalogue}.en.json`)));

  return {
    name: "praxisportal:text-bundles",
    apply: "build",
    resolveId: (id) => (id.startsWith(one) ? `\0${id}` : undefined),
    load(id) {
      if (id === `${root}${listModule}`) {
        const names = new Set(Object.values(routeTable).map(({ texts }) => bundleOf(texts)));
        const entries = [...names].flatMap((name) =>
          name === undefined
            ? []
            : languages.map((language) => `"${name}.${language}": () => import("${one}${name}.${language}")`),
        );
        return `export const textBundles = { ${entries.join(", ")} };`;
      }
      if (!id.startsWith(`\0${one}`)) return undefined;
      const [name = "", language] = id.slice(one.length + 1).split(".");
      const texts = name.split("+").map((catalogue) => [catalogue, textsOf(catalogue, language as Language)]);
      return `export const texts = ${JSON.stringify(Object.fromEntries(texts))};`;
    },
  };
}
