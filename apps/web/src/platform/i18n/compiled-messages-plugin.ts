import compile from "icu-minify/compile";
import type { Plugin } from "vite";
import type { MessageTree } from "./merge-fallback.ts";

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
 * Excludes the ICU parser from the build (9 KB gzipped on the login page alone), because the text files are compiled.
 * Development and tests use the uncompiled texts. The contract's error texts are formatted elsewhere.
 */
export function compiledMessages(): Plugin {
  return {
    name: "praxisportal:compiled-messages",
    apply: "build",
    config: () => ({
      resolve: {
        alias: [{ find: /^use-intl\/format-message$/, replacement: "use-intl/format-message/format-only" }],
      },
    }),
  };
}
