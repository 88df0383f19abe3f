import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import type { Plugin } from "vite";
import { languages } from "@praxisportal/contract/languages";
import type { RouteDefinition } from "../src/app/router/route-definition.ts";
import { routeTable } from "../src/app/router/route-table.ts";
import { compileCatalogue } from "../src/platform/i18n/compiled-messages-plugin.ts";
import { mergeFallback, type MessageTree } from "../src/platform/i18n/merge-fallback.ts";
import { bundleName, layoutSets } from "../src/platform/i18n/text-names.ts";

/** Module that reads catalogues individually in development. */
const sourceModule = "/src/platform/i18n/text-files.ts";

const [everyPage, signedInPages] = layoutSets;

/** Name of the file with the texts of a page without a route. */
export const everyPageTexts = bundleName([...everyPage]);

/** Returns the name of the file with all texts of a route and its layout, for a page that is opened directly. */
export function pageTexts({ access, texts }: RouteDefinition): string {
  const layout = access.kind === "login" ? [...everyPage, ...signedInPages] : everyPage;
  return bundleName([...new Set([...layout, ...texts])]);
}

const routes: readonly RouteDefinition[] = Object.values(routeTable);

/** Returns the names of files with several catalogues that belong to the layout or to one route. */
function bundleNames(): string[] {
  const routeTexts = routes.flatMap(({ texts }) => {
    const ownTexts = texts.filter(
      (catalogue) => !layoutSets.flat().some((sharedCatalogue) => sharedCatalogue === catalogue),
    );
    return ownTexts.length > 1 ? [bundleName(ownTexts)] : [];
  });
  return [...new Set([...layoutSets.map((set) => bundleName(set)), ...routeTexts])];
}

/** Returns the contents of all files by name, which are single catalogues, the layout's and those of each route. */
function filesOf(root: string): Map<string, string> {
  const paths = new Map(
    globSync("src/**/*.{de,en,fr,it}.json", { cwd: root }).map((path) => [
      path.slice(path.lastIndexOf("/") + 1),
      `${root}/${path}`,
    ]),
  );
  const read = (name: string): MessageTree => {
    const path = paths.get(name);
    if (path === undefined) throw new Error(`text files: no catalogue ${name}`);
    return JSON.parse(readFileSync(path, "utf8")) as MessageTree;
  };
  const catalogues = new Set([...paths.keys()].map((name) => name.split(".", 1)[0] ?? ""));
  const files = new Map<string, string>();
  for (const language of languages) {
    const compiled = new Map(
      [...catalogues].map((catalogue) => {
        const tree = mergeFallback(read(`${catalogue}.${language}.json`), read(`${catalogue}.en.json`));
        return [catalogue, compileCatalogue(tree)];
      }),
    );
    for (const name of new Set([...catalogues, ...bundleNames(), ...routes.map(pageTexts)])) {
      const texts = Object.fromEntries(
        name.split("+").map((catalogue) => [catalogue, compiled.get(catalogue)]),
      );
      files.set(`${name}.${language}.json`, JSON.stringify(texts));
    }
  }
  return files;
}

/**
 * Writes the texts as files whose URL is derived from their name and language, so that no script has to list them. They
 * are compiled, and missing texts are replaced with English ones. The name of the folder changes with any text.
 */
export function textFiles(root: string): Plugin {
  const files = filesOf(root);
  const hash = createHash("sha256")
    .update(JSON.stringify([...files]))
    .digest("hex")
    .slice(0, 8);
  const folder = `assets/texts-${hash}`;
  const reader = `${root}/src/platform/i18n/fetch-texts.ts`;
  return {
    name: "praxisportal:text-files",
    apply: "build",
    load: {
      filter: { id: `${root}${sourceModule}` },
      handler: () => `import { createTextReader } from ${JSON.stringify(reader)};
        export const readTexts = createTextReader("/${folder}");
        export const bundles = ${JSON.stringify(bundleNames())};`,
    },
    generateBundle() {
      for (const [name, source] of files)
        this.emitFile({ type: "asset", fileName: `${folder}/${name}`, source });
    },
  };
}
