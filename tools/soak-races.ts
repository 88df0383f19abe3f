import { parseArgs } from "node:util";
import { RaceWorld } from "./soak/race-world.ts";
import { type Race, races } from "./soak/races.ts";

/**
 * `npm run soak -- races`: uses everything that is single-use many times at once. Exactly one attempt per round must
 * succeed, and every other one must be a declared error. Token refreshes all return the same values and must create
 * one new generation.
 *
 * `--rounds N` (100) of each, `--parallel N` (50), `--race name` for one of them.
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

const world = await RaceWorld.open();
let faults = 0;
try {
  for (const race of races) {
    if (values.race !== undefined && race.name !== values.race) continue;
    faults += await run(race);
  }
  console.log(`${races.length} races, ${parallel} at once, ${rounds} rounds each, ${faults} faults`);
  process.exitCode = faults > 0 ? 1 : 0;
} finally {
  await world.close();
}

async function run(race: Race): Promise<number> {
  const counts = new Map<string, number>();
  let wrong = 0;
  for (let round = 0; round < rounds; round += 1) {
    await world.forgetAttempts();
    const go = await race.begin(world, parallel);
    const { successes, outcomes } = await go();
    for (const outcome of outcomes) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
    const strange = outcomes.filter((outcome) => !isClear(outcome, race.refusals));
    if (successes === 1 && strange.length === 0) continue;
    wrong += 1;
    const others = [...new Set(strange)].join(", ");
    console.error(
      `${race.name}, round ${round + 1}: ${successes} successes, unclear answers: ${others || "none"}`,
    );
  }
  const seen = [...counts]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([outcome, count]) => `${count} × ${outcome}`);
  console.log(`${race.name.padEnd(24)} ${rounds - wrong} of ${rounds} rounds   ${seen.join("   ")}`);
  return wrong;
}

function isClear(outcome: string, refusals: readonly string[]): boolean {
  return outcome === "open" || /^20\d$/.test(outcome) || refusals.includes(outcome);
}
