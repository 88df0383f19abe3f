import { parseArgs } from "node:util";
import { RaceEnvironment } from "./soak/race-environment.ts";
import { type Race, races } from "./soak/races.ts";

/**
 * `npm run soak -- races` uses each single-use code, link and token many times at once. Exactly one attempt per round
 * must succeed, and every other attempt must be a declared error. Token refreshes all return the same values and must
 * create one new generation.
 *
 * `--rounds N` (100) per race, `--parallel N` (50), `--race name` for a single race.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "100" },
    parallel: { type: "string", default: "50" },
    race: { type: "string" },
  },
});
const rounds = Number(values.rounds);
const parallel = Number(values.parallel);

const environment = await RaceEnvironment.open();
let faults = 0;
try {
  for (const race of races) {
    if (values.race !== undefined && race.name !== values.race) continue;
    faults += await run(race);
  }
  console.log(`${races.length} races, ${parallel} at once, ${rounds} rounds each, ${faults} faults`);
  process.exitCode = faults > 0 ? 1 : 0;
} finally {
  await environment.close();
}

async function run(race: Race): Promise<number> {
  const counts = new Map<string, number>();
  let violations = 0;
  for (let round = 0; round < rounds; round += 1) {
    await environment.resetAttempts();
    const runRace = await race.prepare(environment, parallel);
    const { successes, outcomes } = await runRace();
    for (const outcome of outcomes) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
    const unexpected = outcomes.filter((outcome) => !isExpected(outcome, race.refusals));
    if (successes === 1 && unexpected.length === 0) continue;
    violations += 1;
    const unexpectedOutcomes = [...new Set(unexpected)].join(", ");
    console.error(
      `${race.name}, round ${round + 1}: ${successes} successes, unexpected outcomes: ${unexpectedOutcomes || "none"}`,
    );
  }
  const outcomeCounts = [...counts]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([outcome, count]) => `${count} × ${outcome}`);
  console.log(
    `${race.name.padEnd(24)} ${rounds - violations} of ${rounds} rounds   ${outcomeCounts.join("   ")}`,
  );
  return violations;
}

function isExpected(outcome: string, refusals: readonly string[]): boolean {
  return outcome === "open" || /^20\d$/.test(outcome) || refusals.includes(outcome);
}
