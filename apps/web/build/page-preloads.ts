import { readFileSync } from "node:fs";
import type { Plugin, Rolldown } from "vite";
import { languages } from "@praxisportal/contract/languages";
import type { RouteDefinition } from "../src/app/router/route-definition.ts";
import { routeTable } from "../src/app/router/route-table.ts";
import { everyPageTexts, pageTexts } from "./text-files.ts";

/**
 * Preloads that the server adds to the HTML of a route (`page-preloads.json` of the build). They are the URLs of the
 * scripts and styles that the page will request, and by language those of its texts. The row "*" is for all other
 * paths.
 */
export type PagePreloads = Record<
  string,
  { scripts: string[]; styles: string[]; texts: Record<string, string[]> }
>;

const everyPageModules = ["main.tsx", "app/portal.tsx"];

/** Returns all modules that the page of a route downloads. */
function modulesOf({ path, access, parts }: RouteDefinition): readonly string[] {
  if (path === routeTable.login.path) return ["main.tsx", ...parts];
  const layout = access.kind === "login" ? ["app/shell/shell.tsx"] : [];
  return [...everyPageModules, ...layout, ...parts];
}

type Files = Map<string, Rolldown.OutputChunk>;

/** Returns a chunk with all its static imports, without dynamic ones. */
function withImports(files: Files, name: string, found = new Set<string>()): Set<string> {
  const chunk = files.get(name);
  if (chunk === undefined || found.has(name)) return found;
  found.add(name);
  chunk.imports.forEach((importedFile) => withImports(files, importedFile, found));
  return found;
}

/**
 * @throws Error if no file of the build has a module or catalogue of the plan, for example after a rename.
 */
function preloadsOf(bundle: Rolldown.OutputBundle, root: string): PagePreloads {
  const chunks = Object.values(bundle).filter((part) => part.type === "chunk");
  const files: Files = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const fileOf = (matches: (id: string) => boolean, what: string): string => {
    // Dynamically imported modules are separate entries, although a group may contain them.
    const found =
      chunks.find((chunk) => chunk.facadeModuleId !== null && matches(chunk.facadeModuleId)) ??
      chunks.find((chunk) => chunk.moduleIds.some(matches));
    if (found === undefined) throw new Error(`page preloads: ${what} is in no file of the build`);
    return found.fileName;
  };
  const script = (module: string) => fileOf((id) => id === `${root}/src/${module}`, module);
  const textFiles = Object.keys(bundle).filter((file) => file.endsWith(".json"));
  const text = (name: string) => {
    const textFile = textFiles.find((file) => file.endsWith(`/${name}.json`));
    if (textFile === undefined) throw new Error(`page preloads: no texts ${name}`);
    return `/${textFile}`;
  };

  const preloadsFor = (modules: readonly string[], texts: string): PagePreloads[string] => {
    const scripts = new Set<string>();
    for (const module of modules) withImports(files, script(module), scripts);
    return {
      scripts: [...scripts].map((file) => `/${file}`),
      styles: [...scripts].flatMap((file) =>
        [...(files.get(file)?.viteMetadata?.importedCss ?? [])].map((style) => `/${style}`),
      ),
      texts: Object.fromEntries(languages.map((language) => [language, [text(`${texts}.${language}`)]])),
    };
  };
  const preloads: PagePreloads = { "*": preloadsFor(everyPageModules, everyPageTexts) };
  for (const definition of Object.values(routeTable))
    preloads[definition.path] = preloadsFor(modulesOf(definition), pageTexts(definition));
  return preloads;
}

/** Modules that may use classes: components and pages. */
const styled = /\/src\/((?:ui|app|features)\/.*\.tsx?)$/;

/**
 * Checks that `front.css`, the only stylesheet of the login page, lists all its sources.
 * @throws Error if the chunks of the login page contain a module that is not listed there.
 */
function checkFrontStyles(bundle: Rolldown.OutputBundle, preloads: PagePreloads, root: string): void {
  const front = readFileSync(`${root}/src/styles/front.css`, "utf8");
  const missing = (preloads[routeTable.login.path]?.scripts ?? [])
    .map((file) => bundle[file.slice(1)])
    .flatMap((part) => (part?.type === "chunk" ? part.moduleIds : []))
    .map((id) => styled.exec(id)?.[1])
    .filter((module) => module !== undefined && !front.includes(`@source "../${module}";`));
  if (missing.length > 0)
    throw new Error(
      `front.css names its sources; add ${missing.map((module) => `@source "../${module}";`).join(" ")}`,
    );
}

/**
 * Writes a list of the files that each page will request for the server, so that the browser does not discover them one
 * after another.
 */
export function pagePreloads(root: string): Plugin {
  return {
    name: "praxisportal:page-preloads",
    apply: "build",
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        const preloads = preloadsOf(bundle, root);
        checkFrontStyles(bundle, preloads, root);
        const source = JSON.stringify(preloads);
        this.emitFile({ type: "asset", fileName: "page-preloads.json", source });
      },
    },
  };
}
