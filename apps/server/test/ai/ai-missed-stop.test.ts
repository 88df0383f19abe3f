import * as endpoints from "@praxisportal/contract/ai/ai.endpoints";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { eventually } from "../eventually.ts";
import { type DemoAiUpstream, startDemoAiUpstream } from "../../../demo-ai-upstream/src/demo-ai-upstream.ts";
import { approve, completeProvider, platformClient, organizationWithAi } from "./ai.ts";
import { queryRows } from "../factories.ts";
import { createTestApp, type TestApp } from "../test-app.ts";

let testApp: TestApp;
let upstream: DemoAiUpstream;
const prices = { EUR: { inputMicro: 1_000_000, outputMicro: 2_000_000 } };

beforeAll(async () => {
  testApp = await createTestApp();
  upstream = await startDemoAiUpstream({ key: "demo-schluessel-0001" });
  const operator = await platformClient(testApp);
  for (const p of ["openai", "ionos"]) {
    await completeProvider(operator, p, {
      apiKey: upstream.key,
      baseUrl: upstream.url,
      models: [{ model: "demo-standard", kind: "chat", maxOutputTokens: 20_000, prices }],
    });
  }
});
const readers: AbortController[] = [];
afterEach(() => {
  for (const reader of readers.splice(0)) reader.abort();
});
afterAll(async () => {
  await testApp.stop();
  await upstream.stop();
});

/** Starts reading a long response. `end` resolves when it ends, with the reason. `leave` disconnects. */
async function startReading(provider: string) {
  const { organization, owner, as } = await organizationWithAi(testApp);
  await approve(owner, provider);
  const { client, member } = await as("viewer", ["ai:use"]);
  const controller = new AbortController();
  readers.push(controller);
  const response = await client.fetch(endpoints.streamPrompt.path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      prompt: "Lang. #lang 20000 #takt 20",
      provider,
      model: "demo-standard",
      maxTokens: 20_000,
    }),
    signal: controller.signal,
  });
  expect(response.status, response.ok ? "" : await response.text()).toBe(200);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  await reader?.read();
  let text = "";
  const end = (async () => {
    for (;;) {
      const chunk = await reader?.read();
      if (chunk === undefined || chunk.done) return text;
      text += chunk.value;
    }
  })().catch(() => text);
  return { organizationId: organization.id, personId: member.personId, end, leave: () => controller.abort() };
}

const isOpen = async (organizationId: string) =>
  (await queryRows(testApp, "select id from ai_call where organization_id = $1", [organizationId])).length ===
  1;

/** Terminates the bus connection of this process, which then reconnects automatically. */
async function loseConnection(): Promise<void> {
  // Only the same role may terminate the connection.
  const { rows: ended } = await testApp.databases.app.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name = 'praxisportal bus'`,
  );
  expect(ended).toHaveLength(1);
}

it.each([
  ["organization", "insert into ai_policy (organization_id, stopped_at) values ($1, now())"],
  ["person", "insert into ai_person_limit (organization_id, person_id, stopped_at) values ($1, $2, now())"],
  ["provider", "update ai_provider set stopped_at = now() where key = 'openai' and $1::uuid is not null"],
  ["platform", "update ai_platform set stopped_at = now() where $1::uuid is not null"],
])("see R7b-08 a missed stop of the %s ends running calls after the gap", async (scope, statement) => {
  const firstReader = await startReading("openai");
  const secondReader = await startReading("ionos");
  const values = [firstReader.organizationId, firstReader.personId].slice(0, scope === "person" ? 2 : 1);
  await queryRows(testApp, statement, values);
  expect(await isOpen(firstReader.organizationId)).toBe(true);
  await loseConnection();
  expect(await firstReader.end).toContain('"code":"AI_STOPPED"');
  await eventually(async () => expect(await isOpen(firstReader.organizationId)).toBe(false));
  // Streams outside the scope of the stop continue.
  await eventually(async () => expect(await isOpen(secondReader.organizationId)).toBe(scope !== "platform"));
  secondReader.leave();
  await secondReader.end;
  await queryRows(testApp, "update ai_provider set stopped_at = null");
  await queryRows(testApp, "update ai_platform set stopped_at = null");
  await eventually(async () => expect(await isOpen(secondReader.organizationId)).toBe(false));
});

it("R0-243 /metrics has the number of AI calls that are running in this process", async () => {
  const running = async () => {
    const text = await (await fetch(new URL("/metrics", testApp.baseUrl))).text();
    return Number(/^praxisportal_ai_calls_running (\d+)$/m.exec(text)?.[1]);
  };
  await eventually(async () => expect(await running()).toBe(0));
  const firstReader = await startReading("openai");
  const secondReader = await startReading("ionos");
  expect(await running()).toBe(2);
  firstReader.leave();
  await eventually(async () => expect(await running()).toBe(1));
  secondReader.leave();
  await eventually(async () => expect(await running()).toBe(0));
});
