import { afterAll, beforeAll, expect, it } from "vitest";
import { listOrganizationUsers } from "@praxisportal/contract/organizations/organizations.endpoints";
import { updateUser } from "@praxisportal/contract/users/users.endpoints";
import * as endpoints from "@praxisportal/contract/webhooks/webhooks.endpoints";
import { eventually } from "../test/eventually.ts";
import { createTestApp, type TestApp } from "../test/test-app.ts";
import { TestClient } from "../test/test-client.ts";
import { makeDue } from "../test/webhooks/webhook-organization.ts";
import { reachesThisMachine } from "../test/webhooks/webhook-receiver.ts";
import { demoPassword } from "./features/demo/demo-people.ts";
import { type DemoReceiver, startDemoReceiver } from "./demo-receiver.ts";

let testApp: TestApp;
let receiver: DemoReceiver;
beforeAll(async () => {
  testApp = await createTestApp({ DEMO: "on", ...reachesThisMachine });
  receiver = await startDemoReceiver();
  await testApp.app.demo.seed(receiver);
});
afterAll(async () => {
  await receiver.stop();
  await testApp.stop();
});

/** Signs in the owner of the first practice and returns what they see of its webhook. */
async function openWebhook() {
  const client = new TestClient(testApp);
  const { organization } = await client.signIn({ username: "inhaberin", password: demoPassword });
  const params = { id: organization?.id ?? "" };
  const [webhook] = (await client.call(endpoints.listWebhooks, { params })).result.data;
  const webhookParams = { ...params, webhookId: webhook?.id ?? "" };
  return {
    client,
    params,
    webhook,
    deliveries: async () =>
      (await client.call(endpoints.listWebhookDeliveries, { params: webhookParams })).result.data,
    attempts: async (deliveryId: string) =>
      (await client.call(endpoints.getWebhookDelivery, { params: { ...webhookParams, deliveryId } })).result
        .attemptLog,
  };
}

it("the demonstration's first organization has a webhook whose deliveries succeed, fail with a reason and are repeated", async () => {
  const { webhook, deliveries, attempts } = await openWebhook();
  expect(webhook).toMatchObject({ name: "Laborsoftware (Demonstration)", url: receiver.url, enabled: true });
  await eventually(async () =>
    expect((await deliveries()).every(({ lastAttempt }) => lastAttempt)).toBe(true),
  );
  await makeDue(testApp, webhook?.id ?? "");
  await eventually(async () => {
    const outcomes = (await deliveries()).map(({ eventType, state, attempts: made }) => [
      eventType,
      state,
      made,
    ]);
    expect(outcomes).toContainEqual(["user.updated", "succeeded", 1]);
    expect(outcomes).toContainEqual(["user.role_changed", "pending", 2]);
    expect(outcomes.filter(([, state, made]) => state === "succeeded" && made === 2)).toHaveLength(1);
  });
  const responseTexts: (string | null)[] = [];
  for (const { id } of await deliveries()) {
    for (const { status, answer } of await attempts(id)) responseTexts.push(`${status} ${answer}`);
  }
  expect(responseTexts).toContain('422 {"fehler":"Rollen verwaltet die Laborsoftware selbst."}');
  expect(responseTexts).toContain('503 {"fehler":"Die Laborsoftware wird gerade aktualisiert."}');
});

it("the webhook of the demonstration follows its receiver to another port", async () => {
  const secondReceiver = await startDemoReceiver();
  try {
    await testApp.app.demo.moveReceiver(secondReceiver.url);
    const { client, params, webhook, deliveries } = await openWebhook();
    expect(webhook?.url).toBe(secondReceiver.url);
    const before = (await deliveries()).length;
    const users = await client.call(listOrganizationUsers, { params, query: { role: "viewer" } });
    const id = users.result.data[0]?.id ?? "";
    await client.call(updateUser, { params: { id }, body: { phone: "+49 30 23125 099" } });
    await eventually(async () => {
      const currentDeliveries = await deliveries();
      expect(currentDeliveries).toHaveLength(before + 1);
      expect(currentDeliveries[0]).toMatchObject({ eventType: "user.updated", state: "succeeded" });
    });
  } finally {
    await secondReceiver.stop();
  }
});
