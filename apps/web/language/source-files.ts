import { globSync, readFileSync } from "node:fs";
import { parseSync } from "vite";

/** Parsed source file of the web app. */
export type SourceFile = { path: string; program: ReturnType<typeof parseSync>["program"] };

/** Parses a source text. Throws on a syntax error, because such a file cannot be checked. */
export function parseSource(path: string, text: string): SourceFile {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  return { path, program };
}

/**
 * Reads all shipped sources of the web app, and the contract, whose lists contain keys. Excludes tests and the
 * component gallery.
 */
export function readSources(root: string): SourceFile[] {
  return ["apps/web/src/**/*.{ts,tsx}", "packages/contract/src/**/*.ts"]
    .flatMap((pattern) => globSync(pattern, { cwd: root }))
    .filter((path) => !/\.(test|d)\.tsx?$|\/testing\/|\/gallery/.test(path))
    .toSorted()
    .map((path) => parseSource(path, readFileSync(`${root}/${path}`, "utf8")));
}
