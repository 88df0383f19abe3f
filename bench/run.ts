import { readdir } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { isWithinBudget, type Row } from "./support/row.ts";

/**
 * `npm run bench [-- name …]`: measures each subject as ratios within one run and prints every row with its
 * budget. Exits with 1 if a budget is missed.
 */
const selectedNames = process.argv.slice(2);
const files = (await readdir(new URL(".", import.meta.url))).filter((name) => name.endsWith(".bench.ts"));
const names = files
  .map((name) => name.replace(".bench.ts", ""))
  .filter((name) => selectedNames.length === 0 || selectedNames.includes(name));
if (names.length === 0) throw new Error(`unknown subject; known subjects: ${files.join(", ")}`);

console.log(`${availableParallelism()} cores, Node ${process.version}\n`);
let missedCount = 0;
for (const name of names) {
  console.log(name);
  const { measure } = (await import(`./${name}.bench.ts`)) as { measure: () => Promise<Row[]> };
  for (const row of await measure()) {
    const verdict = isWithinBudget(row);
    if (verdict === false) missedCount += 1;
    console.log(`  ${verdict === undefined ? " " : verdict ? "✓" : "✗"} ${format(row)}`);
  }
}
process.exitCode = missedCount === 0 ? 0 : 1;

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
