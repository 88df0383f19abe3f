import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path/posix";

/** An import or re-export of a module. */
export type ModuleImport = {
  /** The specifier as written in the quotes. */
  source: string;
  /** Path from the repository root for a relative import, otherwise the package name. */
  target: string;
  /**
   * Whether the import is erased at compile time. `import { type A }` is not erased, and the module is still loaded.
   */
  isTypeOnly: boolean;
  isReExport: boolean;
};

/** A TypeScript source file. Paths are relative to the repository root and use slashes. */
export type Module = { path: string; text: string; imports: readonly ModuleImport[]; isTest: boolean };

/** The part of a repository that the architecture check reads. */
export type Tree = {
  /** All files, not only modules. */
  files: readonly string[];
  modules: readonly Module[];
  /** Reads one of these files. */
  read: (path: string) => string;
};

/** A violation at one place. */
export type Finding = { path: string; message: string };

/** An architecture rule; `check` returns each violation. */
export type Rule = { name: string; check: (tree: Tree) => Finding[] };

const ignoredFolders = new Set([
  "node_modules",
  ".git",
  ".cache",
  "dist",
  "data",
  "test-results",
  "playwright-report",
]);
const moduleFolders = /^(packages|apps|tools|e2e|bench)\//;

/** Reads a repository. Generated files (`*.gen.ts`) are listed as files, but not as modules. */
export function readTree(root: string): Tree {
  const files = listFiles(root, "").toSorted();
  const read = (path: string) => readFileSync(join(root, path), "utf8");
  const modules = files
    .filter((path) => moduleFolders.test(path) && /\.tsx?$/.test(path) && !/\.(d|gen)\.ts$/.test(path))
    .map((path) => readModule(path, read(path)));
  return { files, modules, read };
}

function listFiles(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) return ignoredFolders.has(entry.name) ? [] : listFiles(root, path);
    return entry.isFile() ? [path] : [];
  });
}

/**
 * Reads the imports of a formatted source text. Statements begin at the start of a line, so text in comments and
 * templates is ignored. Dynamic imports count as value imports.
 */
export function readModule(path: string, text: string): Module {
  const statements = [...text.matchAll(/^(import|export)\b([^;"'`]*?)\bfrom\s*["']([^"']+)["']/gm)].map(
    ([, keyword, clause = "", source = ""]) =>
      moduleImport(path, source, /^\s+type\b(?!\s+from\b)/.test(clause), keyword === "export"),
  );
  const sideEffectImports = [...text.matchAll(/^import\s*["']([^"']+)["']/gm)];
  const dynamic = [...text.matchAll(/\bimport\(\s*["']([^"']+)["']\s*\)/g)].filter(
    ({ index }) => !/^\s*(\*|\/\/)/.test(text.slice(text.lastIndexOf("\n", index) + 1, index)),
  );
  const otherImports = [...sideEffectImports, ...dynamic].map(([, source = ""]) =>
    moduleImport(path, source, false, false),
  );
  return { path, text, imports: [...statements, ...otherImports], isTest: isTestPath(path) };
}

function moduleImport(path: string, source: string, isTypeOnly: boolean, isReExport: boolean): ModuleImport {
  const target = source.startsWith(".") ? join(dirname(path), source) : packageName(source);
  return { source, target, isTypeOnly, isReExport };
}

function packageName(source: string): string {
  return source
    .split("/")
    .slice(0, source.startsWith("@") ? 2 : 1)
    .join("/");
}

/**
 * Returns whether a file is a test or used only by tests: `test-database.ts`, `test-support.ts`, folders `test` and
 * `testing`.
 */
function isTestPath(path: string): boolean {
  return (
    /\.(test|spec)\.tsx?$/.test(path) ||
    /\/test(ing)?\//.test(path) ||
    /\/test-[a-z-]+\.tsx?$/.test(path) ||
    path.startsWith("e2e/")
  );
}
