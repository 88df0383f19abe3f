import { setTimeout as sleep } from "node:timers/promises";
import { query } from "../../apps/server/src/platform/embedded-postgres/test-support.ts";
import { testAi } from "../../e2e/support/ai.ts";
import { brokenChains } from "./chain-links.ts";
import type { MovableClock } from "./movable-clock.ts";
import type { PortalProcess } from "./portal-process.ts";
import { ProfileWriter, signInAs } from "./profile-writer.ts";
import { demoAuthenticator, signInWithCode } from "./sign-in-with-code.ts";

/** A portal whose clock moves. */
export type ClockStage = Readonly<{ portal: PortalProcess; clock: MovableClock }>;

/** A scene in which the clock moves. `play` resolves with the problems it found. */
type Scene = Readonly<{ name: string; begin: string; play(stage: ClockStage): Promise<string[]> }>;

const JOB_TIMEOUT_MS = 60_000;

/** Scenes in the order of their times, because the data of a later scene would be in the future of an earlier scene. */
export const scenes: readonly Scene[] = [
  {
    name: "a month and a year end in Berlin, an hour before they end in UTC",
    begin: "2026-12-31T22:55:00Z",
    play: (stage) => checkMonthStart(stage, "2026-12-31T23:00:10Z"),
  },
  {
    name: "summer time begins",
    begin: "2027-03-28T00:55:00Z",
    play: (stage) => checkContinuedWork(stage, "2027-03-28T01:00:10Z"),
  },
  {
    name: "summer time ends",
    begin: "2027-10-31T00:55:00Z",
    play: (stage) => checkContinuedWork(stage, "2027-10-31T01:00:10Z"),
  },
  {
    name: "the clock is set back by an hour",
    begin: "2027-11-15T12:00:00Z",
    play: (stage) => checkClockSetBack(stage, "2027-11-15T11:00:00Z"),
  },
];

/** Checks that a session continues to write when the clock moves, and that every change is in the audit chain. */
async function checkContinuedWork({ portal, clock }: ClockStage, time: string): Promise<string[]> {
  const writer = new ProfileWriter(portal.origin, "redaktion");
  await writer.signIn();
  const numberBefore = await writer.read();
  writer.state.acknowledged = numberBefore;
  const problems: string[] = [];
  for (const writes of [10, 20]) {
    await writer.writeWhile(() => writer.state.acknowledged < numberBefore + writes);
    if (writer.state.acknowledged < numberBefore + writes)
      problems.push(`a write after ${writer.state.acknowledged - numberBefore} failed`);
    problems.push((await writer.check()) ?? "");
    if (writes === 10) clock.moveTo(time);
  }
  problems.push(...(await brokenChains(portal.databaseUrl)));
  return problems.filter((problem) => problem !== "");
}

/** Checks that a used-up budget is available again at the start of a month in the organization's time zone. */
async function checkMonthStart(stage: ClockStage, time: string): Promise<string[]> {
  const { origin } = stage.portal;
  const { token } = await signInAs(origin, "inhaberin");
  const call = (method: string, path: string, body?: object): Promise<Response> =>
    fetch(origin + path, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
  const ask = async (): Promise<number> => {
    const response = await call("POST", "/api/ai/proxy", {
      provider: testAi.provider,
      model: testAi.chat,
      prompt: "Guten Tag",
      maxTokens: 100,
    });
    await response.arrayBuffer();
    return response.status;
  };
  const quota = async (): Promise<string> => {
    const { month, used, ledger } = (await (await call("GET", "/api/billing/quota?ledger=true")).json()) as {
      month: string;
      used: number;
      ledger: { isHealthy: boolean } | null;
    };
    return `${month}, ${used > 0 ? "used" : "unused"}, ${ledger?.isHealthy === true ? "healthy" : "unhealthy"}`;
  };
  const actualValues: (string | number)[] = [];
  await call("PUT", "/api/billing/quota", {
    limit: null,
    limitMicros: null,
    personLimit: null,
    personLimitMicros: null,
  });
  actualValues.push(await ask(), await quota());
  // The budget is enough for a few calls, which are made now.
  await call("PUT", "/api/billing/quota", { limit: 300 });
  let lastStatus = 200;
  for (let calls = 0; calls < 20 && lastStatus === 200; calls += 1) lastStatus = await ask();
  actualValues.push(lastStatus);
  const problems = await checkContinuedWork(stage, time);
  actualValues.push(await quota(), await ask(), await quota());
  const expected = [
    200,
    "2026-12, used, healthy",
    403,
    "2027-01, unused, healthy",
    200,
    "2027-01, used, healthy",
  ];
  if (JSON.stringify(actualValues) !== JSON.stringify(expected))
    problems.push(`budgets: ${actualValues.join(" | ")}`);
  return problems;
}

/**
 * Checks that a used code stays invalid, that sessions continue, and that scheduled jobs do not wait until the hour has
 * passed again.
 */
async function checkClockSetBack(stage: ClockStage, time: string): Promise<string[]> {
  const { portal, clock } = stage;
  const problems: string[] = [];
  const code = demoAuthenticator().code(clock.now());
  const firstStatus = await signInWithCode(portal.origin, code);
  if (firstStatus !== 200) problems.push(`the sign-in with a code returned ${firstStatus}`);
  // A job has run at the later time.
  await waitForRun(portal, "2027-11-15T11:59:00Z");
  problems.push(...(await checkContinuedWork(stage, time)));
  const again = await signInWithCode(portal.origin, code);
  if (again === 200) problems.push("a code could be used twice");
  const older = await signInWithCode(portal.origin, demoAuthenticator().code(clock.now()));
  if (older === 200) problems.push("a code from before the used one was accepted");
  if (!(await waitForRun(portal, time, "2027-11-15T11:58:00Z"))) problems.push("no jobs run any more");
  return problems;
}

/** Waits until the job that runs every minute has run between two times. Returns false if it has not run in time. */
async function waitForRun(portal: PortalProcess, from: string, to = "infinity"): Promise<boolean> {
  const deadline = performance.now() + JOB_TIMEOUT_MS * 2;
  while (performance.now() < deadline) {
    const rows = await query(
      portal.databaseUrl,
      "select from scheduled_job where name = 'uptime' and last_run_at between $1 and $2",
      [from, to],
    );
    if (rows.length > 0) return true;
    await sleep(250);
  }
  return false;
}
