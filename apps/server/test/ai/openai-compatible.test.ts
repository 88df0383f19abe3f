import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { PassThrough } from "node:stream";
import { pipeline } from "node:stream/promises";
import { revokeOrgToken } from "@praxisportal/contract/org-tokens/org-tokens.endpoints";
import OpenAI from "openai";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { eventually } from "../eventually.ts";
import { type DemoAiUpstream, startDemoAiUpstream } from "../../../demo-ai-upstream/src/demo-ai-upstream.ts";
import { approve, completeProvider, platformClient, organizationWithAi, refuseBookings } from "./ai.ts";
import { makeApplication } from "../application.ts";
import { queryRows } from "../factories.ts";
import { createTestApp, type TestApp } from "../test-app.ts";
import type { TestClient } from "../test-client.ts";
import { wavOf } from "../upload.ts";

let testApp: TestApp;
let upstream: DemoAiUpstream;
let operator: TestClient;
let owner: TestClient;
let organizationId: string;
let as: Awaited<ReturnType<typeof organizationWithAi>>["as"];
/** Organization token of a member who may use AI. */
let token: string;
const prices = { EUR: { inputMicro: 1_000_000, outputMicro: 2_000_000 } };
const chat = { kind: "chat", maxOutputTokens: 2_000, prices } as const;

beforeAll(async () => {
  testApp = await createTestApp();
  upstream = await startDemoAiUpstream({ key: "demo-schluessel-0001" });
  operator = await platformClient(testApp);
  const record = { apiKey: upstream.key, baseUrl: upstream.url };
  await completeProvider(operator, "openai", {
    ...record,
    models: [
      { model: "demo-standard", ...chat },
      {
        model: "demo-diktat",
        kind: "audio",
        prices: { EUR: { inputMicro: 0, outputMicro: 0, audioHourMicro: 360_000 } },
      },
    ],
  });
  await completeProvider(operator, "ionos", {
    ...record,
    models: [
      { model: "demo-standard", ...chat },
      { model: "demo-denkend", ...chat },
    ],
  });
});
beforeEach(async () => {
  const setup = await organizationWithAi(testApp);
  ({ owner, as } = setup);
  organizationId = setup.organization.id;
  await approve(owner, "openai");
  token = await tokenOf(["ai:use"]);
});
afterAll(async () => {
  await testApp.stop();
  await upstream.stop();
});

async function tokenOf(permissions: readonly string[]): Promise<string> {
  const { member } = await as("viewer", permissions);
  return (await makeApplication(testApp, member)).pair.accessToken;
}

/** Creates the official client and counts its requests, including automatic retries. */
function clientOf(apiKey = token) {
  let sent = 0;
  const client = new OpenAI({
    apiKey,
    baseURL: `${testApp.baseUrl}/api/ai/v1`,
    defaultHeaders: { "accept-language": "de" },
    fetch: (input, init) => {
      sent += 1;
      return fetch(input, init);
    },
  });
  return { client, sent: () => sent };
}

const ask = (content: string, more: object = {}) => ({
  model: "openai/demo-standard",
  messages: [{ role: "user" as const, content }],
  ...more,
});

/** Returns the error that the client throws. */
async function errorOf(call: Promise<unknown>) {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof OpenAI.APIError)) throw new Error("no error of the client", { cause: error });
  const { status, code, type, param, message } = error;
  return { status, code, type, param, message };
}

const events = () =>
  queryRows(
    testApp,
    `select outcome, input_tokens::int as input, output_tokens::int as output, is_estimated, token_id is not null as token
     from ai_usage_event where organization_id = $1 order by occurred_at`,
    [organizationId],
  );

describe("the official OpenAI client", () => {
  it("see R7a-01 gets answers that are paid from the budget of the organization", async () => {
    const { client } = clientOf();
    const answer = await client.chat.completions.create(
      ask("Bitte einen Satz. #lang 30", { max_tokens: 500 }),
    );
    expect(answer.object).toBe("chat.completion");
    expect(answer.model).toBe("openai/demo-standard");
    expect(answer.choices[0]?.message.content).toMatch(/^Demonstration – keine echte KI/);
    expect(answer.choices[0]?.finish_reason).toBe("stop");
    const { usage } = answer;
    expect(usage?.completion_tokens).toBe(30);
    expect(usage?.total_tokens).toBe((usage?.prompt_tokens ?? 0) + 30);
    expect(await events()).toEqual([
      { outcome: "done", input: usage?.prompt_tokens, output: 30, is_estimated: false, token: true },
    ]);
    const [event] = await queryRows<{ id: string }>(
      testApp,
      "select id from ai_usage_event where organization_id = $1",
      [organizationId],
    );
    expect(answer.id).toBe(`chatcmpl-${event?.id}`);
  });

  it("gets an error at the end of a stream whose call cannot be booked", async () => {
    const { client } = clientOf();
    const allow = await refuseBookings(testApp);
    const chunks = await client.chat.completions.create({
      ...ask("Ein Satz. #lang 5 #takt 0"),
      stream: true,
    });
    const error = await errorOf(pipeline(chunks, new PassThrough({ objectMode: true }).resume()));
    await allow();
    expect(error.code).toBe("SERVICE_UNAVAILABLE");
  });

  it("see R7a-01 forwards the complete conversation with its model parameters", async () => {
    const bodies: Record<string, unknown>[] = [];
    const otherProvider = await recordingProvider(bodies);
    try {
      await completeProvider(operator, "azure", {
        baseUrl: otherProvider.url,
        models: [{ model: "praxis-1", kind: "chat", maxOutputTokens: 900, prices }],
      });
      await approve(owner, "azure");
      const { client } = clientOf();
      const answer = await client.chat.completions.create({
        model: "praxis-1",
        messages: [
          { role: "developer", content: "Kurz." },
          {
            role: "user",
            content: [
              { type: "text", text: "Guten" },
              { type: "text", text: "Tag" },
            ],
          },
          { role: "assistant", content: "Guten Tag!" },
          { role: "user", content: "Und weiter?" },
        ],
        max_completion_tokens: 5_000,
        temperature: 0,
        top_p: 0.5,
        stop: "Ende",
        n: 1,
        store: false,
      });
      expect(answer.choices[0]?.message.content).toBe("Ja.");
      expect(bodies).toEqual([
        {
          model: "praxis-1",
          messages: [
            { role: "system", content: "Kurz." },
            { role: "user", content: "Guten\nTag" },
            { role: "assistant", content: "Guten Tag!" },
            { role: "user", content: "Und weiter?" },
          ],
          max_completion_tokens: 900,
          temperature: 0,
          top_p: 0.5,
          stop: ["Ende"],
          stream: false,
        },
      ]);
    } finally {
      await otherProvider.stop();
    }
  });

  it("see R7a-06 reads a stream to its end, with its usage", async () => {
    const { client } = clientOf();
    const stream = await client.chat.completions.create({
      ...ask("Bitte streamen. #lang 40 #takt 0"),
      stream: true,
      stream_options: { include_usage: true },
    });
    let text = "";
    const reasons: unknown[] = [];
    const usages: unknown[] = [];
    for await (const chunk of stream) {
      text += chunk.choices[0]?.delta.content ?? "";
      if (chunk.choices[0]?.finish_reason) reasons.push(chunk.choices[0].finish_reason);
      if (chunk.usage) usages.push(chunk.usage.completion_tokens);
    }
    expect(text).toMatch(/^Demonstration – keine echte KI/);
    expect([reasons, usages]).toEqual([["stop"], [40]]);
    expect(await events()).toMatchObject([{ outcome: "done", output: 40 }]);
  });

  it("see R1-14 can disconnect midway, which stops the provider and books the usage so far as estimated", async () => {
    const { client } = clientOf();
    const before = (await generated()).length;
    const stream = await client.chat.completions.create({
      ...ask("Lang. #lang 4000 #takt 40"),
      stream: true,
    });
    let seen = 0;
    for await (const chunk of stream) {
      seen += chunk.choices[0]?.delta.content ? 1 : 0;
      if (seen === 4) break;
    }
    await eventually(async () => {
      expect((await generated()).slice(before)).toMatchObject([{ outcome: "aborted" }]);
      expect(await events()).toMatchObject([{ outcome: "aborted", is_estimated: true, token: true }]);
    });
    expect(
      await queryRows(testApp, "select id from ai_call where organization_id = $1", [organizationId]),
    ).toEqual([]);
  });

  it("see R7a-12 lists the models that the organization may use", async () => {
    const { client } = clientOf();
    const names = async () => (await client.models.list()).data.map(({ id }) => id);
    expect(await names()).toEqual(["openai/demo-diktat", "openai/demo-standard"]);
    await approve(owner, "ionos");
    await eventually(async () => {
      expect(await names()).toEqual([
        "ionos/demo-denkend",
        "ionos/demo-standard",
        "openai/demo-diktat",
        "openai/demo-standard",
      ]);
    });
  });

  it("see R7a-12 can omit the provider if only one usable provider has the model", async () => {
    const { client } = clientOf();
    const answer = await client.chat.completions.create(ask("Kurz. #lang 9", { model: "demo-standard" }));
    expect(answer.model).toBe("demo-standard");
    await approve(owner, "ionos");
    await eventually(async () => {
      expect(
        await errorOf(client.chat.completions.create(ask("Kurz.", { model: "demo-standard" }))),
      ).toMatchObject({
        status: 400,
        code: "VALIDATION_FAILED",
        param: "model",
      });
    });
    expect(await errorOf(client.chat.completions.create(ask("Kurz.", { model: "gpt-99" })))).toMatchObject({
      status: 404,
      code: "NOT_FOUND",
      param: "model",
    });
  });

  it("see R7a-15 R8-71 gets the portal’s own text for an error inside a stream, without any part of the prompt", async () => {
    const client = clientOf().client.withOptions({ defaultHeaders: { "accept-language": "fr" } });
    const stream = await client.chat.completions.create({
      ...ask("Geheime Angabe. #lang 200 #takt 0 #fehler-im-strom 503"),
      stream: true,
    });
    const error = await errorOf(
      (async () => {
        for await (const chunk of stream) expect(chunk.object).toBe("chat.completion.chunk");
      })(),
    );
    expect(error).toMatchObject({ code: "AI_PROVIDER_OVERLOADED", type: "server_error" });
    expect(error.message).toContain("Le fournisseur d’IA est actuellement surchargé");
    expect(error.message).not.toContain("Geheime");
  });
});

describe("recordings of the OpenAI client", () => {
  const wav = () => new File([new Uint8Array(wavOf(96_044))], "diktat.wav", { type: "audio/wav" });

  it("see R7a-13 R1-15 are transcribed with the model before or after them", async () => {
    const { client } = clientOf();
    const file = wav();
    for (const body of [
      { model: "openai/demo-diktat", file },
      { file, model: "demo-diktat", language: "de" },
    ]) {
      const answer = await client.audio.transcriptions.create(body);
      expect(answer.text).toContain("Demonstration");
    }
    expect(await speech()).toEqual([
      { outcome: "done", kind: "audio", seconds: 3, token: true },
      { outcome: "done", kind: "audio", seconds: 3, token: true },
    ]);
  });

  it("see R7a-13 return plain text if the client requests it", async () => {
    const { client } = clientOf();
    const body = { model: "demo-diktat", file: wav(), response_format: "text" as const };
    const answer: unknown = await client.audio.transcriptions.create(body);
    expect(answer).toMatch(/^.*Demonstration.*\n$/);
  });

  it.each([
    ["response_format", { response_format: "verbose_json" as const }],
    ["prompt", { prompt: "Befund" }],
    ["temperature", { temperature: 0.2 }],
    ["model", { model: "whisper-99" }],
  ])("see R7a-13 with an unsupported %s are rejected, and the error names it", async (param, more) => {
    const { client } = clientOf();
    const body = { file: wav(), model: "demo-diktat", ...more };
    expect(await errorOf(client.audio.transcriptions.create(body))).toMatchObject({ param });
    expect(await speech()).toEqual([]);
  });

  it("see R7a-13 that are not audio are rejected", async () => {
    const { client } = clientOf();
    const file = new File(["kein Ton, nur Text, und davon genug für einen Kopf"], "a.wav", {
      type: "audio/wav",
    });
    expect(await errorOf(client.audio.transcriptions.create({ file, model: "demo-diktat" }))).toMatchObject({
      status: 400,
      code: "VALIDATION_FAILED",
      param: "file",
    });
  });

  it("see R5-43 R5-45 R9-24 are transcribed up to 10485760 bytes and rejected above, even if the model follows the file", async () => {
    const { client } = clientOf();
    const transcribeBytes = (bytes: number) =>
      client.audio.transcriptions.create({
        file: new File([new Uint8Array(wavOf(bytes))], "lang.wav", { type: "audio/wav" }),
        model: "demo-diktat",
      });
    expect(await errorOf(transcribeBytes(10_485_761))).toMatchObject({
      status: 413,
      code: "PAYLOAD_TOO_LARGE",
    });
    expect(await speech()).toEqual([]);
    expect((await transcribeBytes(10_485_760)).text).toContain("Demonstration");
    expect(await speech()).toMatchObject([{ outcome: "done", kind: "audio", seconds: 328 }]);
  });
});

describe("rejected requests", () => {
  it.each([
    ["tools", { tools: [{ type: "function", function: { name: "f" } }] }],
    ["n", { n: 2 }],
    ["logprobs", { logprobs: true }],
    ["seed", { seed: 7 }],
    ["user", { user: "praxis" }],
    ["response_format.type", { response_format: { type: "json_object" } }],
    ["max_tokens", { max_tokens: 5, max_completion_tokens: 5 }],
    ["stream_options", { stream_options: { include_usage: true } }],
    ["temperature", { temperature: 2.5 }],
    ["stop", { stop: ["a", "b", "c", "d", "e"] }],
    ["messages[0].role", { messages: [{ role: "tool", tool_call_id: "x", content: "x" }] }],
    ["messages[0].name", { messages: [{ role: "user", name: "x", content: "x" }] }],
    [
      "messages[0].content[1].type",
      {
        messages: [
          {
            role: "user",
            content: [
              { type: "text", text: "Was ist das?" },
              { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } },
            ],
          },
        ],
      },
    ],
    ["messages", { messages: [{ role: "system", content: "Kurz." }] }],
  ])(
    "see R7a-01 an unsupported %s is rejected by its name, without a retry and without cost",
    async (param, more) => {
      const { client, sent } = clientOf();
      const error = await errorOf(client.chat.completions.create(ask("Hallo", more)));
      expect(error).toMatchObject({ status: 400, code: "VALIDATION_FAILED", type: "invalid_request_error" });
      expect(error.param).toBe(param);
      expect(sent()).toBe(1);
      expect(await events()).toEqual([]);
    },
  );

  it("see R7a-01 an invalid or revoked token is rejected", async () => {
    const wrongClient = clientOf(`${token.slice(0, -4)}AAAA`);
    expect(await errorOf(wrongClient.client.models.list())).toMatchObject({
      status: 401,
      code: "NOT_AUTHENTICATED",
      type: "authentication_error",
    });
    expect(wrongClient.sent()).toBe(1);
    const { client, member } = await as("viewer", ["ai:use"]);
    const { pair } = await makeApplication(testApp, member);
    const compatible = clientOf(pair.accessToken).client;
    await compatible.models.list();
    await client.call(revokeOrgToken, {
      body: { organizationId, applicationId: "kasse-am-empfang" },
    });
    await eventually(async () => {
      expect(await errorOf(compatible.models.list())).toMatchObject({ status: 401 });
    });
  });

  it("see R7a-01 a token of a user who may not use the AI and a user's session are rejected", async () => {
    const { client, sent } = clientOf(await tokenOf([]));
    expect(await errorOf(client.chat.completions.create(ask("Hallo")))).toMatchObject({
      status: 403,
      code: "FORBIDDEN",
      type: "permission_error",
    });
    expect(sent()).toBe(1);
    const person = (await as("viewer", ["ai:use"])).client;
    expect(await errorOf(clientOf(person.accessToken).client.models.list())).toMatchObject({
      status: 403,
      code: "FORBIDDEN",
    });
  });

  it("see R7a-01 requests of a suspended organization are rejected", async () => {
    await queryRows(testApp, "update organization set status = 'suspended' where organization_id = $1", [
      organizationId,
    ]);
    testApp.app.callers.cache.forgetAll();
    const { client, sent } = clientOf();
    expect(await errorOf(client.chat.completions.create(ask("Hallo")))).toMatchObject({
      status: 403,
      code: "ORGANIZATION_SUSPENDED",
    });
    expect(sent()).toBe(1);
  });

  it("see R7b-08 a call that exceeds the budget is rejected and not retried", async () => {
    await queryRows(
      testApp,
      `insert into ai_policy (organization_id, limit_tokens) values ($1, 100)
       on conflict (organization_id) do update set limit_tokens = 100`,
      [organizationId],
    );
    const { client, sent } = clientOf();
    expect(await errorOf(client.chat.completions.create(ask("Hallo", { max_tokens: 500 })))).toMatchObject({
      status: 403,
      code: "QUOTA_EXCEEDED",
      type: "insufficient_quota",
    });
    expect(sent()).toBe(1);
  });

  it("see R7a-16 a call to a provider that the organization has not approved is rejected, with the missing requirements", async () => {
    const error = await errorOf(
      clientOf().client.chat.completions.create(ask("Hallo", { model: "demo-denkend" })),
    );
    expect(error).toMatchObject({ status: 403, code: "AI_PROVIDER_NOT_READY" });
    expect(error.message).toContain("freigegeben");
  });

  it("see R7a-01 a provider failure is not paid twice, and only transient failures are retried", async () => {
    const failing = clientOf();
    expect(await errorOf(failing.client.chat.completions.create(ask("#fehler 401")))).toMatchObject({
      status: 502,
      code: "AI_PROVIDER_FAILED",
    });
    expect(failing.sent()).toBe(1);
    const busy = clientOf();
    expect(
      await errorOf(busy.client.chat.completions.create(ask("#fehler 429"), { maxRetries: 1 })),
    ).toMatchObject({
      status: 503,
      code: "AI_PROVIDER_OVERLOADED",
    });
    expect(busy.sent()).toBe(2);
  });

  it("see R7a-01 unknown calls and invalid JSON get errors in OpenAI's format", async () => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const post = (path: string, body: string) =>
      fetch(`${testApp.baseUrl}/api/ai/v1/${path}`, { method: "POST", headers, body });
    for (const [path, body, status, code] of [
      ["embeddings", "{}", 404, "NOT_FOUND"],
      ["models", "{}", 405, "METHOD_NOT_ALLOWED"],
      ["chat/completions", "{", 400, "MALFORMED_JSON"],
    ] as const) {
      const response = await post(path, body);
      expect(response.status).toBe(status);
      expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
      expect(await response.json()).toMatchObject({ error: { code, type: "invalid_request_error" } });
    }
  });
});

function speech() {
  return queryRows(
    testApp,
    `select outcome, kind, audio_seconds::int as seconds, token_id is not null as token
     from ai_usage_event where organization_id = $1 order by occurred_at`,
    [organizationId],
  );
}

async function generated() {
  const response = await fetch(`${upstream.url}/demo/calls`, {
    headers: { authorization: `Bearer ${upstream.key}` },
  });
  return ((await response.json()) as { data: { outcome: string }[] }).data;
}

/** Starts a provider that responds to every request with success and records it. */
async function recordingProvider(bodies: Record<string, unknown>[]) {
  const listener: RequestListener = (request, response) => {
    let text = "";
    request.on("data", (bytes: Buffer) => (text += bytes.toString("utf8")));
    request.on("end", () => {
      bodies.push(JSON.parse(text) as Record<string, unknown>);
      response.setHeader("content-type", "application/json");
      response.end(
        JSON.stringify({
          choices: [{ index: 0, message: { role: "assistant", content: "Ja." }, finish_reason: "stop" }],
          usage: { prompt_tokens: 20, completion_tokens: 2, total_tokens: 22 },
        }),
      );
    });
  };
  const server = createServer(listener);
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => {
      server.closeAllConnections();
      return new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}
