import { setTimeout as sleep } from "node:timers/promises";
import { runningEmbeddedPostgres } from "../../apps/server/src/platform/embedded-postgres/embedded-postgres.ts";
import { query } from "../../apps/server/src/platform/embedded-postgres/test-support.ts";
import type { PortalProcess } from "./portal-process.ts";
import { ProfileWriter } from "./profile-writer.ts";

/** What is killed in turn. */
const victims = ["server", "database", "both"] as const;
type Victim = (typeof victims)[number];

/** One line of the table. */
export interface RoundResult {
  round: number;
  killed: Victim;
  /** Writes answered with 200 in this round. */
  acknowledged: number;
  /** From the start of the process to the first 200 of `/readyz`. */
  restartMs: number;
  problems: string[];
}

/** Accounts of three practices, so that several audit chains are written at the same time. */
const WRITERS = ["inhaberin", "manager", "redaktion", "ordination", "probeweg"];

/** Runs the rounds on a started portal and leaves it running. `onRound` is called after each. */
export async function runKillRounds(
  portal: PortalProcess,
  rounds: number,
  onRound: (result: RoundResult) => void,
): Promise<RoundResult[]> {
  const writers = WRITERS.map((username) => new ProfileWriter(portal.origin, username));
  for (const writer of writers) await writer.signIn();
  const results: RoundResult[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const killed = victims[(round - 1) % victims.length] ?? "both";
    const before = writers.map((writer) => writer.state.acknowledged);
    let isRunning = true;
    const writing = Promise.all(writers.map((writer) => writer.writeWhile(() => isRunning)));
    // How long they write before the kill differs each time, so that it hits another moment of a transaction.
    await sleep(300 + Math.random() * 700);
    await kill(portal, killed);
    isRunning = false;
    await writing;
    const acknowledged = writers.reduce(
      (sum, writer, at) => sum + writer.state.acknowledged - (before[at] ?? 0),
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

async function kill(portal: PortalProcess, victim: Victim): Promise<void> {
  if (victim === "server") await portal.killServer();
  else if (victim === "database") await portal.killDatabase();
  else await portal.killBoth();
}

/**
 * Every change has exactly one entry in each audit chain it belongs to: none lost, none without its change. And
 * every chain is whole, whatever moment the kill hit.
 */
async function auditProblems(portal: PortalProcess, writers: ProfileWriter[]): Promise<string[]> {
  const running = runningEmbeddedPostgres(portal.dataDir);
  if (!running) return ["PostgreSQL does not run after the restart"];
  const url = running.superuserUrl.replace(/\/[^/]*$/, "/praxisportal");
  const counts = await query<{ person: string; chain: string; entries: number }>(
    url,
    `select actor_id as person, organization_id as chain, count(*)::int as entries from audit_entry
    where action = 'user.profile_updated' and outcome = 'success' and actor_id = any($1) group by 1, 2`,
    [writers.map((writer) => writer.state.personId)],
  );
  const broken = await query<{ chain: string; seq: string }>(url, BROKEN_LINKS);
  const problems = broken.map(({ chain, seq }) => `audit chain ${chain} does not fit at ${seq}`);
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

/** Entries that do not follow the one before, and heads that are not the last entry. */
const BROKEN_LINKS = `
  select chain, seq::text from (
    select organization_id as chain, seq, prev_hash, lag(hash) over w as hash_before, lag(seq) over w as seq_before
    from audit_entry window w as (partition by organization_id order by seq)
  ) as link
  where seq <> coalesce(seq_before, 0) + 1
    or prev_hash <> coalesce(hash_before, decode(repeat('00', 32), 'hex'))
  union all
  select organization_id, head_seq::text from audit_chain
  where head_seq > 0 and not exists (
    select from audit_entry
    where audit_entry.organization_id = audit_chain.organization_id
      and audit_entry.seq = audit_chain.head_seq and audit_entry.hash = audit_chain.head_hash
  )`;
