import * as endpoints from "@praxisportal/contract/ai/ai.endpoints";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type DemoAiUpstream } from "../../../demo-ai-upstream/src/demo-ai-upstream.ts";
import { eventually } from "../eventually.ts";
import { queryRows } from "../factories.ts";
import { createTestApp, type TestApp } from "../test-app.ts";
import type { TestClient } from "../test-client.ts";
import { organizationThatUsesAi, startUpstream } from "./ai.ts";

let testApp: TestApp;
let upstream: DemoAiUpstream;
beforeAll(async () => {
  testApp = await createTestApp();
  ({ upstream } = await startUpstream(testApp));
});
afterAll(async () => {
  await testApp.stop();
  await upstream.stop();
});

it("see R7b-08 a call is booked even if the database lost its hold while it was running", async () => {
  const { organizationId, colleague } = await organizationThatUsesAi(testApp);
  const parameters = [organizationId];
  const running = colleague.call(endpoints.proxyPrompt, {
    body: { prompt: "Lang. #lang 60 #warten 2000", provider: "openai", model: "demo-standard" },
  });
  await eventually(async () =>
    expect(
      await queryRows(testApp, "select from ai_call where organization_id = $1", parameters),
    ).toHaveLength(1),
  );
  // After a crash or a failover, the commit of the hold may be lost while the call continues.
  await queryRows(testApp, "delete from ai_call where organization_id = $1", parameters);
  await queryRows(testApp, "delete from ai_balance where organization_id = $1", parameters);
  await running;
  const [booked, ...others] = await queryRows<{ output_tokens: string }>(
    testApp,
    "select output_tokens from ai_usage_event where organization_id = $1",
    parameters,
  );
  expect(others).toEqual([]);
  expect(Number(booked?.output_tokens)).toBeGreaterThan(0);
});

it("see R0-243 /metrics counts streams that broke off, and organizations near their AI budget without naming them", async () => {
  const samples = async () => {
    const text = await (await fetch(new URL("/metrics", testApp.baseUrl))).text();
    const lines = text.matchAll(/^praxisportal_ai_(calls_ended_total|budgets_used)\{(.*)\} (\S+)$/gm);
    return Object.fromEntries(Array.from(lines, ([, , labels = "", value]) => [labels, Number(value)]));
  };
  const organizations = [
    await organizationThatUsesAi(testApp),
    await organizationThatUsesAi(testApp),
  ] as const;
  const [near, reached] = organizations;
  const ask = (client: TestClient, prompt: string) =>
    client.fetch(endpoints.streamPrompt.path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ prompt, provider: "openai", model: "demo-standard", maxTokens: 50 }),
    });
  const complete = await ask(near.colleague, "Kurz. #takt 0");
  expect(await complete.text()).toContain("event: done");
  await (await ask(reached.colleague, "Kurz. #takt 0")).text();
  const brokenCall = await ask(near.colleague, "Kurz. #abbruch #takt 0");
  expect(brokenCall.status).toBe(200);
  expect(await brokenCall.text()).toContain("event: failed");
  const setLimit = (organizationId: string, share: number) =>
    queryRows(
      testApp,
      `insert into ai_policy (organization_id, limit_tokens)
      select organization_id, ceil(used_tokens * $2::float8) from ai_balance
      where organization_id = $1 and person_id = '00000000-0000-0000-0000-000000000000'
      on conflict (organization_id) do update set limit_tokens = excluded.limit_tokens`,
      [organizationId, share],
    );
  await setLimit(near.organizationId, 1.2);
  await setLimit(reached.organizationId, 1);
  expect(await samples()).toMatchObject({
    'outcome="failed"': 1,
    'outcome="refused"': 0,
    'percent="80"': 2,
    'percent="100"': 1,
  });
});
