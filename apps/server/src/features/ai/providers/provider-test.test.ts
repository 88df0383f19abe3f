import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import * as endpoints from "@praxisportal/contract/ai/ai.endpoints";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { completeProvider, platformClient, organizationWithAi, testKey } from "../../../../test/ai/ai.ts";
import { auditEntries, queryRows } from "../../../../test/factories.ts";
import { createTestApp, type TestApp } from "../../../../test/test-app.ts";
import { TestClient } from "../../../../test/test-client.ts";
import { platformChainId } from "../../../platform/audit/audit-record.ts";

let testApp: TestApp;
let operator: TestClient;
const servers: Server[] = [];
beforeAll(async () => {
  testApp = await createTestApp();
  operator = await platformClient(testApp);
});
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});
afterAll(() => testApp.stop());

type Respond = (response: ServerResponse) => void;

/** Starts a provider on this machine and registers it as OpenAI. Returns the requests that it received. */
async function provider(respond: Respond, change: object = {}) {
  const receivedRequests: {
    body: Record<string, unknown>;
    key: string | undefined;
    path: string | undefined;
  }[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = JSON.parse(Buffer.concat(chunks).toString("utf8")) as Record<string, unknown>;
      receivedRequests.push({ body, key: request.headers.authorization, path: request.url });
      respond(response);
    });
  }).listen(0, "127.0.0.1");
  servers.push(server);
  await once(server, "listening");
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  await completeProvider(operator, "openai", { baseUrl, enabled: false, ...change });
  return receivedRequests;
}

const sendJson = (response: ServerResponse, status: number, body: unknown) => {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
};
const sendResponse: Respond = (response) =>
  sendJson(response, 200, {
    choices: [{ message: { role: "assistant", content: "P" }, finish_reason: "length" }],
    usage: { prompt_tokens: 9, completion_tokens: 1, total_tokens: 10 },
  });
const runTest = (body: object = {}, client = operator, headers: Record<string, string> = {}) =>
  client.call(endpoints.testAiProvider, { params: { p: "openai" }, body, headers });

it("R7a-11 requests one token and reports latency and cost, even for a disabled provider", async () => {
  const receivedRequests = await provider((response) => setTimeout(() => sendResponse(response), 80));
  const startedAt = performance.now();
  const { result } = await runTest();
  // The provider took 80 ms to respond, and the whole test call took at least as long.
  expect(result.latencyMs).toBeGreaterThanOrEqual(75);
  expect(result.latencyMs).toBeLessThanOrEqual(Math.ceil(performance.now() - startedAt));
  expect(result).toEqual({
    ok: true,
    model: "probe-1",
    latencyMs: expect.any(Number),
    inputTokens: 9,
    outputTokens: 1,
    // 9 tokens at 1 and one at 2 millionths.
    costMicro: 11,
    currency: "EUR",
    failure: null,
  });
  expect(receivedRequests).toMatchObject([
    {
      path: "/v1/chat/completions",
      key: `Bearer ${testKey}`,
      body: { model: "probe-1", max_completion_tokens: 1, messages: [{ role: "user", content: "Ping" }] },
    },
  ]);
});

it("see R7a-11 is not logged, not counted as usage and charged to no budget", async () => {
  await provider(sendResponse);
  const before = (await auditEntries(testApp, platformChainId, "ai.provider_updated")).length;
  const entries = await queryRows(testApp, "select count(*) from audit_entry");
  expect((await runTest()).result.ok).toBe(true);
  expect(await queryRows(testApp, "select count(*) from audit_entry")).toEqual(entries);
  expect((await auditEntries(testApp, platformChainId, "ai.provider_updated")).length).toBe(before);
  const usageRows = await queryRows(
    testApp,
    `select (select count(*)::int from ai_usage_event) + (select count(*)::int from ai_call)
       + (select count(*)::int from ai_platform_balance) as rows`,
  );
  expect(usageRows).toEqual([{ rows: 0 }]);
});

it("R7a-11 a test call of an unpriced model reports no cost", async () => {
  await provider(sendResponse, { models: [{ model: "probe-1", kind: "chat", prices: { EUR: null } }] });
  expect((await runTest()).result).toMatchObject({ ok: true, costMicro: null, currency: null });
});

it.each([
  [401, "refused_key", "Der Anbieter lehnt den API-Schlüssel, das Projekt oder das Guthaben ab."],
  [404, "bad_request", "Der Anbieter nimmt diese Anfrage nicht an. Bitte prüfen Sie Modell und Adresse."],
  [429, "rate_limited", "Der Anbieter nimmt zurzeit keine weiteren Anfragen an."],
  [503, "overloaded", "Der Anbieter ist zurzeit überlastet."],
] as const)(
  "see R7a-11 explains a %i of the provider, without a retry and without its text",
  async (status, kind, message) => {
    const receivedRequests = await provider((response) =>
      sendJson(response, status, { error: { message: `Incorrect key ${testKey}` } }),
    );
    const { result } = await runTest({}, operator, { "accept-language": "de" });
    expect(result).toMatchObject({ ok: false, failure: { kind, status, message }, costMicro: null });
    expect(JSON.stringify(result)).not.toContain(testKey);
    expect(receivedRequests).toHaveLength(1);
  },
);

it("R7a-11 reports an unreachable provider and an invalid response", async () => {
  await provider((response) => response.end("<html>"));
  expect((await runTest()).result.failure?.kind).toBe("unavailable");
  await provider((response) => response.destroy());
  const { result } = await runTest({}, operator, { "accept-language": "en" });
  expect(result.failure?.message).toBe(
    "The provider cannot be reached or answers differently than expected. Please check the address.",
  );
});

it("see R7a-11 reports what is missing before anything is sent", async () => {
  const receivedRequests = await provider(sendResponse, { apiKey: null });
  expect((await runTest()).result.failure?.kind).toBe("keyMissing");
  await completeProvider(operator, "openai", { enabled: false, models: [] });
  expect((await runTest()).result).toMatchObject({ latencyMs: null, failure: { kind: "modelMissing" } });
  await completeProvider(operator, "openai", { enabled: false });
  expect((await runTest({ model: "nirgends" })).result.failure?.kind).toBe("modelMissing");
  // An address that was allowed when it was set, and no longer is.
  await queryRows(testApp, "update ai_provider set base_url = 'https://10.0.0.8/v1' where key = 'openai'");
  expect((await runTest()).result.failure?.kind).toBe("addressRefused");
  expect(receivedRequests).toEqual([]);
});

it("see R7a-11 is available to platform administrators only", async () => {
  await provider(sendResponse);
  expect((await runTest({}, await platformClient(testApp, "admin"))).result.ok).toBe(true);
  const { owner } = await organizationWithAi(testApp);
  expect((await runTest({}, owner)).problem.code).toBe("FORBIDDEN");
  expect((await runTest({}, new TestClient(testApp))).problem.code).toBe("NOT_AUTHENTICATED");
});
