import type { Plugin } from "vite";

const unavailable = 'throw new Error("infinite queries are not in the build");';
const exported = ["infiniteQueryBehavior", "hasNextPage", "hasPreviousPage"];

/**
 * Omits the library's support for infinite queries, which would be in the scripts of every page. The portal does not
 * use it, because its lists have pages.
 * @throws Error if a module of the build uses infinite queries.
 */
export function withoutInfiniteQueries(): Plugin {
  return {
    name: "praxisportal:without-infinite-queries",
    apply: "build",
    enforce: "pre",
    load: {
      filter: { id: /\/query-core\/build\/modern\/infiniteQueryBehavior\.js$/ },
      handler: () => exported.map((name) => `export function ${name}() { ${unavailable} }`).join("\n"),
    },
    generateBundle(_options, bundle) {
      const isUsed = Object.values(bundle).some(
        (part) =>
          part.type === "chunk" && part.moduleIds.some((id) => id.endsWith("/infiniteQueryObserver.js")),
      );
      if (isUsed) this.error("infinite queries are left out of the build; see without-infinite-queries.ts");
    },
  };
}
