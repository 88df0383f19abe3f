import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import * as ai from "@praxisportal/contract/ai/ai.endpoints";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { approve, completeProvider, completeRecord, platformClient, practiceWithAi } from "./ai.ts";
import { makeApplication } from "./application.ts";
import { HeardClient, otherTraces, placesOf, recordWrites, type Trace } from "./canary-sinks.ts";
import { queryRows } from "./factories.ts";
import { createTestApp, type TestApp } from "./test-app.ts";
import { TestClient } from "./test-client.ts";
import { webmOf } from "./upload.ts";

/**
 * Words that could identify a patient, each sent a different way. Only the responses to the caller may contain them.
 */
const words = {
  whole: "Kanarie-Frage-4801",
  streamed: "Kanarie-Frage-4802",
  inAddress: "Kanarie-Frage-4803",
  byTicket: "Kanarie-Frage-4804",
  fromApplication: "Kanarie-Frage-4805",
  fromApplicationStreamed: "Kanarie-Frage-4806",
  refused: "Kanarie-Frage-4807",
  failing: "Kanarie-Frage-4808",
  leaving: "Kanarie-Frage-4809",
  repeated: "Kanarie-Frage-4810",
  wrongField: "Kanarie-Frage-4811",
  broken: "Kanarie-Frage-4812",
  unusedTicket: "Kanarie-Frage-4813",
  answered: "Kanarie-Antwort-4821",
  recorded: "Kanarie-Ton-4831",
  heard: "Kanarie-Diktat-4832",
  fileName: "Kanarie-Datei-4833",
} as const;

/** The chat model of {@link completeRecord}. */
const firstChatModel = { provider: "openai", model: "probe-1" } as const;

let test: TestApp;
let writes: Awaited<ReturnType<typeof recordWrites>>;
let traces: readonly Trace[] = [];
const answers: Trace[] = [];
const provider = createServer((request, response) => void answerAs(request, response));
/** Text of all requests to the provider, to prove that the searched words were really sent. */
let asked = "";

/** Echoes the request in responses and errors, as providers do. */
async function answerAs(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  const body = Buffer.concat(pieces).toString("utf8");
  asked += body;
  const json = (status: number, value: object) =>
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
  const usage = { prompt_tokens: 5, completion_tokens: 5, total_tokens: 10 };
  if (request.url?.includes("transcriptions")) return void json(200, { text: words.heard, usage });
  if (body.includes(words.failing)) return void json(400, { error: { message: `cannot read ${body}` } });
  const content = `${words.answered} zu ${body}`;
  if (!body.includes('"stream":true')) {
    const message = { role: "assistant", content };
    return void json(200, { choices: [{ index: 0, message, finish_reason: "stop" }], usage });
  }
  response.writeHead(200, { "content-type": "text/event-stream" });
  const event = (value: object) => response.write(`data: ${JSON.stringify(value)}\n\n`);
  event({ choices: [{ index: 0, delta: { content } }] });
  // Leaves the stream open, so that the client can disconnect in the middle.
  if (body.includes(words.leaving)) return;
  event({ choices: [{ index: 0, delta: {}, finish_reason: "stop" }] });
  event({ choices: [], usage });
  response.end("data: [DONE]\n\n");
}

beforeAll(async () => {
  test = await createTestApp({ LOG_LEVEL: "trace" });
  writes = await recordWrites(test);
  await once(provider.listen(0, "127.0.0.1"), "listening");
  const baseUrl = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/v1`;
  const audio = { model: "hoert", kind: "audio", maxOutputTokens: 4_000 } as const;
  const prices = { EUR: { inputMicro: 1, outputMicro: 1, audioHourMicro: 1 } };
  const models = [...completeRecord.models, { ...audio, prices }];
  await completeProvider(await platformClient(test), "openai", { baseUrl, models });
  const { owner, ownerId, as, organization } = await practiceWithAi(test);
  await approve(owner, "openai");
  const rights = ["ai:use", "ai:read", "ai:manage"];
  await queryRows(test, "update membership set permissions = $2 where person_id = $1", [ownerId, rights]);
  const { member } = await as("viewer", ["ai:use"]);
  const doctor = new HeardClient(test, answers, "browser");
  await doctor.signIn(member);
  await askInEveryWay(doctor, organization.id, member.personId);
  const { pair } = await makeApplication(test, member);
  await askAsApplication(pair.accessToken);
  await dictate(doctor);
  const leaver = new TestClient(test);
  await leaver.signIn(member);
  await leaveInTheMiddle(leaver);
  provider.closeAllConnections();
  traces = [...(await writes.traces()), ...(await otherTraces(test)), ...answers];
});
afterAll(async () => {
  await writes.stop();
  await test.stop();
  provider.close();
});

const question = (prompt: string) => ({ ...firstChatModel, prompt });

async function askInEveryWay(doctor: HeardClient, organizationId: string, userId: string): Promise<void> {
  expect((await doctor.call(ai.proxyPrompt, { body: question(words.whole) })).status).toBe(200);
  const stream = (path: string, init: RequestInit & { headers?: Record<string, string> } = {}) =>
    doctor.fetch(path, init);
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    stream(path, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
  expect((await post("/api/ai/stream", question(words.streamed))).status).toBe(200);
  const address = new URLSearchParams({ ...question(words.inAddress), userId, organizationId });
  expect((await stream(`/api/ai/stream?${address.toString()}`)).status).toBe(200);
  for (const prompt of [words.byTicket, words.unusedTicket]) {
    const { result } = await doctor.call(ai.createStreamTicket, { body: question(prompt) });
    if (prompt !== words.byTicket) continue;
    expect((await stream(`/api/ai/stream?ticket=${result.ticket}`)).status).toBe(200);
  }
  const stranger = { ...question(words.refused), provider: "mistral" };
  expect((await doctor.call(ai.proxyPrompt, { body: stranger })).status).toBe(403);
  expect((await doctor.call(ai.proxyPrompt, { body: question(words.failing) })).status).toBe(502);
  const key = { "idempotency-key": crypto.randomUUID() };
  for (const status of [200, 409]) {
    expect((await post("/api/ai/proxy", question(words.repeated), key)).status).toBe(status);
  }
  expect((await post("/api/ai/proxy", { ...firstChatModel, text: words.wrongField })).status).toBe(400);
  expect((await post("/api/ai/proxy", `{"prompt":"${words.broken}`)).status).toBe(400);
}

/** Reads the first event and disconnects; the usage is booked then. */
async function leaveInTheMiddle(doctor: TestClient): Promise<void> {
  const leaving = new AbortController();
  const response = await doctor.fetch("/api/ai/stream", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(question(words.leaving)),
    signal: leaving.signal,
  });
  await response.body?.getReader().read();
  leaving.abort();
  await vi.waitFor(async () => {
    const rows = await queryRows(test, "select 1 as one from ai_usage_event where outcome = 'aborted'");
    expect(rows).toHaveLength(1);
  });
}

async function askAsApplication(token: string): Promise<void> {
  for (const [content, stream] of [
    [words.fromApplication, false],
    [words.fromApplicationStreamed, true],
  ] as const) {
    const response = await fetch(new URL("/api/ai/v1/chat/completions", test.baseUrl), {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ model: "openai/probe-1", messages: [{ role: "user", content }], stream }),
    });
    expect([response.status, (await response.text()).includes(content)]).toEqual([200, true]);
  }
}

async function dictate(doctor: HeardClient): Promise<void> {
  const form = new FormData();
  form.set("provider", "openai");
  form.set("model", "hoert");
  const type = { type: "audio/webm" };
  form.set("audio", new Blob([webmOf(4_000, words.recorded)], type), `${words.fileName}.webm`);
  const response = await doctor.fetch("/api/ai/transcribe", { method: "POST", body: form });
  expect(await response.json()).toMatchObject({ text: words.heard });
}

describe("after prompts, answers and recordings in every way", () => {
  it("R7a-15 R7a-05 what was asked and answered stands nowhere but in the answers", () => {
    const reached = Object.entries(words)
      .filter(([, word]) => asked.includes(word))
      .map(([name]) => name);
    // Words that never reached the provider would make the search pointless. File names are not sent to it.
    const kept = ["refused", "wrongField", "broken", "unusedTicket", "answered", "heard", "fileName"];
    expect(reached).toEqual(Object.keys(words).filter((name) => !kept.includes(name)));
    const answered = /^answer of (?:POST|GET) \/api\/ai\/(?:proxy|stream|transcribe) 200$/;
    const found = Object.entries(words).flatMap(([name, word]) =>
      placesOf(word, traces)
        .filter((place) => !answered.test(place))
        .map((place) => `${name}: ${place}`),
    );
    expect(found).toEqual([]);
  });

  it("R7a-15 the search would find it: in tables, logs and files", () => {
    const places = new Set(traces.map(({ place }) => place));
    expect(places).toContain("log");
    expect(places).toContain("ai_usage_event.provider_key");
    expect(places).toContain("ai_stream_ticket.sealed_prompt");
    expect(placesOf(words.answered, traces).length).toBeGreaterThan(0);
  });
});
