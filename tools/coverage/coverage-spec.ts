import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { readTree } from "../architecture/tree.ts";
import { idsInTitles, type NamedId } from "./coverage-spec-titles.ts";

/** A row of `docs/requirements.tsv`: one fact of the specification. */
export type Requirement = { id: string; section: string; text: string; check: string; capability: string };

export type Coverage = {
  /** Ids in titles that match no requirement. */
  unknown: readonly NamedId[];
  /** Requirements that no title names at the level that the table requires, in table order. */
  missing: readonly Requirement[];
  /** Ids in more titles than are allowed, with the number of their titles. */
  crowded: readonly { id: string; count: number; allowed: number }[];
  /** Number of requirements compared. */
  total: number;
};

/** Maximum number of titles that begin with the same id. Related tests refer to the id as `see <id>`. */
const titlesPerId = 3;

/** Maximum numbers for requirements with more cases, each proven by a separate title. */
const listTitleCounts: Readonly<Record<string, number>> = {
  "R0-17": 8,
  "R0-18": 9,
  "R0-19": 4,
  "R0-25": 5,
  "R0-97": 8,
  "R2.3-14": 15,
  "R2.3-15": 16,
  "R7x-08": 6,
};

/** Reads the table; its first line names the columns. Throws on an incomplete line or a duplicate id. */
export function readRequirements(table: string): Requirement[] {
  const seenIds = new Set<string>();
  return table
    .trimEnd()
    .split("\n")
    .slice(1)
    .map((line, index) => {
      const [id, section, text, check, capability] = line.split("\t");
      if (!id || !section || !text || !check || !capability) {
        throw new Error(`requirements: line ${index + 2} is not complete`);
      }
      if (seenIds.has(id)) throw new Error(`requirements: ${id} is listed twice`);
      seenIds.add(id);
      return { id, section, text, check, capability };
    });
}

/**
 * Folders whose tests prove a requirement, by the check that the table requires. Other requirements may be proven by
 * any test.
 */
const provingFolders: Readonly<Record<string, RegExp>> = {
  browser: /^e2e\//,
  api: /^(?:apps\/(?:server|legacy-practice-server)|e2e)\//,
  process: /^(?:apps\/server|tools|e2e)\//,
};

function isAtLevel(path: string, check: string): boolean {
  return provingFolders[check]?.test(path) ?? true;
}

/** Compares the table with the ids in titles. `capability` limits `missing`, but not `unknown`. */
export function coverageOf(
  requirements: readonly Requirement[],
  namedIds: readonly NamedId[],
  capability?: string,
): Coverage {
  const knownIds = new Set(requirements.map(({ id }) => id));
  const checks = new Map(requirements.map(({ id, check }) => [id, check]));
  const provenIds = new Set(
    namedIds.filter(({ id, path }) => isAtLevel(path, checks.get(id) ?? "")).map(({ id }) => id),
  );
  const selected = requirements.filter(
    (requirement) => capability === undefined || requirement.capability === capability,
  );
  return {
    unknown: namedIds.filter(({ id }) => !knownIds.has(id)),
    missing: selected.filter(({ id }) => !provenIds.has(id)),
    crowded: crowdedIds(namedIds),
    total: selected.length,
  };
}

function crowdedIds(namedIds: readonly NamedId[]): Coverage["crowded"] {
  return [...Map.groupBy(namedIds, ({ id }) => id)]
    .map(([id, titles]) => ({ id, count: titles.length, allowed: listTitleCounts[id] ?? titlesPerId }))
    .filter(({ count, allowed }) => count > allowed);
}

/** Formats the report: missing requirements by capability and section, then totals, unknown and crowded ids. */
export function coverageReport(requirements: readonly Requirement[], coverage: Coverage): string {
  const lines: string[] = [];
  const capabilities = Map.groupBy(coverage.missing, ({ capability }) => capability);
  for (const [capability, missing] of capabilities) {
    const requirementCount = requirements.filter(
      (requirement) => requirement.capability === capability,
    ).length;
    lines.push(
      `${capability}: ${requirementCount - missing.length} of ${requirementCount} named, ${missing.length} missing`,
    );
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
    ...coverage.crowded.map(
      ({ id, count, allowed }) =>
        `${id} is at the start of ${count} titles, but only ${allowed} are allowed: related tests say "see ${id}"`,
    ),
  );
  return lines.join("\n");
}

/**
 * Runs `npm run coverage:spec`. It fails on an unknown id and on an id in too many titles, and with `--strict` also on
 * a missing id. `--capability <name>` limits it to one capability, `--root <folder>` checks another copy.
 */
function main(): number {
  const { values } = parseArgs({
    options: {
      capability: { type: "string" },
      strict: { type: "boolean", default: false },
      root: { type: "string", default: fileURLToPath(new URL("../..", import.meta.url)) },
    },
  });
  const { root } = values;
  const requirements = readRequirements(readFileSync(join(root, "docs/requirements.tsv"), "utf8"));
  const { capability } = values;
  if (
    capability !== undefined &&
    !requirements.some((requirement) => requirement.capability === capability)
  ) {
    console.error(`Unknown capability: ${capability}.`);
    return 2;
  }
  const tests = readTree(root).modules.filter(({ path }) => isTestFile(path));
  const namedIds = tests.flatMap(({ path, text }) => idsInTitles(path, text));
  const coverage = coverageOf(requirements, namedIds, capability);
  console.log(coverageReport(requirements, coverage));
  if (namedIds.length === 0)
    console.error(`No test title with a requirement id in ${tests.length} test files.`);
  const isIncomplete = values.strict && coverage.missing.length > 0;
  const isWrong = coverage.unknown.length > 0 || coverage.crowded.length > 0;
  return namedIds.length === 0 || isWrong || isIncomplete ? 1 : 0;
}

/** Returns whether a file contains proofs. This tool's own tests do not count, because their ids do not exist. */
function isTestFile(path: string): boolean {
  return /\.(test|spec)\.tsx?$/.test(path) && !path.startsWith("tools/coverage/");
}

if (import.meta.main) process.exitCode = main();
