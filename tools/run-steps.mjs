// Plain JavaScript without dependencies, because it runs before anything is installed, on Node 18 or newer.

import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { run } from "./prepare.mjs";
import { withProgress } from "./progress.mjs";

/** Exit code of a program that cannot run on this machine. Its last line of output is the reason. */
const SKIPPED = 77;

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/** Number of steps that run at the same time. Such steps spend much of their time waiting. */
const TOGETHER = 2;

/**
 * Runs all steps in order, even after a failure, and prints one line for each when it ends. The output of a step is
 * shown only if it failed.
 *
 * @param {import("./steps.mjs").Step[]} steps
 * @param {{ node: string, root: string }} place
 * @returns {Promise<Counts>} the sum over all steps
 */
export async function runSteps(steps, { node, root }) {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const batch of batchesOf(steps)) {
    const work = async () => {
      for (let step = batch.shift(); step !== undefined; step = batch.shift()) {
        const result = await reportStep(step, node, root);
        total.passed += result.passed;
        total.failed += result.failed;
        total.skipped += result.skipped;
      }
    };
    await Promise.all(Array.from({ length: TOGETHER }, work));
  }
  return total;
}

/** Returns the steps in order: those that run together in one batch, every other step in its own. */
function batchesOf(steps) {
  const batches = [];
  let together;
  for (const step of steps) {
    if (!step.together || together === undefined) batches.push((together = []));
    together.push(step);
    if (!step.together) together = undefined;
  }
  return batches;
}

async function reportStep(step, node, root) {
  const result = await withProgress(
    step.name,
    () => runStep(step, node, root),
    (counts) => noteOf(step, counts),
  );
  if (result.failed > 0) process.stdout.write(`${result.output.trimEnd()}\n`);
  return result;
}

function noteOf(step, counts) {
  if (step.cases) return summary(counts);
  return counts.skipped > 0 ? (counts.output.trim().split("\n").at(-1) ?? "") : "";
}

/** Returns the last line of a run. @param {Counts} counts */
export function summary({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

/** @returns {Promise<Counts & { output: string }>} */
async function runStep(step, node, root) {
  const missing = (step.needs ?? []).filter((file) => !existsSync(join(root, file)));
  if (missing.length > 0) return { ...failure(), output: `${step.name}: missing ${missing.join(", ")}` };
  const report = join(root, ".cache", "test", `${step.cases}.json`);
  mkdirSync(dirname(report), { recursive: true });
  rmSync(report, { force: true });
  const [program = "", ...args] = step.command;
  const bin = join(root, "node_modules", ".bin");
  const { code, output } = await run(
    program === "node" ? node : join(bin, program),
    [...args, ...reporterArgs(step.cases, report)],
    {
      cwd: root,
      // Programs of packages start `node` by name, so the packaged one must come first on the path.
      env: {
        ...process.env,
        PATH: [dirname(node), bin, process.env.PATH].join(delimiter),
        // The steps start about a hundred processes that load the same modules.
        NODE_COMPILE_CACHE: join(root, "node_modules", ".cache", "node-compile"),
        PLAYWRIGHT_JSON_OUTPUT_FILE: report,
        // Node.js runs the TypeScript, as in production; otherwise Playwright would compile the server in
        // each worker.
        PW_DISABLE_TS_ESM: step.cases === "playwright" ? "1" : undefined,
        // Some tools enable colors when FORCE_COLOR is set to any value, so it must be absent.
        FORCE_COLOR: undefined,
        // Playwright sets FORCE_COLOR in its workers, and each program they start would warn about having
        // both.
        NO_COLOR: step.cases === "playwright" ? undefined : "1",
      },
      timeoutMs: step.timeoutMinutes * 60_000,
    },
  );
  if (!step.cases && code === SKIPPED) return { passed: 0, failed: 0, skipped: 1, output };
  if (!step.cases) return { ...(code === 0 ? success() : failure()), output };
  return { ...countCases(step.cases, report, code), output };
}

function reporterArgs(cases, report) {
  if (cases === "vitest")
    return ["--reporter=minimal", "--silent=passed-only", "--reporter=json", `--outputFile.json=${report}`];
  return cases === "playwright" ? ["--reporter=dot,json"] : [];
}

/**
 * Counts the cases of a JSON report. A run that ended with an error although no case failed (a file that did not load,
 * an unhandled error, no report) counts as one failed case, because it must not look like success.
 *
 * @param {"vitest" | "playwright"} cases
 * @param {string} report path of the JSON report
 * @param {number} code exit code of the run
 * @returns {Counts}
 */
export function countCases(cases, report, code) {
  let counts;
  try {
    const json = JSON.parse(readFileSync(report, "utf8"));
    counts = cases === "vitest" ? countVitest(json) : countPlaywright(json);
  } catch {
    return failure();
  }
  if (counts.failed === 0 && (code !== 0 || counts.passed === 0)) counts.failed = 1;
  return counts;
}

function countVitest(json) {
  return {
    passed: json.numPassedTests,
    failed: json.numFailedTests,
    skipped: json.numPendingTests + (json.numTodoTests ?? 0),
  };
}

/** Counts the cases of a Playwright report. A flaky case counts as failed; otherwise it would go unnoticed. */
function countPlaywright({ stats }) {
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped };
}

function success() {
  return { passed: 1, failed: 0, skipped: 0 };
}

function failure() {
  return { passed: 0, failed: 1, skipped: 0 };
}
