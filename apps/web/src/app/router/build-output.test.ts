import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build, minifySync, type Rolldown } from "vite";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { languages } from "@praxisportal/contract/languages";
import { routeTable } from "./route-table.ts";

/** Maximum size of the scripts that a route needs when it opens, in KB, gzipped. */
const scriptBudget = 230;

/**
 * Parts that a page shows immediately to some users under its plain URL, and that it does not preload. A measurement
 * of all routes (`npm run bench -- bundle`) shows if an entry is missing here.
 */
const partsForSome: Readonly<Partial<Record<keyof typeof routeTable, readonly string[]>>> = {
  legacy: ["features/legacy/sign-in-card.tsx"],
  patients: ["features/legacy/sign-in-card.tsx"],
  tests: ["features/legacy/sign-in-card.tsx"],
  assistant: ["features/ai-instruction/instruction-card.tsx"],
  twoFactorSetup: ["features/ai-instruction/instruction-card.tsx"],
  dashboard: ["app/pages/dashboard/personal-start.tsx", "app/pages/dashboard/denied-notice.tsx"],
  profile: ["features/usage/person/own-usage-card.tsx"],
};

type Preloads = Record<string, { scripts: string[]; texts: Record<string, string[]> }>;

let files: Map<string, Rolldown.OutputChunk | Rolldown.OutputAsset>;
let preloads: Preloads;

function contentOf(path: string): string {
  const file = files.get(path);
  if (file === undefined) throw new Error(`${path} is not in the build`);
  return file.type === "chunk" ? file.code : String(file.source);
}

/** Returns a script with all its static imports. */
function withImports(path: string, modules = new Set<string>()): Set<string> {
  const chunk = files.get(path);
  if (chunk?.type !== "chunk" || modules.has(path)) return modules;
  modules.add(path);
  for (const imported of chunk.imports) withImports(`/${imported}`, modules);
  return modules;
}

/** Returns the script of a module that is imported dynamically. */
function scriptOf(module: string): string {
  for (const [path, file] of files)
    if (file.type === "chunk" && file.facadeModuleId?.endsWith(`/src/${module}`)) return path;
  throw new Error(`${module} is not a script of the build`);
}

/** Returns the script that every page loads before all others, as `minify-public-scripts.ts` writes it. */
function themeScript(): string {
  const source = readFileSync(new URL("../../../public/theme.js", import.meta.url), "utf8");
  return minifySync("theme.js", source, { compress: false, codegen: false }).code;
}

/** Returns the cycles of static imports that can be reached from a chunk. */
function cyclesFrom(path: string, above: readonly string[], done: Set<string>): string[] {
  if (above.includes(path)) return [[...above.slice(above.indexOf(path)), path].join(" > ")];
  const chunk = files.get(path);
  if (done.has(path) || chunk?.type !== "chunk") return [];
  const cycles = chunk.imports.flatMap((imported) => cyclesFrom(`/${imported}`, [...above, path], done));
  done.add(path);
  return cycles;
}

beforeAll(async () => {
  // As in `npm run build`. Otherwise, the build contains the development version of React.
  vi.stubEnv("NODE_ENV", "production");
  const configFile = fileURLToPath(new URL("../../../vite.config.ts", import.meta.url));
  const result = (await build({
    configFile,
    logLevel: "silent",
    build: { write: false },
  })) as Rolldown.RolldownOutput;
  vi.unstubAllEnvs();
  files = new Map(result.output.map((file) => [`/${file.fileName}`, file]));
  preloads = JSON.parse(contentOf("/page-preloads.json")) as Preloads;
}, 120_000);

describe("build", () => {
  it("R0-29 the build emits one text bundle per route and language", () => {
    for (const { path, texts, access } of Object.values(routeTable)) {
      const layout = access.kind === "login" ? ["common", "frame", "shell", "roles"] : ["common", "frame"];
      for (const language of languages) {
        const bundles = preloads[path]?.texts[language] ?? [];
        expect(bundles, `${path} ${language}`).toHaveLength(1);
        const bundle = JSON.parse(contentOf(bundles[0] ?? "")) as Record<string, object | undefined>;
        for (const catalogue of [...layout, ...texts])
          expect(Object.keys(bundle[catalogue] ?? {}).length, `${path} ${catalogue}`).toBeGreaterThan(0);
      }
      const contents = languages.map((language) => contentOf(preloads[path]?.texts[language]?.[0] ?? ""));
      expect(new Set(contents).size, path).toBe(languages.length);
    }
  });

  it.each(
    Object.entries(routeTable).map(([name, { path }]) => [path, name as keyof typeof routeTable] as const),
  )(`%s needs at most ${scriptBudget} KB of scripts, gzipped`, (path, name) => {
    const preloaded = preloads[path]?.scripts ?? [];
    expect(preloaded.length).toBeGreaterThan(0);
    const lazyScripts = (partsForSome[name] ?? []).flatMap((part) => [...withImports(scriptOf(part))]);
    const scripts = [...new Set([...preloaded, ...lazyScripts])].map(contentOf);
    const bytes = [...scripts, themeScript()].reduce((sum, script) => sum + gzipSync(script).length, 0);
    expect(bytes / 1024).toBeLessThanOrEqual(scriptBudget);
  });

  it("the settings page loads the queue of unsent changes without the dialogs about them", () => {
    const scripts = (preloads["/settings"]?.scripts ?? []).join();
    expect(scripts).toMatch(/\/queue-/);
    expect(scripts).not.toMatch(/\/(?:popups|forms|pending-changes-notice)-/);
  });

  it("no chunks import each other in a cycle, because one of them would run before its imports", () => {
    const done = new Set<string>();
    expect([...files.keys()].flatMap((path) => cyclesFrom(path, [], done))).toEqual([]);
  });

  it("R0-184 the service worker takes at most 2 KB without its list", () => {
    const script = contentOf("/service-worker.js");
    expect(script).toContain("respondWith");
    expect(gzipSync(script).length).toBeLessThanOrEqual(2_048);
  });

  it("see R0-184 the service worker's list names every script and style, and the texts of each language", () => {
    const list = JSON.parse(contentOf("/precache.json")) as {
      buildId: string;
      files: string[];
      texts: Record<string, string[]>;
    };
    const scripts = [...files.keys()].filter(
      (path) => path.startsWith("/assets/") && /\.(js|css)$/.test(path),
    );
    expect(list.files).toEqual(expect.arrayContaining([...scripts, "/theme.js", "/manifest.webmanifest"]));
    for (const language of languages) {
      const { length } = [...files.keys()].filter((path) => path.endsWith(`.${language}.json`));
      expect(list.texts[language]).toHaveLength(length);
    }
    // The worker changes with any file of the build.
    expect(contentOf("/service-worker.js")).toContain(list.buildId);
  });
});
