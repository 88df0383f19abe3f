import compile from "icu-minify/compile";
import type { Plugin } from "vite";
import type { MessageTree } from "./merge-fallback.ts";

const catalogue = /\/src\/.*\.(de|en|fr|it)\.json$/;

/** Compiles every text of a catalogue for the small runtime formatter; plain texts stay plain. */
export function compileCatalogue(tree: MessageTree): unknown {
  return Object.fromEntries(
    Object.entries(tree).map(([key, text]) => [
      key,
      typeof text === "string" ? compile(text) : compileCatalogue(text),
    ]),
  );
}

/**
 * Compiles ICU messages at build time, so that no page downloads their parser (9 KB gzipped on the login page
 * alone). Development and tests use the uncompiled texts. Covers the catalogues of the web app; the
 * contract's error texts are formatted elsewhere.
 * @param root folder of the web app, whose `src` contains the catalogues
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
