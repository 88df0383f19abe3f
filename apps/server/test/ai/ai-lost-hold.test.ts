import * as endpoints from "@praxisportal/contract/ai/ai.endpoints";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type DemoAiUpstream } from "../../../demo-ai-upstream/src/demo-ai-upstream.ts";
import { eventually } from "../eventually.ts";
import { queryRows } from "../factories.ts";
import { createTestApp, type TestApp } from "../test-app.ts";
import { organizationThatUsesAi, startUpstream } from "./ai.ts";

let test: TestApp;
let upstream: DemoAiUpstream;
beforeAll(async () => {
  test = await createTestApp();
  ({ upstream } = await startUpstream(test));
});
afterAll(async () => {
  await test.stop();
  await upstream.stop();
});

it("see R7b-08 a call is booked although the database lost its hold while it ran", async () => {
  const { organizationId, colleague } = await organizationThatUsesAi(test);
  const owned = [organizationId];
  const answer = colleague.call(endpoints.proxyPrompt, {
    body: { prompt: "Lang. #lang 60 #warten 2000", provider: "openai", model: "demo-standard" },
  });
  await eventually(async () =>
    expect(await queryRows(test, "select from ai_call where organization_id = $1", owned)).toHaveLength(1),
  );
  // As after a crash or a failover: the commit of the hold did not survive, the call goes on.
  await queryRows(test, "delete from ai_call where organization_id = $1", owned);
  await queryRows(test, "delete from ai_balance where organization_id = $1", owned);
  await answer;
  const [booked, ...others] = await queryRows<{ output_tokens: string }>(
    test,
    "select output_tokens from ai_usage_event where organization_id = $1",
    owned,
  );
  expect(others).toEqual([]);
  expect(Number(booked?.output_tokens)).toBeGreaterThan(0);
});
