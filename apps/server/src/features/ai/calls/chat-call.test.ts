import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Agent } from "undici";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { eventually } from "../../../../test/eventually.ts";
import { createTestDatabase, type TestDatabase } from "../../../../test/background-database.ts";
import { insertOrganization, insertPerson } from "../../../directory/provision.queries.ts";
import { ChatCall, type ChatCallTerms } from "./chat-call.ts";
import type { Price } from "../metering/cost.ts";
import { findStoppedCalls, renewLeases } from "../metering/open-calls.platform-queries.ts";
import { leaseMs } from "../metering/holds.queries.ts";
import { UsageBatcher } from "../metering/usage-batcher.ts";
import { HoldRefusedError, type Payer } from "./metered-call.ts";
import { RunningCalls } from "./running-calls.ts";
import { openaiChat } from "../wire/openai-chat.ts";
import { TokenRatios } from "../metering/token-ratios.ts";

let testDatabase: TestDatabase;
const dispatcher = new Agent();
const servers: Server[] = [];
const price: Price = {
  id: "00000000-0000-7000-8000-0000000000aa",
  currency: "EUR",
  inputMicro: 1_000_000n,
  outputMicro: 2_000_000n,
  cachedMicro: 0n,
  reasoningMicro: 2_000_000n,
  audioHourMicro: 0n,
  upliftBasisPoints: 0,
};

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  await testDatabase.query(
    "insert into ai_provider (key, name, wire, enabled) values ('probe', 'Probe', 'openai', true)",
  );
  await testDatabase.query(
    `insert into ai_price (id, provider_key, model, currency, valid_from, input_micro, output_micro, cached_micro,
       reasoning_micro, audio_hour_micro)
     values ($1, 'probe', 'probe-1', 'EUR', now(), 1000000, 2000000, 0, 2000000, 0)`,
    [price.id],
  );
});
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});
afterAll(async () => {
  await dispatcher.close();
  await testDatabase.close();
});

type Responder = (response: ServerResponse, attempt: number) => void;

/** Holds and runs a call, as every caller does. */
async function runCall(call: ChatCall) {
  await call.hold();
  return call.run();
}

/** Starts a provider that responds to each attempt as given, and counts the attempts and closed connections. */
async function startProvider(respond: Responder) {
  const counts = { attempts: 0, closed: 0 };
  const server = createServer((request, response) => {
    request.resume();
    request.on("end", () => {
      counts.attempts += 1;
      response.on("close", () => (counts.closed += response.writableFinished ? 0 : 1));
      respond(response, counts.attempts);
    });
  }).listen(0, "127.0.0.1");
  servers.push(server);
  await once(server, "listening");
  return { counts, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` };
}

function streaming(response: ServerResponse, ...events: readonly unknown[]): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const event of events) {
    response.write(`data: ${typeof event === "string" ? event : JSON.stringify(event)}\n\n`);
  }
}
const chunk = (content: string) => ({ choices: [{ delta: { content } }] });
const ending = [
  { choices: [{ delta: {}, finish_reason: "stop" }] },
  { choices: [], usage: { prompt_tokens: 11, completion_tokens: 7 } },
  "[DONE]",
];

async function setUp(limitTokens: number | null = null, usageBatcher = new UsageBatcher()) {
  const { organizationId, personId } = await testDatabase.platformDb.write(async (tx) => {
    const { id } = await insertOrganization(tx, { name: "Praxis Probe", country: "DE" });
    const person = { firstName: "Mia", lastName: "Probe", passwordHash: "-" };
    return { organizationId: id, personId: await insertPerson(tx, person) };
  });
  await testDatabase.query("insert into ai_policy (organization_id, limit_tokens) values ($1, $2)", [
    organizationId,
    limitTokens,
  ]);
  const payer: Payer = { db: testDatabase.identityDb.organization(organizationId), personId, tokenId: null };
  const running = new RunningCalls({
    renew: (calls) => renewLeases(testDatabase.platformDb, calls, leaseMs),
    findStopped: (ids) => findStoppedCalls(testDatabase.platformDb, ids),
    limits: { perPerson: 100, perOrganization: 100, perProcess: 100 },
  });
  const start = (url: string, client: { onText?: (text: string) => void } = {}, maxTokens = 50) => {
    const terms: ChatCallTerms = {
      provider: "probe",
      target: { wire: openaiChat("openai"), baseUrl: url, key: "sk-probe" },
      price,
      currency: "EUR",
      timeZone: "Europe/Berlin",
    };
    const texts: string[] = [];
    const onText = (text: string) => {
      texts.push(text);
      client.onText?.(text);
    };
    const input = { model: "probe-1", maxTokens, stream: true, prompt: "Schreibe einen Satz." };
    const clock = { now: () => new Date("2026-10-31T23:30:00Z") };
    const call = new ChatCall(
      { dispatcher, running, clock, usageBatcher, ratios: new TokenRatios() },
      { terms, payer, input },
      { onText },
    );
    return { call, texts };
  };
  const readBooking = async () => {
    const [balance] = await testDatabase.query<Record<string, string>>(
      `select used_tokens, held_tokens, used_micro, held_micro from ai_balance
       where organization_id = $1 and person_id = $2`,
      [organizationId, personId],
    );
    const [event] = await testDatabase.query<Record<string, unknown>>(
      `select outcome, local_day::text, input_tokens::int, output_tokens::int, cost_micro::int, is_estimated
       from ai_usage_event where organization_id = $1`,
      [organizationId],
    );
    return { balance: balance && Object.values(balance).map(Number), event };
  };
  return { start, booked: readBooking, running, organizationId, personId, db: payer.db };
}

it("see R7a-02 returns chunks as they arrive and books the reported usage on the organization's day", async () => {
  const { url } = await startProvider((response) => {
    streaming(response, chunk("Guten "), chunk("Tag."), ...ending);
    response.end();
  });
  const { start, booked, running } = await setUp();
  const { call, texts } = start(url);
  const end = await runCall(call);
  expect(texts).toEqual(["Guten ", "Tag."]);
  expect(end).toMatchObject({
    end: { kind: "done", finishReason: "stop" },
    isEstimated: false,
    costMicros: 25n,
  });
  expect(await booked()).toEqual({
    balance: [18, 0, 25, 0],
    event: {
      outcome: "done",
      local_day: "2026-11-01",
      input_tokens: 11,
      output_tokens: 7,
      cost_micro: 25,
      is_estimated: false,
    },
  });
  expect(running.size).toBe(0);
});

it("see R7a-02 a client that disconnects stops the provider and pays the estimated usage so far", async () => {
  const { url, counts } = await startProvider((response) =>
    streaming(response, chunk("Guten Tag, "), chunk("Frau Probe")),
  );
  const { start, booked } = await setUp();
  const chunkReceived = Promise.withResolvers<void>();
  const { call } = start(url, { onText: (text) => text === "Frau Probe" && chunkReceived.resolve() });
  const result = runCall(call);
  await chunkReceived.promise;
  call.disconnect();
  expect(await result).toMatchObject({ end: { kind: "left" }, isEstimated: true });
  await eventually(() => expect(counts.closed).toBe(1));
  const { balance, event } = await booked();
  expect(event).toMatchObject({ outcome: "aborted", is_estimated: true });
  expect(Number(event?.["output_tokens"])).toBeGreaterThan(3);
  expect(balance?.[1]).toBe(0);
  expect(balance?.[0]).toBe(Number(event?.["input_tokens"]) + Number(event?.["output_tokens"]));
});

it("see R7b-08 a client that disconnects during the hold leaves no hold and sends no request", async () => {
  const { url, counts } = await startProvider((response) => response.end());
  const { start, booked } = await setUp();
  const { call } = start(url);
  const result = runCall(call);
  call.disconnect();
  expect(await result).toMatchObject({ end: { kind: "left" }, costMicros: 0n });
  expect(counts.attempts).toBe(0);
  expect((await booked()).balance).toEqual([0, 0, 0, 0]);
});

it("see R7b-08 a budget that is too small rejects the call before anything is sent", async () => {
  const { url, counts } = await startProvider((response) => response.end());
  const { start, booked } = await setUp(10);
  const refusal = runCall(start(url).call);
  await expect(refusal).rejects.toThrow(HoldRefusedError);
  await expect(refusal).rejects.toMatchObject({ reason: "organization_limit" });
  expect(counts.attempts).toBe(0);
  expect(await booked()).toEqual({ balance: undefined, event: undefined });
});

const noDatabase = () => Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });

it("see R7b-08 a call that ends while the database is unavailable is booked once it is available again", async () => {
  class FailsToSettle extends UsageBatcher {
    override settle = () => Promise.reject(noDatabase());
  }
  const { url } = await startProvider((response) => {
    streaming(response, chunk("Guten Tag."), ...ending);
    response.end();
  });
  const { start, booked, db } = await setUp(null, new FailsToSettle());
  const change = db.change.bind(db);
  let refusals = 0;
  db.change = (build) => (++refusals > 2 ? change(build) : Promise.reject(noDatabase()));
  expect(await runCall(start(url).call)).toMatchObject({ end: { kind: "done" }, costMicros: 25n });
  expect(await booked()).toMatchObject({
    balance: [18, 0, 25, 0],
    event: { outcome: "done", cost_micro: 25 },
  });
});

it("see R7b-08 a hold whose confirmation was lost with the database is released, and nothing is sent", async () => {
  class FailsAfterReserving extends UsageBatcher {
    override async reserve(
      ...held: Parameters<UsageBatcher["reserve"]>
    ): ReturnType<UsageBatcher["reserve"]> {
      await super.reserve(...held);
      throw noDatabase();
    }
  }
  const { url, counts } = await startProvider((response) => response.end());
  const { start, booked } = await setUp(null, new FailsAfterReserving());
  await expect(runCall(start(url).call)).rejects.toMatchObject({ code: "ECONNREFUSED" });
  await eventually(async () =>
    expect(await booked()).toMatchObject({
      balance: [0, 0, 0, 0],
      event: { outcome: "failed", input_tokens: 0, output_tokens: 0, cost_micro: 0 },
    }),
  );
  expect(counts.attempts).toBe(0);
});

it("see R7a-01 retries before the first chunk of a response, and never after it", async () => {
  const busy = await startProvider((response, attempt) => {
    if (attempt < 3) return void response.writeHead(503).end("{}");
    streaming(response, chunk("Ja."), ...ending);
    response.end();
  });
  const patient = await setUp();
  expect(await runCall(patient.start(busy.url).call)).toMatchObject({ end: { kind: "done" } });
  expect(busy.counts.attempts).toBe(3);

  const brokenProvider = await startProvider((response) => {
    streaming(response, chunk("Ja, a"));
    response.socket?.end();
  });
  const single = await setUp();
  const { call, texts } = single.start(brokenProvider.url);
  expect(await runCall(call)).toMatchObject({
    end: { kind: "failed", error: { kind: "unavailable" } },
    isEstimated: true,
  });
  expect(texts).toEqual(["Ja, a"]);
  expect(brokenProvider.counts.attempts).toBe(1);
  expect((await single.booked()).event).toMatchObject({ outcome: "failed", is_estimated: true });
  // See R0-243: the figures in /metrics.
  expect(single.running.ended).toEqual({ done: 0, aborted: 0, refused: 0, failed: 1 });
});

it("see R7a-01 a rejected key is reported, not retried, and costs nothing", async () => {
  const { url, counts } = await startProvider((response) => void response.writeHead(401).end('{"error":{}}'));
  const { start, booked } = await setUp();
  expect(await runCall(start(url).call)).toMatchObject({
    end: { kind: "failed", error: { kind: "refused_key" } },
  });
  expect(counts.attempts).toBe(1);
  expect(await booked()).toMatchObject({
    balance: [0, 0, 0, 0],
    event: { outcome: "failed", cost_micro: 0 },
  });
});

it("see R7b-08 a switch ends only the running calls that it affects", async () => {
  const { url, counts } = await startProvider((response) => streaming(response, chunk("Guten Tag")));
  const { start, booked, running, organizationId, personId } = await setUp();
  const chunkReceived = Promise.withResolvers<void>();
  const { call } = start(url, { onText: () => chunkReceived.resolve() });
  const result = runCall(call);
  await chunkReceived.promise;
  const other = "00000000-0000-7000-8000-000000000001";
  expect(running.stop({ scope: "provider", provider: "other" })).toBe(0);
  expect(running.stop({ scope: "organization", organizationId: other })).toBe(0);
  expect(running.stop({ scope: "person", organizationId, personId: other })).toBe(0);
  expect(running.stop({ scope: "person", organizationId, personId })).toBe(1);
  expect(await result).toMatchObject({ end: { kind: "stopped" } });
  await eventually(() => expect(counts.closed).toBe(1));
  expect((await booked()).event).toMatchObject({ outcome: "aborted" });
});
