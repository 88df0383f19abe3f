import type { Plugin } from "vite";

const parts = /\bparts: \[[^\]]*\],?/g;

/** Removes the page modules from the browser's route table, because only the build needs them. */
export function withoutParts(): Plugin {
  return {
    name: "praxisportal:without-parts",
    apply: "build",
    enforce: "pre",
    transform: {
      filter: { id: /\/app\/router\/route-table\.ts$/ },
      handler(code) {
        if (!parts.test(code)) this.error("the route table contains no parts");
        return { code: code.replaceAll(parts, ""), map: null };
      },
    },
  };
}
