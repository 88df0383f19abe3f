import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { allEndpoints } from "@praxisportal/contract/endpoints";
import { FuzzEnvironment } from "./fuzz/fuzz-environment.ts";
import { type FuzzReport, runFuzz } from "./fuzz/run-fuzz.ts";

/**
 * `npm run soak -- fuzz` sends the sweep (every field of every call with every edge-case value), then random requests
 * with valid, mutated and hostile parts, as every principal, to the real server. The contract must declare each
 * response. No request may cause a 5xx, hang, or change or reveal another organization.
 *
 * `--cases N` sets the number of random cases (100000). `--seed N` or `FUZZ_SEED` sets the seed (random), which always
 * generates the same cases. `--sweep-share N` (1) sends one of N cases of the sweep, selected by the seed.
 */
const { values } = parseArgs({
  options: {
    cases: { type: "string", default: "100000" },
    seed: { type: "string" },
    "sweep-share": { type: "string", default: "1" },
  },
});
const cases = Number(values.cases);
const sweepShare = Number(values["sweep-share"]);
const seed = Number(values.seed ?? process.env["FUZZ_SEED"] ?? randomInt(2 ** 31));

console.log(
  `seed ${seed}; to repeat these cases: FUZZ_SEED=${seed} npm run soak -- fuzz --cases ${cases} --sweep-share ${sweepShare}`,
);
const environment = await FuzzEnvironment.open();
const startedAt = performance.now();
const crashes: string[] = [];
process.on("unhandledRejection", (reason) => crashes.push(`uncaught: ${String(reason)}`));
try {
  const report = await runFuzz(environment, { cases, seed, endpoints: allEndpoints, sweepShare });
  const faults = [...report.faults, ...crashes, ...unreachedEndpoints(report)];
  print(report);
  for (const fault of faults) console.error(`\n${fault}`);
  console.log(`${report.cases} cases, ${faults.length} faults, seed ${seed}`);
  process.exitCode = faults.length > 0 ? 1 : 0;
} finally {
  await environment.close();
}

/** Returns endpoints that no case reached. Cases that never reach a call prove nothing about it. */
function unreachedEndpoints({ responses }: FuzzReport): string[] {
  const { length } = allEndpoints.filter(({ name }) => !responses.has(name));
  return length > 0 ? [`${length} calls were never tried`] : [];
}

function print({ responses, slowestMs, cases: tried }: FuzzReport): void {
  for (const [name, byStatus] of [...responses].toSorted(([a], [b]) => a.localeCompare(b))) {
    const counts = [...byStatus].toSorted(([a], [b]) => a - b).map(([status, count]) => `${status}×${count}`);
    console.log(`${name.padEnd(28)} ${counts.join("  ")}`);
  }
  const seconds = (performance.now() - startedAt) / 1000;
  console.log(
    `${Math.round(tried / seconds)} cases per second, slowest response ${Math.round(slowestMs)} ms`,
  );
}
