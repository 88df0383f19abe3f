import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import * as ai from "@praxisportal/contract/ai/ai.endpoints";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventually } from "../eventually.ts";
import {
  approve,
  completeProvider,
  completeRecord,
  changePolicy,
  organizationWithAi,
  platformClient,
} from "./ai.ts";
import { makeApplication } from "../application.ts";
import {
  RecordingClient,
  tracesOutsideDatabase,
  locationsOf,
  recordWrites,
  type Trace,
} from "../canary-sinks.ts";
import { queryRows } from "../factories.ts";
import { createTestApp, type TestApp } from "../test-app.ts";
import { TestClient } from "../test-client.ts";
import { webmOf } from "../upload.ts";

/**
 * Words that could identify a patient. Each is sent in a different way. Only the responses to the caller may contain
 * them.
 */
const secrets = {
  unstreamed: "Kanarie-Frage-4801",
  streamed: "Kanarie-Frage-4802",
  inAddress: "Kanarie-Frage-4803",
  byTicket: "Kanarie-Frage-4804",
  fromApplication: "Kanarie-Frage-4805",
  fromApplicationStreamed: "Kanarie-Frage-4806",
  refused: "Kanarie-Frage-4807",
  failing: "Kanarie-Frage-4808",
  disconnecting: "Kanarie-Frage-4809",
  repeated: "Kanarie-Frage-4810",
  wrongField: "Kanarie-Frage-4811",
  broken: "Kanarie-Frage-4812",
  unusedTicket: "Kanarie-Frage-4813",
  modelAnswer: "Kanarie-Antwort-4821",
  recorded: "Kanarie-Ton-4831",
  transcribed: "Kanarie-Diktat-4832",
  fileName: "Kanarie-Datei-4833",
} as const;

/** The chat model of {@link completeRecord}. */
const firstChatModel = { provider: "openai", model: "probe-1" } as const;

let testApp: TestApp;
let writes: Awaited<ReturnType<typeof recordWrites>>;
let traces: readonly Trace[] = [];
const responses: Trace[] = [];
const provider = createServer((request, response) => void respondAsProvider(request, response));
/** Text of all requests to the provider, to prove that the words were sent. */
let receivedPrompt = "";

/** Echoes the request in responses and errors, as providers do. */
async function respondAsProvider(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks).toString("utf8");
  receivedPrompt += body;
  const json = (status: number, value: object) =>
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
  const usage = { prompt_tokens: 5, completion_tokens: 5, total_tokens: 10 };
  if (request.url?.includes("transcriptions")) return void json(200, { text: secrets.transcribed, usage });
  if (body.includes(secrets.failing)) return void json(400, { error: { message: `cannot read ${body}` } });
  const content = `${secrets.modelAnswer} zu ${body}`;
  if (!body.includes('"stream":true')) {
    const message = { role: "assistant", content };
    return void json(200, { choices: [{ index: 0, message, finish_reason: "stop" }], usage });
  }
  response.writeHead(200, { "content-type": "text/event-stream" });
  const event = (value: object) => response.write(`data: ${JSON.stringify(value)}\n\n`);
  event({ choices: [{ index: 0, delta: { content } }] });
  // The stream stays open, so that the client can disconnect midway.
  if (body.includes(secrets.disconnecting)) return;
  event({ choices: [{ index: 0, delta: {}, finish_reason: "stop" }] });
  event({ choices: [], usage });
  response.end("data: [DONE]\n\n");
}

beforeAll(async () => {
  testApp = await createTestApp({ LOG_LEVEL: "trace" });
  writes = await recordWrites(testApp);
  await once(provider.listen(0, "127.0.0.1"), "listening");
  const baseUrl = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/v1`;
  const audio = { model: "hoert", kind: "audio", maxOutputTokens: 4_000 } as const;
  const prices = { EUR: { inputMicro: 1, outputMicro: 1, audioHourMicro: 1 } };
  const models = [...completeRecord.models, { ...audio, prices }];
  await completeProvider(await platformClient(testApp), "openai", { baseUrl, models });
  const { owner, ownerId, as, organization } = await organizationWithAi(testApp);
  await approve(owner, "openai");
  await changePolicy(owner, { allowsPromptInAddress: true });
  const rights = ["ai:use", "ai:read", "ai:manage"];
  await queryRows(testApp, "update membership set permissions = $2 where person_id = $1", [ownerId, rights]);
  const { member } = await as("viewer", ["ai:use"]);
  const doctor = new RecordingClient(testApp, responses, "browser");
  await doctor.signIn(member);
  await callEveryEndpoint(doctor, organization.id, member.personId);
  const { pair } = await makeApplication(testApp, member);
  await askAsApplication(pair.accessToken);
  await dictate(doctor);
  const disconnecting = new TestClient(testApp);
  await disconnecting.signIn(member);
  await disconnectMidway(disconnecting);
  provider.closeAllConnections();
  traces = [...(await writes.traces()), ...(await tracesOutsideDatabase(testApp)), ...responses];
});
afterAll(async () => {
  await writes.stop();
  await testApp.stop();
  provider.close();
});

const chatRequest = (prompt: string) => ({ ...firstChatModel, prompt });

async function callEveryEndpoint(
  doctor: RecordingClient,
  organizationId: string,
  userId: string,
): Promise<void> {
  expect((await doctor.call(ai.proxyPrompt, { body: chatRequest(secrets.unstreamed) })).status).toBe(200);
  const stream = (path: string, init: RequestInit & { headers?: Record<string, string> } = {}) =>
    doctor.fetch(path, init);
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    stream(path, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
  expect((await post("/api/ai/stream", chatRequest(secrets.streamed))).status).toBe(200);
  const address = new URLSearchParams({ ...chatRequest(secrets.inAddress), userId, organizationId });
  expect((await stream(`/api/ai/stream?${address.toString()}`)).status).toBe(200);
  for (const prompt of [secrets.byTicket, secrets.unusedTicket]) {
    const { result } = await doctor.call(ai.createStreamTicket, { body: chatRequest(prompt) });
    if (prompt !== secrets.byTicket) continue;
    expect((await stream(`/api/ai/stream?ticket=${result.ticket}`)).status).toBe(200);
  }
  const unknownProvider = { ...chatRequest(secrets.refused), provider: "mistral" };
  expect((await doctor.call(ai.proxyPrompt, { body: unknownProvider })).status).toBe(403);
  expect((await doctor.call(ai.proxyPrompt, { body: chatRequest(secrets.failing) })).status).toBe(502);
  const key = { "idempotency-key": crypto.randomUUID() };
  for (const status of [200, 409]) {
    expect((await post("/api/ai/proxy", chatRequest(secrets.repeated), key)).status).toBe(status);
  }
  expect((await post("/api/ai/proxy", { ...firstChatModel, text: secrets.wrongField })).status).toBe(400);
  expect((await post("/api/ai/proxy", `{"prompt":"${secrets.broken}`)).status).toBe(400);
}

/** Reads the first event and disconnects, so that the usage so far is booked. */
async function disconnectMidway(doctor: TestClient): Promise<void> {
  const controller = new AbortController();
  const response = await doctor.fetch("/api/ai/stream", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(chatRequest(secrets.disconnecting)),
    signal: controller.signal,
  });
  await response.body?.getReader().read();
  controller.abort();
  await eventually(async () => {
    const rows = await queryRows(testApp, "select 1 as one from ai_usage_event where outcome = 'aborted'");
    expect(rows).toHaveLength(1);
  });
}

async function askAsApplication(token: string): Promise<void> {
  for (const [content, stream] of [
    [secrets.fromApplication, false],
    [secrets.fromApplicationStreamed, true],
  ] as const) {
    const response = await fetch(new URL("/api/ai/v1/chat/completions", testApp.baseUrl), {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ model: "openai/probe-1", messages: [{ role: "user", content }], stream }),
    });
    expect([response.status, (await response.text()).includes(content)]).toEqual([200, true]);
  }
}

async function dictate(doctor: RecordingClient): Promise<void> {
  const form = new FormData();
  form.set("provider", "openai");
  form.set("model", "hoert");
  const type = { type: "audio/webm" };
  form.set("audio", new Blob([webmOf(4_000, secrets.recorded)], type), `${secrets.fileName}.webm`);
  const response = await doctor.fetch("/api/ai/transcribe", { method: "POST", body: form });
  expect(await response.json()).toMatchObject({ text: secrets.transcribed });
}

describe("after prompts, answers and recordings sent in every way", () => {
  it("R7a-15 R7a-05 prompts and answers appear only in the responses", () => {
    const reached = Object.entries(secrets)
      .filter(([, word]) => receivedPrompt.includes(word))
      .map(([name]) => name);
    // The search proves nothing for words that were not sent to the provider. File names are not sent.
    const allowed = [
      "refused",
      "wrongField",
      "broken",
      "unusedTicket",
      "modelAnswer",
      "transcribed",
      "fileName",
    ];
    expect(reached).toEqual(Object.keys(secrets).filter((name) => !allowed.includes(name)));
    const responseLocation = /^answer of (?:POST|GET) \/api\/ai\/(?:proxy|stream|transcribe) 200$/;
    const leaks = Object.entries(secrets).flatMap(([name, word]) =>
      locationsOf(word, traces)
        .filter((location) => !responseLocation.test(location))
        .map((location) => `${name}: ${location}`),
    );
    expect(leaks).toEqual([]);
  });

  it("see R7a-15 the search finds text in tables, logs and files", () => {
    const locations = new Set(traces.map(({ location }) => location));
    expect(locations).toContain("log");
    expect(locations).toContain("ai_usage_event.provider_key");
    expect(locations).toContain("ai_stream_ticket.sealed_prompt");
    expect(locationsOf(secrets.modelAnswer, traces).length).toBeGreaterThan(0);
  });
});
