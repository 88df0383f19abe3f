import { updateAiProvider } from "@praxisportal/contract/ai/ai.endpoints";
import { afterAll, beforeAll, expect, it } from "vitest";
import { platformClient } from "../ai/ai.ts";
import { eventually } from "../eventually.ts";
import { createTestApp, type TestApp } from "../test-app.ts";
import { openOrganizationWithWebhooks } from "../webhooks/webhook-organization.ts";
import { reachesThisMachine, startReceiver, type WebhookReceiver } from "../webhooks/webhook-receiver.ts";

let testApp: TestApp;
let receiver: WebhookReceiver;
beforeAll(async () => {
  testApp = await createTestApp({ ...reachesThisMachine, AI_ALLOW_LOOPBACK: "off" });
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver.stop();
  await testApp.stop();
});

it("R0-299 OUTGOING_ALLOW allows webhooks but not calls to AI providers", async () => {
  const webhooks = await openOrganizationWithWebhooks(testApp);
  await webhooks.add(receiver.url);
  await webhooks.change();
  await eventually(() => expect(receiver.received).toHaveLength(1));

  const operator = await platformClient(testApp);
  const setAddress = (baseUrl: string) =>
    operator.call(updateAiProvider, { params: { p: "vllm" }, body: { baseUrl } });
  const refusal = await setAddress(new URL(receiver.url).origin);
  expect([refusal.status, refusal.problem.errors?.map(({ path }) => path)]).toEqual([400, ["baseUrl"]]);
  expect((await setAddress("https://ki.example.org")).status).toBe(200);
});
