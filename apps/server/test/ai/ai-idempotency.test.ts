import { createHash, randomUUID } from "node:crypto";
import * as endpoints from "@praxisportal/contract/ai/ai.endpoints";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { eventually } from "../eventually.ts";
import type { DemoAiUpstream } from "../../../demo-ai-upstream/src/demo-ai-upstream.ts";
import { approve, organizationWithAi, startUpstream } from "./ai.ts";
import { makeApplication } from "../application.ts";
import { queryRows } from "../factories.ts";
import { createTestApp, type TestApp } from "../test-app.ts";
import type { TestClient } from "../test-client.ts";
import { boundary, formBytes, wavOf } from "../upload.ts";

let testApp: TestApp;
let upstream: DemoAiUpstream;
let doctor: TestClient;
let application: TestClient;
let organizationId: string;

beforeAll(async () => {
  testApp = await createTestApp({ AI_CALLS_PER_PERSON: "50" });
  ({ upstream } = await startUpstream(testApp));
});
beforeEach(async () => {
  const setup = await organizationWithAi(testApp);
  organizationId = setup.organization.id;
  await approve(setup.owner, "openai");
  const { client, member } = await setup.as("viewer", ["ai:use"]);
  doctor = client;
  application = (await makeApplication(testApp, member)).client;
});
afterAll(async () => {
  await testApp.stop();
  await upstream.stop();
});

const prompt = (text: string) => ({ prompt: text, provider: "openai", model: "demo-standard" });
const conversation = (content: string, more: object = {}) => ({
  model: "demo-standard",
  messages: [{ role: "user", content }],
  ...more,
});
const json = { "content-type": "application/json" };
const form = (file: string) => ({
  headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
  body: new Uint8Array(
    formBytes([
      { name: "model", content: "demo-diktat" },
      { name: file, fileName: "a.wav", type: "audio/wav", content: wavOf(64_044) },
    ]),
  ),
});
/** All paid calls, with their caller and body. */
const calls: Readonly<
  Record<string, () => { client: TestClient; path: string; headers: object; body: string | Uint8Array }>
> = {
  prompt: () => ({
    client: doctor,
    path: "/api/ai/proxy",
    headers: json,
    body: JSON.stringify(prompt("Kurz. #lang 12")),
  }),
  stream: () => ({
    client: doctor,
    path: "/api/ai/stream",
    headers: json,
    body: JSON.stringify(prompt("Kurz. #lang 12")),
  }),
  recording: () => ({ client: doctor, path: "/api/ai/transcribe", ...form("audio") }),
  "conversation of an application": () => ({
    client: application,
    path: "/api/ai/v1/chat/completions",
    headers: json,
    body: JSON.stringify(conversation("Kurz. #lang 12")),
  }),
  "stream of an application": () => ({
    client: application,
    path: "/api/ai/v1/chat/completions",
    headers: json,
    body: JSON.stringify(conversation("Kurz. #lang 12", { stream: true })),
  }),
  "recording of an application": () => ({
    client: application,
    path: "/api/ai/v1/audio/transcriptions",
    ...form("file"),
  }),
};

async function send(name: string, key: string) {
  const { client, path, headers, body } = (calls[name] as (typeof calls)[string])();
  const response = await client.fetch(path, {
    method: "POST",
    headers: { ...headers, "idempotency-key": key } as Record<string, string>,
    body: body as string,
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text };
}

async function countCalls(): Promise<number> {
  const response = await fetch(`${upstream.url}/demo/calls`, {
    headers: { authorization: `Bearer ${upstream.key}` },
  });
  return ((await response.json()) as { data: unknown[] }).data.length;
}

const booked = () =>
  queryRows<{ id: string; output: number; cost: number }>(
    testApp,
    `select id, output_tokens::int as output, cost_micro::int as cost from ai_usage_event where organization_id = $1`,
    [organizationId],
  );

describe("a repeated idempotency key", () => {
  it.each(Object.keys(calls))(
    "R7x-11 see R9-02 R7a-15 with a %s is not sent or booked again",
    async (name) => {
      const key = randomUUID();
      const before = await countCalls();
      expect((await send(name, key)).status).toBe(200);
      const first = await booked();
      expect(first).toHaveLength(1);
      for (let round = 0; round < 2; round += 1) {
        const { status, text, headers } = await send(name, key);
        expect(status, text).toBe(409);
        const isApplication = name.endsWith("of an application")
          ? { error: { code: "ALREADY_PROCESSED" } }
          : { code: "ALREADY_PROCESSED", bill: { callId: first[0]?.id, costMicros: first[0]?.cost } };
        expect(JSON.parse(text)).toMatchObject(isApplication);
        expect(headers.get("x-should-retry")).toBe("error" in isApplication ? "false" : null);
      }
      expect(await booked()).toEqual(first);
      expect(await countCalls()).toBe(before + 1);
    },
  );

  it("see R9-02 is rejected while the first call is running", async () => {
    const body = prompt("Lang. #lang 60 #warten 1500");
    const headers = { "idempotency-key": randomUUID() };
    const first = doctor.call(endpoints.proxyPrompt, { body, headers });
    await eventually(async () => {
      expect(
        await queryRows(testApp, "select id from ai_call where organization_id = $1", [organizationId]),
      ).toHaveLength(1);
    });
    const second = await doctor.call(endpoints.proxyPrompt, { body, headers });
    expect([second.status, second.problem.code]).toEqual([409, "REQUEST_IN_PROGRESS"]);
    expect((await first).status).toBe(200);
    const third = await doctor.call(endpoints.proxyPrompt, { body, headers });
    expect(third.problem.code).toBe("ALREADY_PROCESSED");
    expect(await booked()).toHaveLength(1);
  });

  it("see R9-02 makes one call if it is sent twenty times at once", async () => {
    const before = await countCalls();
    const body = prompt("Gleichzeitig. #lang 10 #takt 0");
    const headers = { "idempotency-key": randomUUID() };
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => doctor.call(endpoints.proxyPrompt, { body, headers })),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(19);
    expect(await booked()).toHaveLength(1);
    expect(await countCalls()).toBe(before + 1);
  });

  it("see R9-02 is rejected with another prompt or for another call", async () => {
    const headers = { "idempotency-key": randomUUID() };
    await doctor.call(endpoints.proxyPrompt, { body: prompt("Eins. #lang 5"), headers });
    const otherResponse = await doctor.call(endpoints.proxyPrompt, {
      body: prompt("Zwei. #lang 5"),
      headers,
    });
    expect([otherResponse.status, otherResponse.problem.code]).toEqual([422, "IDEMPOTENCY_KEY_REUSED"]);
    const elsewhere = await doctor.call(endpoints.streamPrompt, { body: prompt("Eins. #lang 5"), headers });
    expect(elsewhere.problem.code).toBe("IDEMPOTENCY_KEY_REUSED");
  });

  it("see R9-02 can be used again if no budget could be held for the first call", async () => {
    const limit = (tokens: number | null) =>
      queryRows(
        testApp,
        `insert into ai_policy (organization_id, limit_tokens) values ($1, $2)
         on conflict (organization_id) do update set limit_tokens = $2`,
        [organizationId, tokens],
      );
    await limit(10);
    const parts = { body: prompt("Kurz. #lang 5"), headers: { "idempotency-key": randomUUID() } };
    expect((await doctor.call(endpoints.proxyPrompt, parts)).problem.code).toBe("QUOTA_EXCEEDED");
    await limit(null);
    expect((await doctor.call(endpoints.proxyPrompt, parts)).status).toBe(200);
  });

  it("see R9-02 can be used again after a day", async () => {
    const parts = { body: prompt("Kurz. #lang 5"), headers: { "idempotency-key": randomUUID() } };
    await doctor.call(endpoints.proxyPrompt, parts);
    await queryRows(
      testApp,
      "update idempotency_key set created_at = now() - interval '25 hours' where key = $1",
      [parts.headers["idempotency-key"]],
    );
    expect((await doctor.call(endpoints.proxyPrompt, parts)).status).toBe(200);
    expect(await booked()).toHaveLength(2);
  });

  it("see R7a-07 creates no second ticket", async () => {
    const parts = { body: prompt("Kurz."), headers: { "idempotency-key": randomUUID() } };
    expect((await doctor.call(endpoints.createStreamTicket, parts)).status).toBe(201);
    expect((await doctor.call(endpoints.createStreamTicket, parts)).problem.code).toBe("ALREADY_PROCESSED");
    const [row] = await queryRows(
      testApp,
      "select count(*)::int from ai_stream_ticket where organization_id = $1",
      [organizationId],
    );
    expect(row).toEqual({ count: 1 });
  });

  it("see R7a-15 stores no part of the prompt, and no hash from which it could be guessed", async () => {
    const key = randomUUID();
    const body = prompt("Ja");
    await doctor.call(endpoints.proxyPrompt, { body, headers: { "idempotency-key": key } });
    const [row] = await queryRows<{ request_hash: Buffer }>(
      testApp,
      "select request_hash from idempotency_key where key = $1",
      [key],
    );
    const storedHash = row?.request_hash.toString("hex");
    const canonical = { model: body.model, prompt: body.prompt, provider: body.provider };
    for (const text of [
      "Ja",
      JSON.stringify(body),
      JSON.stringify(canonical),
      JSON.stringify(["ai.proxy", {}, {}, canonical, organizationId]),
      `["ai.proxy",{},{},${JSON.stringify(canonical)},"${organizationId}"]`,
    ]) {
      expect(createHash("sha256").update(text).digest("hex")).not.toBe(storedHash);
    }
    expect(storedHash).toHaveLength(64);
  });
});
