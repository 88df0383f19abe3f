import { setTimeout as sleep } from "node:timers/promises";
import { runningEmbeddedPostgres } from "../../apps/server/src/platform/embedded-postgres/embedded-postgres.ts";
import { query } from "../../apps/server/src/platform/embedded-postgres/test-support.ts";
import { brokenChains } from "./chain-links.ts";
import { type PortalProcess, type KillTarget, killTargets } from "./portal-process.ts";
import { ProfileWriter } from "./profile-writer.ts";

export interface RoundResult {
  round: number;
  killed: KillTarget;
  /** Writes acknowledged with 200 in this round. */
  acknowledged: number;
  /** Time from the start of the process to the first 200 of `/readyz`. */
  restartMs: number;
  problems: string[];
}

/** Accounts of three organizations, so that several audit chains are written concurrently. */
const WRITERS = ["inhaberin", "manager", "redaktion", "ordination", "probeweg"];

/** Runs the rounds on a started portal and leaves it running. Calls `onRound` after each. */
export async function runKillRounds(
  portal: PortalProcess,
  rounds: number,
  onRound: (result: RoundResult) => void,
): Promise<RoundResult[]> {
  const writers = WRITERS.map((username) => new ProfileWriter(portal.origin, username));
  for (const writer of writers) await writer.signIn();
  const results: RoundResult[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const killed = killTargets[(round - 1) % killTargets.length] ?? "both";
    const acknowledgedBefore = writers.map((writer) => writer.state.acknowledged);
    let isRunning = true;
    const writing = Promise.all(writers.map((writer) => writer.writeWhile(() => isRunning)));
    // The time is random, so that each kill hits another moment of a transaction.
    await sleep(300 + Math.random() * 700);
    await portal.kill(killed);
    isRunning = false;
    await writing;
    const acknowledged = writers.reduce(
      (sum, writer, at) => sum + writer.state.acknowledged - (acknowledgedBefore[at] ?? 0),
      0,
    );
    const restartMs = await portal.start();
    const problems = await Promise.all(writers.map((writer) => writer.check()));
    problems.push(...(await auditProblems(portal, writers)));
    const result = {
      round,
      killed,
      acknowledged,
      restartMs,
      problems: problems.filter((text) => text !== undefined),
    };
    if (acknowledged === 0) result.problems.push("nothing was written: the round proves nothing");
    onRound(result);
    results.push(result);
  }
  return results;
}

/**
 * Checks that every change has exactly one entry in each audit chain it belongs to, that every entry has its change,
 * and that every chain is intact.
 */
async function auditProblems(portal: PortalProcess, writers: ProfileWriter[]): Promise<string[]> {
  const running = runningEmbeddedPostgres(portal.dataDir);
  if (!running) return ["PostgreSQL is not running after the restart"];
  const url = running.superuserUrl.replace(/\/[^/]*$/, "/praxisportal");
  const counts = await query<{ person: string; chain: string; entries: number }>(
    url,
    `select actor_id as person, organization_id as chain, count(*)::int as entries from audit_entry
    where action = 'user.profile_updated' and outcome = 'success' and actor_id = any($1) group by 1, 2`,
    [writers.map((writer) => writer.state.personId)],
  );
  const problems = await brokenChains(url);
  for (const { state } of writers) {
    const chains = counts.filter((count) => count.person === state.personId);
    if (chains.length === 0 && state.acknowledged > 0) problems.push(`${state.username}: no audit entries`);
    for (const { chain, entries } of chains) {
      if (entries === state.acknowledged) continue;
      problems.push(
        `${state.username}: ${state.acknowledged} changes but ${entries} entries in chain ${chain}`,
      );
    }
  }
  return problems;
}
