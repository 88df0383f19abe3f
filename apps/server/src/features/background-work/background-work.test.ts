import { getTenantOverview } from "@praxisportal/contract/tenants/tenants.endpoints";
import {
  discardMessages,
  retryJob,
  retryMessages,
} from "@praxisportal/contract/background-work/background-work.endpoints";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from "vitest";
import { eventually } from "../../../test/eventually.ts";
import { auditEntries, makePlatformAccount, queryRows } from "../../../test/factories.ts";
import { inTransaction, untilLockWait } from "../../../test/lock-waits.ts";
import { expireProof, signedInOperator } from "../../../test/payments/people.ts";
import { createTestApp, type TestApp } from "../../../test/test-app.ts";
import { TestClient } from "../../../test/test-client.ts";
import { addFailedJob, parkMessage } from "../../../test/background-work/audited-calls.ts";
import { platformChainId } from "../../platform/audit/audit-record.ts";
import { Scheduler } from "../../platform/jobs/scheduler.ts";
import { OutboxEngine } from "../../platform/outbox/outbox-engine.ts";

let testApp: TestApp;
let operator: Awaited<ReturnType<typeof signedInOperator>>;
const log = pino({ level: "silent" });
beforeAll(async () => {
  testApp = await createTestApp();
  operator = await signedInOperator(testApp);
});
beforeEach(async () => {
  await queryRows(testApp, "delete from outbox");
  await queryRows(testApp, "delete from scheduled_job");
});
afterAll(() => testApp.stop());

const entriesOf = (action: string) => auditEntries(testApp, platformChainId, action);
const outboxOf = async () => (await operator.call(getTenantOverview)).result.outbox;

/** Starts handling the messages of a topic; returns their payloads. */
function handleMessages(topic: string): unknown[] {
  const handled: unknown[] = [];
  const handlers = {
    [topic]: { handle: async ({ payload }: { payload: unknown }) => void handled.push(payload) },
  };
  const engine = new OutboxEngine({ db: testApp.app.platformDb, handlers, log, pollMs: 20 });
  onTestFinished(() => engine.stop());
  engine.start();
  return handled;
}

it("see R2.4-48 the operator retries the failed messages of all topics; those that can no longer be sent stay", async () => {
  await parkMessage(testApp, { topic: "probe", payload: { name: "fresh" } });
  await parkMessage(testApp, { topic: "other" });
  await parkMessage(testApp, { topic: "probe", reason: "UnretryableError: SMTP RCPT TO 550" });
  await parkMessage(testApp, { topic: "probe", age: "31 days" });
  await parkMessage(testApp, { topic: "probe", payload: { template: "passwordReset" }, age: "40 minutes" });
  expect(await outboxOf()).toMatchObject({ waiting: 0, failed: 5, undeliverable: 3 });
  const handled = handleMessages("probe");
  const before = (await entriesOf("platform.messages_retried")).length;

  const { status, result } = await operator.call(retryMessages, { body: {} });
  expect([status, result]).toEqual([200, { retried: 2, refused: 1, expired: 2 }]);
  await eventually(async () => expect(handled).toEqual([{ name: "fresh" }]));
  await eventually(async () =>
    expect(await outboxOf()).toMatchObject({ waiting: 1, failed: 3, undeliverable: 3 }),
  );
  const entries = await entriesOf("platform.messages_retried");
  expect(entries.slice(before).map(({ actor_id: actorId, record }) => [actorId, record.changes])).toEqual([
    [operator.personId, { messages: [null, 2] }],
  ]);
});

it("see R2.4-48 retries the messages of one topic, and records nothing when none is due again", async () => {
  await parkMessage(testApp, { topic: "probe" });
  await parkMessage(testApp, { topic: "other" });
  const before = (await entriesOf("platform.messages_retried")).length;
  const retry = async (topic: string) => (await operator.call(retryMessages, { body: { topic } })).result;
  expect(await retry("probe")).toEqual({ retried: 1, refused: 0, expired: 0 });
  expect(await retry("probe")).toEqual({ retried: 0, refused: 0, expired: 0 });
  const remainingMessages = await queryRows(
    testApp,
    "select topic from outbox where available_at = 'infinity'",
  );
  expect(remainingMessages).toEqual([{ topic: "other" }]);
  expect((await entriesOf("platform.messages_retried")).length - before).toBe(1);
});

it("see R2.4-48 does not count a message that another call retries at the same time", async () => {
  await parkMessage(testApp, { topic: "probe" });
  let answer: ReturnType<typeof operator.call<typeof retryMessages>> | undefined;
  await inTransaction(testApp, async (client) => {
    await client.query("update outbox set available_at = now()");
    answer = operator.call(retryMessages, { body: {} });
    await untilLockWait(testApp);
  });
  expect((await answer)?.result).toEqual({ retried: 0, refused: 0, expired: 0 });
});

it("see R2.4-48 the operator discards the messages that can no longer be sent, and the others stay", async () => {
  await parkMessage(testApp, { topic: "probe", payload: { name: "fresh" } });
  await parkMessage(testApp, { topic: "probe", reason: "UnretryableError: SMTP RCPT TO 550" });
  await parkMessage(testApp, { topic: "probe", payload: { template: "passwordReset" }, age: "40 minutes" });
  await parkMessage(testApp, { topic: "other", age: "31 days" });
  const before = (await entriesOf("platform.messages_discarded")).length;
  const discard = async (body: { topic?: string }) => (await operator.call(discardMessages, { body })).result;
  expect(await discard({ topic: "probe" })).toEqual({ discarded: 2 });
  expect(await outboxOf()).toMatchObject({ waiting: 0, failed: 2, undeliverable: 1 });
  expect(await discard({})).toEqual({ discarded: 1 });
  expect(await discard({})).toEqual({ discarded: 0 });
  expect(await queryRows(testApp, "select payload from outbox")).toEqual([{ payload: { name: "fresh" } }]);
  const entries = (await entriesOf("platform.messages_discarded")).slice(before);
  expect(entries.map(({ actor_id: actorId, record }) => [actorId, record.changes])).toEqual([
    [operator.personId, { messages: [2, null] }],
    [operator.personId, { messages: [1, null] }],
  ]);
});

it("see R2.4-48 the operator runs a failed job again before its next time", async () => {
  await addFailedJob(testApp, "probe");
  const states = async () =>
    (await operator.call(getTenantOverview)).result.jobs.map(({ name, state }) => [name, state]);
  expect(await states()).toEqual([["probe", "failed"]]);
  const retry = (job: string) => operator.call(retryJob, { body: { job } });
  expect((await retry("probe")).status).toBe(204);
  // It is due, and no process has claimed it yet.
  expect(await states()).toEqual([["probe", "running"]]);
  expect(await entriesOf("platform.job_retried")).toMatchObject([{ actor_id: operator.personId }]);

  let runs = 0;
  const run = async () => void (runs += 1);
  const jobs = [{ name: "probe", cron: "0 0 1 1 *", run }];
  const scheduler = new Scheduler({ db: testApp.app.platformDb, jobs, log, pollMs: 20 });
  onTestFinished(() => scheduler.stop());
  await queryRows(testApp, "update scheduled_job set cron = '0 0 1 1 *'");
  await scheduler.start();
  await eventually(async () => expect(await states()).toEqual([["probe", "waiting"]]));
  expect(runs).toBe(1);

  expect((await retry("probe")).problem.code).toBe("CONFLICT");
  expect((await retry("missing")).problem.code).toBe("NOT_FOUND");
  await addFailedJob(testApp, "probe");
  await queryRows(testApp, "update scheduled_job set leased_until = now() + interval '1 minute'");
  expect((await retry("probe")).problem.code).toBe("CONFLICT");
  expect(await entriesOf("platform.job_retried")).toHaveLength(1);
});

it("see N84 retrying and discarding need a fresh proof of identity and are refused to other platform accounts", async () => {
  await parkMessage(testApp, { topic: "probe", age: "31 days" });
  await addFailedJob(testApp, "probe");
  const admin = new TestClient(testApp);
  await admin.signIn(await makePlatformAccount(testApp, "admin"));
  const late = await signedInOperator(testApp);
  await expireProof(testApp, late.personId);
  for (const [client, code] of [
    [admin, "FORBIDDEN"],
    [late, "STEP_UP_REQUIRED"],
  ] as const) {
    expect((await client.call(retryMessages, { body: {} })).problem.code).toBe(code);
    expect((await client.call(discardMessages, { body: {} })).problem.code).toBe(code);
    expect((await client.call(retryJob, { body: { job: "probe" } })).problem.code).toBe(code);
  }
  expect(await queryRows(testApp, "select 1 from outbox where available_at = 'infinity'")).toHaveLength(1);
  expect(await queryRows(testApp, "select 1 from scheduled_job where next_run_at > now()")).toHaveLength(1);
});
