// `npm test` runs all steps that a change must pass, even from a fresh clone. `npm run check` passes the argument
// "check" and runs only the steps that take seconds. The last line is always "N passed, N failed, N skipped".

import { ensureInstalled, findNode, PrepareError, reportFailure, root } from "./prepare.mjs";
import { runSteps, summary } from "./run-steps.mjs";
import { steps } from "./steps.mjs";

const group = process.argv[2];
let counts = { passed: 0, failed: 1, skipped: 0 };
try {
  const chosen = steps.filter((step) => group === undefined || step.group === group);
  if (chosen.length === 0) throw new PrepareError(`Unknown group of steps: "${group}".`);
  await ensureInstalled({ forTests: true });
  counts = await runSteps(chosen, { node: findNode(), root });
} catch (error) {
  reportFailure(error);
}
console.log(summary(counts));
process.exitCode = counts.failed > 0 ? 1 : 0;
