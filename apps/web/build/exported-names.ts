import type { Plugin } from "vite";

/**
 * Writes `.vite/exports.json`, which lists for each module the file that contains it and the names under which that
 * file exports the declarations of the module. Browser tests use it to call functions of the built app. It is not
 * served.
 */
export function exportedNames(root: string, modules: readonly string[]): Plugin {
  const idOf = (module: string) => `${root}/${module}`;
  const namesOf = new Map<string, Record<string, string>>();
  return {
    name: "praxisportal:exported-names",
    apply: "build",
    // The code is not minified at this point, so it still uses the names of the modules.
    renderChunk(code, { moduleIds }) {
      const names: Record<string, string> = {};
      const ownModules = modules.filter((module) => moduleIds.includes(idOf(module)));
      if (ownModules.length === 0) return null;
      for (const node of this.parse(code).body) {
        if (node.type !== "ExportNamedDeclaration") continue;
        for (const { local, exported } of node.specifiers)
          if ("name" in local && "name" in exported) names[local.name] = exported.name;
      }
      for (const module of ownModules) namesOf.set(module, names);
      return null;
    },
    generateBundle(_options, bundle) {
      const entries = [...namesOf].map(([module, names]) => {
        const chunk = Object.values(bundle).find(
          (candidate) => candidate.type === "chunk" && candidate.moduleIds.includes(idOf(module)),
        );
        return [module, { file: chunk?.fileName, names }] as const;
      });
      const source = JSON.stringify(Object.fromEntries(entries));
      this.emitFile({ type: "asset", fileName: ".vite/exports.json", source });
    },
  };
}
