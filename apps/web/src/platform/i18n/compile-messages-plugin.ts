import compile from "icu-minify/compile";
import type { Plugin } from "vite";
import type { MessageTree } from "./merge-fallback.ts";

const catalogue = /\/src\/.*\.(de|en|fr|it)\.json$/;

/** Every text of a catalogue in the form that the small formatter reads; plain texts stay plain. */
export function compileCatalogue(tree: MessageTree): unknown {
  return Object.fromEntries(
    Object.entries(tree).map(([key, text]) => [
      key,
      typeof text === "string" ? compile(text) : compileCatalogue(text),
    ]),
  );
}

/**
 * Reads the ICU messages while building, so that no page downloads their parser (9 KB gzip on the login page
 * alone). Only the build does it: development and tests read the texts as they stand. It covers the catalogues
 * of the web app; the error texts of the contract are formatted elsewhere and stay untouched.
 * @param root folder of the web app, whose `src` holds the catalogues
 */
export function compileMessages(root: string): Plugin {
  return {
    name: "praxisportal:compile-messages",
    apply: "build",
    enforce: "pre",
    config: () => ({
      resolve: {
        alias: [{ find: /^use-intl\/format-message$/, replacement: "use-intl/format-message/format-only" }],
      },
    }),
    transform: {
      filter: { id: catalogue },
      handler(code, id) {
        if (!id.startsWith(`${root}/src/`)) return undefined;
        return { code: JSON.stringify(compileCatalogue(JSON.parse(code) as MessageTree)), map: null };
      },
    },
  };
}
