import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { minifySync, type Plugin } from "vite";

/** Scripts in `public/`, which the bundler only copies. */
const names = ["theme.js"];

/**
 * Removes comments and long names from the scripts in `public/`. Keeps their syntax, because they also run in browsers
 * that are too old for the page. It must run before the compression.
 */
export function minifyPublicScripts(): Plugin {
  return {
    name: "praxisportal:minify-public-scripts",
    apply: "build",
    writeBundle({ dir = "" }) {
      for (const name of names) {
        const path = join(dir, name);
        const { code } = minifySync(name, readFileSync(path, "utf8"), { compress: false, codegen: false });
        writeFileSync(path, code);
      }
    },
  };
}
