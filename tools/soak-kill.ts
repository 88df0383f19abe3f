import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type RoundResult, runKillRounds } from "./soak/kill-rounds.ts";
import { PortalProcess } from "./soak/portal-process.ts";

/**
 * `npm run soak -- kill` kills the portal, its database or both in turn with SIGKILL while several people write. Checks
 * after each restart that every acknowledged write and its audit entry exist, and that nothing else was stored.
 *
 * `--rounds N` (20), `--restart-limit-ms N` (no limit): longest time from the start to the first 200 of `/readyz`.
 */
const { values } = parseArgs({
  options: { rounds: { type: "string", default: "20" }, "restart-limit-ms": { type: "string" } },
});
const rounds = Number(values.rounds);
const limitMs = Number(values["restart-limit-ms"] ?? Infinity);

const dataDir = await mkdtemp(join(tmpdir(), "praxisportal soak "));
const portal = await PortalProcess.create(dataDir, { OWN_CHANGES_PER_HOUR: "10000000" });
try {
  console.log(`first start  ${milliseconds(await portal.start())}`);
  console.log("round  killed    acknowledged   restart  result");
  const results = await runKillRounds(portal, rounds, print);
  const total = results.reduce((sum, result) => sum + result.acknowledged, 0);
  const slowest = Math.max(...results.map((result) => result.restartMs));
  const problems = results.flatMap((result) => result.problems);
  if (slowest > limitMs)
    problems.push(`slowest restart ${milliseconds(slowest)}, limit ${milliseconds(limitMs)}`);
  console.log(
    `${rounds} kills, ${total} acknowledged writes, ${problems.length} problems, slowest restart ${milliseconds(slowest)}`,
  );
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
} finally {
  await portal.stop();
  await rm(dataDir, { recursive: true, force: true });
}

function print({ round, killed, acknowledged, restartMs, problems }: RoundResult): void {
  const columns = [String(round).padStart(5), killed.padEnd(8), String(acknowledged).padStart(13)];
  console.log(
    [...columns, milliseconds(restartMs).padStart(8), problems.join("; ") || "nothing lost"].join("  "),
  );
}

function milliseconds(value: number): string {
  return `${Math.round(value)} ms`;
}
