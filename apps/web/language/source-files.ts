import { globSync, readFileSync } from "node:fs";
import { parseSync } from "vite";

/** A source file of the web app, parsed. */
export type SourceFile = { path: string; program: ReturnType<typeof parseSync>["program"] };

/** Parses one source text. Throws on a syntax error: a file that cannot be read cannot be checked. */
export function parseSource(path: string, text: string): SourceFile {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  return { path, program };
}

/** Every source of the web app that ships, and the contract, whose lists hold keys: no tests, no gallery of parts. */
export function readSources(root: string): SourceFile[] {
  return ["apps/web/src/**/*.{ts,tsx}", "packages/contract/src/**/*.ts"]
    .flatMap((pattern) => globSync(pattern, { cwd: root }))
    .filter((path) => !/\.(test|d)\.tsx?$|\/testing\/|\/gallery/.test(path))
    .toSorted()
    .map((path) => parseSource(path, readFileSync(`${root}/${path}`, "utf8")));
}
