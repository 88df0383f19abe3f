import { existsSync, readFileSync } from "node:fs";
import type { Plugin } from "vite";
import { mergeFallback, type MessageTree } from "./merge-fallback.ts";

const catalogue = /^(.*\/src\/.*)\.(de|fr|it)\.json$/;

/**
 * Fills missing texts of a German, French or Italian catalogue from its English sibling at bundle time. Users need not
 * download the English texts as well, and a missing text is never shown as a key. A catalogue without an English
 * sibling stays unchanged, and `catalogues.test.ts` reports it.
 */
export function englishFallback(): Plugin {
  return {
    name: "praxisportal:english-fallback",
    enforce: "pre",
    load: {
      filter: { id: catalogue },
      handler(id) {
        const base = catalogue.exec(id)?.[1];
        const sibling = `${base}.en.json`;
        if (base === undefined || !existsSync(sibling)) return undefined;
        this.addWatchFile(sibling);
        const chosen = JSON.parse(readFileSync(id, "utf8")) as MessageTree;
        const english = JSON.parse(readFileSync(sibling, "utf8")) as MessageTree;
        return JSON.stringify(mergeFallback(chosen, english));
      },
    },
  };
}
