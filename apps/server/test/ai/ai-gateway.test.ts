import * as endpoints from "@praxisportal/contract/ai/ai.endpoints";
import { domainEvents } from "@praxisportal/contract/events/domain-events";
import { getUsage } from "@praxisportal/contract/usage/usage.endpoints";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { eventually } from "../eventually.ts";
import type { DemoAiUpstream } from "../../../demo-ai-upstream/src/demo-ai-upstream.ts";
import type { EventRow } from "../../src/platform/events/event-row.ts";
import { collect, eventsOf } from "./ai-events.ts";
import {
  approve,
  completeProvider,
  changePolicy,
  demoModels,
  organizationThatUsesAi,
  organizationWithAi,
  refuseBookings,
  startUpstream,
} from "./ai.ts";
import { queryRows } from "../factories.ts";
import { openSocket } from "../portal-socket.ts";
import { createTestApp, type TestApp } from "../test-app.ts";
import type { TestClient } from "../test-client.ts";

let testApp: TestApp;
let upstream: DemoAiUpstream;
let operator: TestClient;
let owner: TestClient;
let organizationId: string;
let colleague: TestClient;

beforeAll(async () => {
  testApp = await createTestApp({ AI_CALLS_PER_PERSON: "50" });
  ({ upstream, operator } = await startUpstream(testApp));
});
beforeEach(async () => {
  ({ owner, organizationId, colleague } = await organizationThatUsesAi(testApp));
});
afterAll(async () => {
  await testApp.stop();
  await upstream.stop();
});

const body = (prompt: string, more: object = {}) => ({
  prompt,
  provider: "openai",
  model: "demo-standard",
  ...more,
});
const ask = (prompt: string, more: object = {}, client = colleague) =>
  client.call(endpoints.proxyPrompt, { body: body(prompt, more) });

/** Opens a stream and yields its events as they arrive. */
async function stream(prompt: string, client = colleague, signal?: AbortSignal) {
  const response = await client.fetch(endpoints.streamPrompt.path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body(prompt)),
    ...(signal === undefined ? {} : { signal }),
  });
  return { response, events: eventsOf(response) };
}

async function bookedCalls() {
  const [balance] = await queryRows(
    testApp,
    `select used_tokens::int, held_tokens::int, used_micro::int, held_micro::int from ai_balance
     where organization_id = $1 and person_id = '00000000-0000-0000-0000-000000000000'`,
    [organizationId],
  );
  const events = await queryRows(
    testApp,
    `select outcome, input_tokens::int, output_tokens::int, cost_micro::int, is_estimated from ai_usage_event
     where organization_id = $1 order by occurred_at`,
    [organizationId],
  );
  return { balance, events };
}

it("R1-13 R7a-01 a prompt returns its answer, usage and cost, which are booked", async () => {
  const { status, result } = await ask("Bitte einen Satz zur Begrüßung. #lang 40 #takt 0");
  expect(status).toBe(200);
  expect(result.text).toMatch(/^Demonstration – keine echte KI/);
  const { inputTokens, outputTokens, costMicros } = result.bill;
  expect(outputTokens).toBe(40);
  expect(costMicros).toBe(inputTokens + 2 * outputTokens);
  expect(result.bill).toMatchObject({
    provider: "openai",
    model: "demo-standard",
    currency: "EUR",
    estimated: false,
  });
  const { balance, events } = await bookedCalls();
  expect(balance).toEqual({
    used_tokens: inputTokens + outputTokens,
    held_tokens: 0,
    used_micro: costMicros,
    held_micro: 0,
  });
  expect(events).toMatchObject([
    { outcome: "done", output_tokens: 40, cost_micro: costMicros, is_estimated: false },
  ]);
});

it("see R1-13 a follow-up includes the earlier prompts and answers, and a history that is too long is refused", async () => {
  const turn = { prompt: "Erste Frage. ".repeat(40), answer: "Erste Antwort. ".repeat(40) };
  const alone = await ask("Und kürzer? #lang 10 #takt 0");
  const followUp = await ask("Und kürzer? #lang 10 #takt 0", { history: [turn, { ...turn, answer: "" }] });
  expect(followUp.result.bill.inputTokens).toBeGreaterThan(alone.result.bill.inputTokens + 200);
  expect((await ask("Zu viele", { history: Array.from({ length: 21 }, () => turn) })).status).toBe(400);
  const long = { prompt: "x".repeat(150_000), answer: "x".repeat(50_001) };
  expect((await ask("Zu lang", { history: [long] })).status).toBe(400);
});

it("see R7w-09 open pages of the organization are notified of usage and refetch it", async () => {
  const socket = await openSocket(testApp, owner);
  const { result } = await ask("Ein Satz. #lang 10 #takt 0");
  expect(await socket.next("usageUpdate")).toEqual({ type: "usage.booked", organizationId, kind: "used" });
  socket.close();
  expect((await owner.call(getUsage)).result.totals.outputTokens).toBe(result.bill.outputTokens);
});

it("R0-06 booked usage is recorded as an event without a sequence number, and not in the audit log", async () => {
  const entries = () =>
    queryRows(testApp, "select seq from audit_entry where organization_id = $1 order by seq", [
      organizationId,
    ]);
  await owner.call(getUsage);
  const before = await entries();
  const recorded: EventRow[] = [];
  const { onRecorded } = testApp.databases.platform;
  testApp.databases.platform.onRecorded = (row) => {
    recorded.push(row);
    onRecorded?.(row);
  };
  await ask("Ein Satz. #lang 10 #takt 0");
  await eventually(() => expect(recorded.flatMap(({ events }) => events)).not.toEqual([]));
  testApp.databases.platform.onRecorded = onRecorded;
  expect(recorded.flatMap(({ events }) => events)).toEqual([
    { type: "usage.booked", organizationId, seq: null, ids: { organizationId } },
  ]);
  expect(await entries()).toEqual(before);
  expect(domainEvents["usage.booked"].isPublic).toBe(false);
});

it("R7a-06 a stream returns numbered chunks as they are generated and ends with the cost", async () => {
  const { response, events } = await stream("Ein Satz. #lang 30 #takt 0");
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
  expect(response.headers.get("cache-control")).toContain("no-store");
  expect(response.headers.get("x-accel-buffering")).toBe("no");
  const received = await collect(events);
  const last = received.pop();
  expect(received.length).toBeGreaterThan(5);
  expect(received.map(({ data }) => data["text"]).join("")).toMatch(/^Demonstration – keine echte KI/);
  expect(last).toMatchObject({ name: "done", data: { bill: { outputTokens: 30, estimated: false } } });
  expect([...received, last].map((event) => event?.id)).toEqual(
    received.concat(last ?? []).map((_, index) => String(index + 1)),
  );
  expect((await bookedCalls()).events).toMatchObject([{ outcome: "done", output_tokens: 30 }]);
});

it("see R7a-06 a client that disconnects ends the stream at the provider and pays for the received part", async () => {
  const disconnection = new AbortController();
  const { events } = await stream("Ein langer Text. #lang 1500 #takt 20", colleague, disconnection.signal);
  for (let chunks = 0; chunks < 5; chunks += 1) await events.next();
  disconnection.abort();
  await vi.waitFor(async () => expect((await bookedCalls()).events).toHaveLength(1), { timeout: 5_000 });
  const { balance, events: booked } = await bookedCalls();
  expect(balance).toMatchObject({ held_tokens: 0, held_micro: 0 });
  expect(booked).toMatchObject([{ outcome: "aborted", is_estimated: true }]);
  expect(Number(booked[0]?.["output_tokens"])).toBeLessThan(200);
  const calls = (await (
    await fetch(`${upstream.url}/demo/calls`, { headers: { authorization: `Bearer ${upstream.key}` } })
  ).json()) as { data?: unknown[] };
  expect(JSON.stringify(calls)).not.toContain("Ein langer Text");
});

it("see R7b-08 a stop ends a running stream within a second with the reason, and the next call is refused", async () => {
  const { events } = await stream("Ein langer Text. #lang 1500 #takt 20");
  await events.next();
  const stoppedAt = performance.now();
  const stop = await owner.call(endpoints.switchAiOrganization, { body: { stopped: true, reason: "Probe" } });
  expect(stop.status).toBe(200);
  const remaining = await collect(events);
  expect(remaining.at(-1)).toMatchObject({ name: "failed", data: { code: "AI_STOPPED" } });
  expect(performance.now() - stoppedAt).toBeLessThan(20_000);
  const { problem } = await ask("Noch etwas?");
  expect(problem).toMatchObject({ code: "AI_STOPPED", scope: "organization" });
  expect((await bookedCalls()).balance).toMatchObject({ held_tokens: 0 });
});

it("see R7b-07 a call beyond the budget is rejected before the provider is called", async () => {
  await queryRows(testApp, "update ai_policy set limit_tokens = 50 where organization_id = $1", [
    organizationId,
  ]);
  await queryRows(
    testApp,
    "insert into ai_policy (organization_id, limit_tokens) values ($1, 50) on conflict (organization_id) do update set limit_tokens = 50",
    [organizationId],
  );
  const { status, problem } = await ask("Ein Satz. #lang 30 #takt 0");
  expect(status).toBe(403);
  expect(problem).toMatchObject({ code: "QUOTA_EXCEEDED", scope: "organization" });
  expect(problem.message).toBe("Das KI-Kontingent für Ihre Praxis ist in diesem Monat aufgebraucht");
  expect((await bookedCalls()).events).toEqual([]);
});

it("R7a-16 missing requirements of the organization policy are named in German, and nothing is sent", async () => {
  await changePolicy(owner, { regions: ["local"] });
  const { status, problem } = await ask("Ein Satz.");
  expect(status).toBe(403);
  expect(problem).toMatchObject({ code: "AI_PROVIDER_NOT_READY", missing: ["regionRefused"] });
  expect(problem.message).toContain("Ihre Praxis lässt die Region des Anbieters nicht zu");
  const { response } = await stream("Ein Satz.");
  expect([response.status, await response.json()]).toMatchObject([
    403,
    { code: "AI_PROVIDER_NOT_READY", missing: ["regionRefused"], message: problem.message },
  ]);
  expect((await bookedCalls()).events).toEqual([]);
});

it.each([
  ["disabled", { enabled: false }, "Der Anbieter ist nicht eingeschaltet."],
  ["keyMissing", { apiKey: null }, "Der API-Schlüssel des Anbieters fehlt."],
  [
    "regionUnknown",
    { region: null },
    "Es ist nicht angegeben, in welcher Region der Anbieter die Daten verarbeitet.",
  ],
  ["regionRefused", { region: "us" }, "Ihre Praxis lässt die Region des Anbieters nicht zu."],
  [
    "establishmentMissing",
    { establishment: "none" },
    "Der Anbieter hat keine Niederlassung in Deutschland, der EU oder der Schweiz angegeben.",
  ],
  ["c5Missing", { c5: { type: "type1", validUntil: "2099-12-31" } }, "Es fehlt ein C5-Testat vom Typ 2."],
  ["c5Expired", { c5: { type: "type2", validUntil: "2020-12-31" } }, "Das C5-Testat ist abgelaufen."],
  [
    "retentionUnknown",
    { retentionDays: null },
    "Es ist nicht angegeben, wie lange der Anbieter Eingaben aufbewahrt.",
  ],
  [
    "retentionTooLong",
    { retentionDays: 30 },
    "Der Anbieter bewahrt Eingaben länger auf, als Ihre Praxis zulässt.",
  ],
  [
    "trainingUnknown",
    { trainsOnData: null },
    "Es ist nicht angegeben, ob der Anbieter mit Eingaben trainiert.",
  ],
  [
    "trainsOnData",
    { trainsOnData: true },
    "Der Anbieter trainiert mit Eingaben, und Ihre Praxis lässt das nicht zu.",
  ],
] as const)(
  "R7a-16 a call is refused with the missing item %s of the record, in German",
  async (fault, change, text) => {
    const usable = { apiKey: upstream.key, models: demoModels };
    await completeProvider(operator, "openai", { ...usable, ...change });
    // A changed region also withdraws the approval.
    await approve(owner, "openai");
    const { status, problem } = await ask("Ein Satz.");
    await completeProvider(operator, "openai", usable);
    expect([status, problem.code, problem["missing"]]).toEqual([403, "AI_PROVIDER_NOT_READY", [fault]]);
    expect(problem.message).toContain(text);
    await approve(owner, "openai");
    expect((await ask("Ein Satz. #lang 10 #takt 0")).status).toBe(200);
  },
);

it.each([
  ["notApproved", { approved: false }, "Ihre Praxis hat den Anbieter nicht freigegeben."],
  ["modelNotApproved", { models: ["demo-diktat"] }, "Ihre Praxis hat dieses Modell nicht freigegeben."],
  [
    "secrecyMissing",
    { professionalSecrecyAgreedOn: null },
    "Die Verpflichtung zur Verschwiegenheit nach § 203 StGB fehlt.",
  ],
  ["processingMissing", { processingAgreement: null }, "Der Vertrag zur Auftragsverarbeitung fehlt."],
] as const)(
  "R7a-16 a call is refused with the missing item %s of the approval, in German",
  async (fault, change, text) => {
    await approve(owner, "openai", change);
    const { status, problem } = await ask("Ein Satz.");
    expect([status, problem.code, problem["missing"]]).toEqual([403, "AI_PROVIDER_NOT_READY", [fault]]);
    expect(problem.message).toContain(text);
  },
);

it("R7a-01 a transcription model rejects prompts, and an unknown provider is rejected", async () => {
  expect((await ask("Ein Satz.", { model: "demo-diktat" })).problem.code).toBe("AI_PROVIDER_NOT_READY");
  expect((await ask("Ein Satz.", { provider: "nirgends" })).problem.code).toBe("NOT_FOUND");
  expect((await ask("   ")).problem.code).toBe("VALIDATION_FAILED");
  for (const name of ["prompt", "provider", "model"])
    expect((await ask("Ein Satz.", { [name]: undefined })).problem).toMatchObject({
      code: "VALIDATION_FAILED",
      errors: [{ path: name, code: "required" }],
    });
});

it("see R7a-01 R8-71 a provider failure is reported in the portal’s own words and is free if no output arrived", async () => {
  expect((await ask("#fehler 400")).problem.code).toBe("AI_PROVIDER_FAILED");
  expect((await ask("#fehler 401")).problem.code).toBe("AI_PROVIDER_FAILED");
  expect((await bookedCalls()).balance).toMatchObject({ used_tokens: 0, held_tokens: 0 });
  for (const [language, message] of [
    ["", "Der KI-Anbieter ist gerade ausgelastet. Bitte versuchen Sie es gleich noch einmal."],
    ["en", "The AI provider is busy at the moment. Please try again shortly."],
  ] as const) {
    const client = colleague.copy();
    if (language !== "") client.headers["accept-language"] = language;
    const { events } = await stream("Ein Satz. #lang 40 #takt 0 #fehler-im-strom 503", client);
    const received = await collect(events);
    expect(received.at(-1)).toMatchObject({
      name: "failed",
      data: { code: "AI_PROVIDER_OVERLOADED", message, bill: { estimated: true } },
    });
  }
});

it("R7a-15 a prompt and its answer are not in any table or log", async () => {
  const mark = `Kanarienwort${Date.now()}`;
  await ask(`${mark} #lang 20 #takt 0`);
  const { events } = await stream(`${mark} #lang 20 #takt 0`);
  await collect(events);
  await ask(`${mark} #fehler 400`);
  const tables = await queryRows(
    testApp,
    "select tablename from pg_tables where schemaname = 'public' order by tablename",
  );
  for (const { tablename } of tables) {
    const [stored] = await queryRows(
      testApp,
      `select count(*)::int as count from "${String(tablename)}" t
       where t::text like $1 or t::text like '%Demonstration – keine echte%'`,
      [`%${mark}%`],
    );
    expect(stored?.["count"], String(tablename)).toBe(0);
  }
  const log = testApp.logLines.join("");
  expect(log).toContain("/api/ai/proxy");
  for (const word of [mark, "keine echte"]) expect(log).not.toContain(word);
});

it("a stream whose call cannot be booked ends with an error, which is logged", async () => {
  const allow = await refuseBookings(testApp);
  const { events } = await stream("Ein Satz. #lang 5 #takt 0");
  const last = (await collect(events)).at(-1);
  await allow();
  expect(last).toMatchObject({
    name: "failed",
    data: {
      code: "SERVICE_UNAVAILABLE",
      message: "Der Dienst ist zurzeit nicht verfügbar",
      bill: null,
    },
  });
  const lines = testApp.logLines.filter((line) => line.includes("could not be booked"));
  expect(lines).toEqual([expect.stringContaining("booking refused")]);
});

it("see R7a-01 only users with the permission may use the AI, in their own organization", async () => {
  const { as } = await organizationWithAi(testApp);
  const { client: viewer } = await as("viewer", []);
  expect((await ask("Ein Satz.", {}, viewer)).problem.code).toBe("FORBIDDEN");
  const { client: other } = await as("viewer", ["ai:use"]);
  // The organization of this caller has approved no provider.
  expect((await ask("Ein Satz.", {}, other)).problem.code).toBe("AI_PROVIDER_NOT_READY");
});

it("see R7b-08 after many concurrent calls no budget is held, and the balance equals the sum of the events", async () => {
  const statuses = await Promise.all(
    Array.from({ length: 24 }, async (_, index) => {
      if (index % 3 !== 0) return (await ask(`Ein Satz ${index}. #lang 25 #takt 0`)).status;
      const disconnection = new AbortController();
      const { events } = await stream(
        `Ein Satz ${index}. #lang 400 #takt 5`,
        colleague,
        disconnection.signal,
      );
      await events.next();
      disconnection.abort();
      return 200;
    }),
  );
  expect(new Set(statuses)).toEqual(new Set([200]));
  await vi.waitFor(async () => expect((await bookedCalls()).events).toHaveLength(24), { timeout: 10_000 });
  const { balance, events } = await bookedCalls();
  const sum = events.reduce(
    (total, event) => total + Number(event["input_tokens"]) + Number(event["output_tokens"]),
    0,
  );
  expect(balance).toMatchObject({ used_tokens: sum, held_tokens: 0, held_micro: 0 });
});
