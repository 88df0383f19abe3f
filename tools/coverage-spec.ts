import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { readTree } from "./check-architecture-tree.ts";
import { idsInTitles, type NamedId } from "./coverage-spec-titles.ts";

/** One fact of the specification, a line of `docs/requirements.tsv`. */
export type Requirement = { id: string; section: string; text: string; check: string; capability: string };

export type Coverage = {
  /** Ids in titles that no requirement has. */
  unknown: readonly NamedId[];
  /** Requirements that no title names, in the order of the table. */
  missing: readonly Requirement[];
  /** Number of requirements looked at. */
  total: number;
};

/** Reads the table; the first line names the columns. Throws on a line that is not complete, or an id twice. */
export function readRequirements(table: string): Requirement[] {
  const seen = new Set<string>();
  return table
    .trimEnd()
    .split("\n")
    .slice(1)
    .map((line, index) => {
      const [id, section, text, check, capability] = line.split("\t");
      if (!id || !section || !text || !check || !capability) {
        throw new Error(`requirements: line ${index + 2} is not complete`);
      }
      if (seen.has(id)) throw new Error(`requirements: ${id} stands there twice`);
      seen.add(id);
      return { id, section, text, check, capability };
    });
}

/** Compares the table with what titles name; `capability` limits what can be missing, never what is unknown. */
export function coverageOf(
  requirements: readonly Requirement[],
  named: readonly NamedId[],
  capability?: string,
): Coverage {
  const known = new Set(requirements.map(({ id }) => id));
  const proven = new Set(named.map(({ id }) => id));
  const wanted = requirements.filter((each) => capability === undefined || each.capability === capability);
  return {
    unknown: named.filter(({ id }) => !known.has(id)),
    missing: wanted.filter(({ id }) => !proven.has(id)),
    total: wanted.length,
  };
}

/** The report: what is missing per capability and section, then the totals, then the ids that do not exist. */
export function coverageReport(requirements: readonly Requirement[], coverage: Coverage): string {
  const lines: string[] = [];
  const capabilities = Map.groupBy(coverage.missing, ({ capability }) => capability);
  for (const [capability, missing] of capabilities) {
    const all = requirements.filter((each) => each.capability === capability).length;
    lines.push(`${capability}: ${all - missing.length} of ${all} named, ${missing.length} missing`);
    for (const [section, rows] of Map.groupBy(missing, (row) => row.section)) {
      lines.push(
        `  section ${section}`,
        ...rows.map(({ id, check, text }) => `    ${id} [${check}] ${text}`),
      );
    }
  }
  lines.push(
    `${coverage.total - coverage.missing.length} of ${coverage.total} requirements are named by a test`,
    ...coverage.unknown.map(({ id, path, line }) => `${path}:${line}: ${id} does not exist`),
  );
  return lines.join("\n");
}

/**
 * `npm run coverage:spec`: fails on an id that does not exist; with `--strict` also when something is missing.
 * `--capability <name>` limits it to one part of the portal, `--root <folder>` looks at another copy.
 */
function main(): number {
  const { values } = parseArgs({
    options: {
      capability: { type: "string" },
      strict: { type: "boolean", default: false },
      root: { type: "string", default: fileURLToPath(new URL("..", import.meta.url)) },
    },
  });
  const { root } = values;
  const requirements = readRequirements(readFileSync(join(root, "docs/requirements.tsv"), "utf8"));
  const { capability } = values;
  if (capability !== undefined && !requirements.some((each) => each.capability === capability)) {
    console.error(`There is no capability ${capability}.`);
    return 2;
  }
  const tests = readTree(root).modules.filter(({ path }) => isTestFile(path));
  const named = tests.flatMap(({ path, text }) => idsInTitles(path, text));
  const coverage = coverageOf(requirements, named, capability);
  console.log(coverageReport(requirements, coverage));
  if (named.length === 0) console.error(`No title with an id in ${tests.length} test files.`);
  const isIncomplete = values.strict && coverage.missing.length > 0;
  return named.length === 0 || coverage.unknown.length > 0 || isIncomplete ? 1 : 0;
}

/** The tests of this tool name ids that do not exist. */
function isTestFile(path: string): boolean {
  return /\.(test|spec)\.tsx?$/.test(path) && !path.startsWith("tools/coverage-spec");
}

if (import.meta.main) process.exitCode = main();
