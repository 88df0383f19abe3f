import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startEmbeddedPostgres } from "../apps/server/src/platform/embedded-postgres/embedded-postgres.ts";
import type { Defense } from "./mutation/defense.ts";
import { defenses } from "./mutation/defenses.ts";
import { baselineFaults, verdictOf, type Verdict } from "./mutation/report-verdict.ts";
import { shardOf } from "./mutation/shard.ts";
import { withoutCode } from "./mutation/without-code.ts";
import { Workbench } from "./mutation/workbench.ts";

/**
 * `npm run mutation:security` removes each defense against the threat cases of `docs/security.md` in turn, in a copy of
 * the tree, and runs the test that must fail. If the test still passes, it does not prove the defense, and the defense
 * "survived". A run that timed out or could not start is "unclear". Exits with 1 if a defense survived or is unclear.
 *
 * `--case N24` selects one threat case, and `--only "two-factor|invitation"` selects rows whose file or description
 * matches. `--shard 1/2` selects every second of these rows. `--workers N` (default 2) sets the number of parallel
 * runs.
 */
const { values } = parseArgs({
  options: {
    case: { type: "string" },
    only: { type: "string" },
    shard: { type: "string" },
    workers: { type: "string", default: "2" },
  },
});
const onlyPattern = values.only === undefined ? undefined : new RegExp(values.only);
const chosen = shardOf(
  defenses.filter(
    ({ cases, file, guarantee }) =>
      (values.case === undefined || cases.some((id) => id === values.case)) &&
      (onlyPattern === undefined || onlyPattern.test(file) || onlyPattern.test(guarantee)),
  ),
  values.shard,
);
if (chosen.length === 0) throw new Error("no defense matches");
const workers = Math.min(2, Math.max(1, Number(values.workers)));

// All runs share one PostgreSQL, because starting one takes about as long as most of the tests.
const dataDir = await mkdtemp(join(tmpdir(), "praxisportal mutation-database-"));
const database = await startEmbeddedPostgres({ dataDir });
const workbenches = await Promise.all(
  Array.from({ length: workers }, () => Workbench.open(database.superuserUrl)),
);
const startedAt = performance.now();
try {
  process.exitCode = (await baselineHolds()) ? await runDefenses() : 1;
} finally {
  await Promise.all(workbenches.map((workbench) => workbench.close()));
  await database.stop();
  await rm(dataDir, { recursive: true, force: true });
}

/** Returns whether all tests pass on unchanged code. Otherwise their failure would prove nothing. */
async function baselineHolds(): Promise<boolean> {
  const [bench] = workbenches;
  const files = [...new Set(chosen.map(({ proof: [file] }) => file))];
  const names = [...new Set(chosen.map(({ proof: [, name] }) => name))];
  const faults = baselineFaults(await bench?.test(files, names), names);
  for (const fault of faults) console.error(`without any change: ${fault}`);
  console.log(`${names.length} tests in ${files.length} files, ${faults.length} faults on unchanged code\n`);
  return faults.length === 0;
}

async function runDefenses(): Promise<number> {
  const remaining = chosen.entries();
  const verdicts: Verdict[] = [];
  await Promise.all(
    workbenches.map(async (workbench) => {
      for (const [, defense] of remaining) {
        const verdict = await testWithoutDefense(workbench, defense);
        verdicts.push(verdict);
        print(verdict, defense);
      }
    }),
  );
  if (values.case === undefined && values.only === undefined && values.shard === undefined) {
    console.log("\nwithout code to remove:");
    for (const { id, reason } of withoutCode) console.log(`  ${id}  ${reason}`);
  }
  const count = (verdict: Verdict) => verdicts.filter((candidate) => candidate === verdict).length;
  const minutes = (performance.now() - startedAt) / 60_000;
  const rate = `${minutes.toFixed(1)} min, ${Math.round(verdicts.length / minutes)} rows a minute`;
  console.log(
    `\n${count("killed")} killed, ${count("survived")} survived, ${count("unclear")} unclear (${rate})`,
  );
  return count("killed") === verdicts.length && verdicts.length > 0 ? 0 : 1;
}

async function testWithoutDefense(workbench: Workbench, defense: Defense): Promise<Verdict> {
  const [file, name] = defense.proof;
  return workbench.without(defense, async () => verdictOf(await workbench.test([file], [name]), name));
}

function print(verdict: Verdict, { cases, guarantee, file, proof: [, name] }: Defense): void {
  const label = { killed: "killed  ", survived: "SURVIVED", unclear: "UNCLEAR " }[verdict];
  console.log(`${label}  ${cases.join(" ").padEnd(12)}  ${guarantee}`);
  if (verdict !== "killed") console.log(`          ${file}\n          ${name}`);
}
