import { readdir } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { isWithinBudget, type Row } from "./support/row.ts";
import { isShortRun } from "./support/scale.ts";

/**
 * `npm run bench [-- name …]`: measures each subject as ratios within one run and prints every row with its budget.
 * Exits with 1 if a budget is missed or a subject does not run to its end. `--short`, a step of `npm test`, runs most
 * subjects only long enough to show that they still work, and does not check times.
 */
const selectedNames = process.argv.slice(2).filter((word) => word !== "--short");
const files = (await readdir(new URL(".", import.meta.url))).filter((name) => name.endsWith(".bench.ts"));
const knownNames = files.map((name) => name.replace(".bench.ts", ""));

/** Subjects that the short run omits unless they are named, because their start takes most of its time. */
const slowToStart: readonly string[] = ["ai", "bundle", "lcp", "lighthouse", "processes", "requests"];
const shortNames = knownNames.filter((name) => !slowToStart.includes(name));
const allNames = isShortRun ? shortNames : knownNames;
const unknownNames = selectedNames.filter((name) => !knownNames.includes(name));
if (unknownNames.length > 0) {
  throw new Error(`unknown: ${unknownNames.join(", ")}; known subjects: ${knownNames.join(", ")}`);
}

console.log(`${availableParallelism()} cores, Node ${process.version}\n`);
let faultCount = 0;
for (const name of selectedNames.length > 0 ? selectedNames : allNames) {
  const startedAt = performance.now();
  try {
    const { measure } = (await import(`./${name}.bench.ts`)) as { measure: () => Promise<Row[]> };
    const rows = await measure();
    console.log(isShortRun ? `${name}: ${((performance.now() - startedAt) / 1000).toFixed(1)} s` : name);
    faultCount += rows.map(printRow).filter((isFault) => isFault).length;
  } catch (error) {
    console.log(name, error);
    faultCount += 1;
  }
}
process.exit(faultCount === 0 ? 0 : 1);

/**
 * Prints a row and returns whether it misses its budget. A short run prints and checks only values that must be zero.
 */
function printRow(row: Row): boolean {
  const mustBeZero = row.budget !== undefined && "max" in row.budget && row.budget.max === 0;
  const verdict = isWithinBudget(row);
  if (isShortRun && (!mustBeZero || verdict)) return false;
  console.log(`  ${verdict === undefined ? " " : verdict ? "✓" : "✗"} ${format(row)}`);
  return verdict === false;
}

function format(row: Row): string {
  const value = `${row.value.toFixed(Math.abs(row.value) < 10 ? 2 : 0)} ${row.unit}`.padStart(12);
  const budget =
    row.budget === undefined
      ? ""
      : "max" in row.budget
        ? `(at most ${row.budget.max})`
        : `(at least ${row.budget.min})`;
  return [value, row.subject, budget, row.note ?? ""].filter(Boolean).join("  ");
}
