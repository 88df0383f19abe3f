import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { query } from "../apps/server/src/platform/embedded-postgres/test-support.ts";
import { AiLoadGenerator } from "./soak/ai-calls.ts";
import { CountingProvider, sampleTexts } from "./soak/counting-provider.ts";
import { registerUnlimitedProvider } from "./soak/open-provider.ts";
import { PortalProcess, killTargets } from "./soak/portal-process.ts";

/**
 * `npm run soak -- ai` makes AI calls, many of which the client aborts at a random moment, while the portal, its
 * database or both are killed with SIGKILL. Checks that within a minute after the last call no hold is left, that every
 * balance equals the sum of its calls, and that the tokens booked for aborted streams match what the provider sent. No
 * file of the database, its log or the data folder may contain text of a prompt or a response.
 *
 * `--calls N` (100000), `--kills N` (3), `--parallel N` (128).
 */
const { values } = parseArgs({
  options: {
    calls: { type: "string", default: "100000" },
    kills: { type: "string", default: "3" },
    parallel: { type: "string", default: "128" },
  },
});
const [calls, kills, parallel] = [Number(values.calls), Number(values.kills), Number(values.parallel)];
/** Largest allowed difference between sent and booked tokens, as a fraction. */
const errorMax = 0.03;
/** Short responses may differ by this many tokens per stream. */
const tokenTolerance = 5;

const provider = new CountingProvider();
const upstream = await provider.start();
const dataDir = await mkdtemp(join(tmpdir(), "praxisportal soak "));
const portal = await PortalProcess.create(dataDir, {
  OUTGOING_ALLOWED_ORIGINS: upstream,
  AI_CALLS_PER_PERSON: "10000",
  AI_CALLS_PER_ORGANIZATION: "10000",
  AI_CALLS_PER_PROCESS: "10000",
  CALLS_PER_PERSON: "10000",
  CALLS_PER_ORGANIZATION: "10000",
  CALLS_PER_PROCESS: "10000",
});
const problems: string[] = [];
try {
  await portal.start();
  const headers = await registerUnlimitedProvider(portal.origin, upstream);
  const callers = new AiLoadGenerator(portal, headers);
  const share = Math.ceil(calls / (kills + 1));
  // This is checked before the first kill, because calls that end with their process are counted less exactly.
  await callers.run(share, parallel);
  await waitUntilNoHoldIsLeft();
  problems.push(...(await meteringProblems()));
  const working = callers.run(calls, parallel);
  for (let round = 0; round < kills; round += 1) {
    const killAfterCount = share * (round + 1) + share / 2;
    while (callers.startedCount < killAfterCount) await sleep(20);
    const killTarget = killTargets[round % killTargets.length] ?? "both";
    await portal.kill(killTarget);
    await portal.start();
    console.log(`${callers.startedCount} calls started, killed: ${killTarget}`);
  }
  await working;
  console.log(JSON.stringify(callers.outcomes));
  problems.push(...(await waitUntilNoHoldIsLeft()), ...(await sumProblems()));
  for (const [refusal, count] of callers.refusals) {
    console.log(`refused: ${count} × ${refusal}`);
    // A portal whose database has just been killed sends this response.
    if (!refusal.startsWith("503 ")) problems.push(`${count} calls were refused with ${refusal}`);
  }
  await portal.stop();
  problems.push(
    ...(await filesContainingText(dataDir)).map((file) => `${file} contains text of a prompt or a response`),
  );
  console.log(`${calls} calls, ${kills} kills, ${problems.length} problems`);
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
} finally {
  await portal.stop();
  provider.stop();
  await rm(dataDir, { recursive: true, force: true });
}

/** Compares the tokens booked for aborted streams with the tokens that the provider sent in them. */
async function meteringProblems(): Promise<string[]> {
  const { streams, tokens } = { ...provider.aborted };
  const [booked] = await query<{ calls: number; tokens: number }>(
    portal.databaseUrl,
    `select count(*)::int as calls, coalesce(sum(input_tokens + output_tokens), 0)::float8 as tokens
     from ai_usage_event where outcome = 'aborted' and model = 'mock' and input_tokens > 0`,
  );
  if (booked === undefined || streams === 0) return ["no stream was aborted: the run proves nothing"];
  const error = booked.tokens / tokens - 1;
  console.log(
    `aborted: ${streams} streams, ${tokens} tokens; booked: ${booked.calls} streams, ${booked.tokens} tokens, ` +
      `${(error * 100).toFixed(2)} %`,
  );
  const isWithinTolerance = Math.abs(booked.tokens - tokens) <= tokenTolerance * streams;
  return Math.abs(error) > errorMax && !isWithinTolerance
    ? [`booked tokens are ${(error * 100).toFixed(1)} % off`]
    : [];
}

/** Waits up to a minute until no hold is left. A hold that remains then is leaked. */
async function waitUntilNoHoldIsLeft(): Promise<string[]> {
  const startedAt = performance.now();
  for (;;) {
    const [openCalls] = await query<{ calls: number; held: number }>(
      portal.databaseUrl,
      `select (select count(*)::int from ai_call) as calls,
        (select coalesce(sum(held_tokens + held_micro), 0)::float8 from ai_balance)
          + (select coalesce(sum(held_tokens), 0)::float8 from ai_platform_balance) as held`,
    );
    const seconds = (performance.now() - startedAt) / 1_000;
    if (openCalls?.calls === 0 && openCalls.held === 0) {
      console.log(`no hold left ${seconds.toFixed(0)} s after the last call`);
      return [];
    }
    if (seconds > 60)
      return [`after a minute ${openCalls?.calls} calls are open and ${openCalls?.held} is held`];
    await sleep(1_000);
  }
}

/** Compares every balance with the sum of its calls. */
async function sumProblems(): Promise<string[]> {
  const rows = await query<{ name: string; sum: string; events: string }>(
    portal.databaseUrl,
    `with event as (select * from ai_usage_event)
     select 'balance of organizations' as name,
       (select sum(used_tokens) from ai_balance where person_id = '00000000-0000-0000-0000-000000000000') as sum,
       (select sum(budget_tokens) from event) as events
     union all select 'balance of people',
       (select sum(used_tokens) from ai_balance where person_id <> '00000000-0000-0000-0000-000000000000'),
       (select sum(budget_tokens) from event)
     union all select 'money of organizations',
       (select sum(used_micro) from ai_balance where person_id = '00000000-0000-0000-0000-000000000000'),
       (select sum(cost_micro) from event)
     union all select 'days', (select sum(calls) from ai_usage_day), (select count(*) from event)
     union all select 'days of people', (select sum(calls) from ai_usage_person_day), (select count(*) from event)
     union all select 'tokens of days', (select sum(input_tokens + output_tokens) from ai_usage_day),
       (select sum(input_tokens + output_tokens) from event)
     union all select 'balance of the platform', (select sum(used_tokens) from ai_platform_balance),
       (select sum(budget_tokens) from event)`,
  );
  return rows
    .filter(({ sum, events }) => sum !== events)
    .map(({ name, sum, events }) => `${name}: ${sum}, the calls add up to ${events}`);
}

/** Returns files of any kind that contain words of a conversation. */
async function filesContainingText(folder: string): Promise<string[]> {
  const matchingFiles: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const bytes = await readFile(join(entry.parentPath, entry.name));
    if (sampleTexts.some((text) => bytes.includes(text))) matchingFiles.push(entry.name);
  }
  return matchingFiles;
}
