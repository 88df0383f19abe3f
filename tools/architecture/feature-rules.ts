import type { Finding, Module, Rule } from "./tree.ts";

const server = "apps/server/src/";
const inFeature = /^apps\/server\/src\/features\/([^/]+)\//;

/** Files that work only when the composition of their feature registers them. */
const isRegistered = /\.(?:routes|worker)\.ts$/;

/** Rules about dependencies between the server's features, and about their composition. */
export const featureRules: readonly Rule[] = [
  {
    name: "features import only types of each other",
    check: ({ modules }) =>
      serverModules(modules).flatMap((module) => {
        const ownFeature = inFeature.exec(module.path)?.[1];
        const wrongImport = module.imports.find(({ target, isTypeOnly }) => {
          const otherFeature = inFeature.exec(target)?.[1];
          return (
            ownFeature !== undefined &&
            otherFeature !== undefined &&
            otherFeature !== ownFeature &&
            !isTypeOnly
          );
        });
        return wrongImport
          ? [
              {
                path: module.path,
                message: `imports ${wrongImport.source}: move it to the directory or import its type`,
              },
            ]
          : [];
      }),
  },
  {
    name: "the directory and the platform must not import a feature",
    check: ({ modules }) =>
      serverModules(modules)
        .filter(({ path }) => path.startsWith(`${server}directory/`) || path.startsWith(`${server}platform/`))
        .flatMap((module) => {
          const wrongImport = module.imports.find(({ target }) => inFeature.test(target));
          return wrongImport ? [{ path: module.path, message: `imports ${wrongImport.source}` }] : [];
        }),
  },
  {
    name: "every feature is composed by one function",
    check: ({ modules }) => {
      const app = modules.find(({ path }) => path === `${server}app.ts`);
      const features = new Set(serverModules(modules).flatMap(({ path }) => inFeature.exec(path)?.[1] ?? []));
      return [...features].flatMap((feature) => {
        const path = `${server}features/${feature}/create-${feature}.ts`;
        const name = `create${pascalCase(feature)}`;
        const text = modules.find((module) => module.path === path)?.text ?? "";
        const exported = [...text.matchAll(/^export (?:async )?(?:function|const|class) (\w+)/gm)];
        if (exported.length !== 1 || exported[0]?.[1] !== name) {
          return [{ path, message: `must export ${name} and no other value` }];
        }
        const isComposed =
          app?.text.includes(`${name}(`) && app.imports.some(({ target }) => target === path);
        if (!isComposed) return [{ path, message: "is not composed in app.ts" }];
        const reachedModules = reachedFrom(path, modules);
        return modules
          .filter((module) => inFeature.exec(module.path)?.[1] === feature && !module.isTest)
          .filter((module) => isRegistered.test(module.path) && !reachedModules.has(module.path))
          .map((module) => ({ path: module.path, message: `is not registered by ${name}` }));
      });
    },
  },
  {
    name: "only app.ts composes features",
    check: ({ modules }) =>
      serverModules(modules)
        .filter(({ path }) => /^apps\/server\/src\/[^/]+\.ts$/.test(path))
        .flatMap(({ path, imports }): Finding[] => {
          const wrongImport = imports.find(
            ({ target, isTypeOnly }) =>
              inFeature.test(target) &&
              !isTypeOnly &&
              !(path === `${server}app.ts` && /\/([^/]+)\/create-\1\.ts$/.test(target)),
          );
          return wrongImport ? [{ path, message: `imports a value of ${wrongImport.source}` }] : [];
        }),
  },
];

/** Returns the modules whose values a module uses, directly or through others. */
function reachedFrom(path: string, modules: readonly Module[]): ReadonlySet<string> {
  const reachedModules = new Set([path]);
  for (const nextPath of reachedModules) {
    const imports = modules.find((module) => module.path === nextPath)?.imports ?? [];
    for (const { target, isTypeOnly } of imports) if (!isTypeOnly) reachedModules.add(target);
  }
  return reachedModules;
}

function serverModules(modules: readonly Module[]): readonly Module[] {
  return modules.filter(({ path, isTest }) => path.startsWith(server) && !isTest);
}

function pascalCase(name: string): string {
  return name.replaceAll(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
