import { createDepartment } from "@praxisportal/contract/departments/departments.endpoints";
import * as endpoints from "@praxisportal/contract/webhooks/webhooks.endpoints";
import { expect } from "vitest";
import { eventually } from "../eventually.ts";
import { makeMember, makeOrganization, queryRows, unique } from "../factories.ts";
import type { TestApp } from "../test-app.ts";
import { TestClient } from "../test-client.ts";

/** Creates an organization with an administrator who manages its webhooks. */
export async function openOrganizationWithWebhooks(testApp: TestApp) {
  const organization = await makeOrganization(testApp);
  const member = await makeMember(testApp, organization.id, "org_admin");
  const client = new TestClient(testApp);
  await client.signIn(member);
  const params = { id: organization.id };
  const create = (body: object) =>
    client.call(endpoints.createWebhook, {
      params,
      body: { name: "Labor", eventTypes: ["department.created"], ...body },
    });
  return {
    client,
    organization,
    member,
    params,
    /** Calls the server to create a webhook. */
    create,
    /** Creates a webhook and returns it with its secret. */
    async add(url: string, body: object = {}) {
      const { status, result } = await create({ url, ...body });
      if (status !== 201) throw new Error(`the webhook was not created: ${status}`);
      return result;
    },
    async list() {
      return (await client.call(endpoints.listWebhooks, { params })).result.data;
    },
    update: (webhookId: string, body: object) =>
      client.call(endpoints.updateWebhook, { params: { ...params, webhookId }, body }),
    /** Causes an event of the type `department.created`. Returns the id of the department. */
    async change(): Promise<string> {
      const body = { name: unique("Abteilung") };
      return (await client.call(createDepartment, { params, body })).result.id;
    },
    async deliveries(webhookId: string, query: Record<string, string | number> = {}) {
      const call = { params: { ...params, webhookId }, query };
      return (await client.call(endpoints.listWebhookDeliveries, call)).result;
    },
    resend: (webhookId: string, deliveryId: string) =>
      client.call(endpoints.resendWebhookDelivery, { params: { ...params, webhookId, deliveryId } }),
    /** Replays the deliveries of the last hour. */
    replay(webhookId: string, onlyMissing: boolean) {
      const now = testApp.clock.now().getTime();
      const body = {
        from: new Date(now - 3_600_000).toISOString(),
        to: new Date(now + 60_000).toISOString(),
        onlyMissing,
      };
      return client.call(endpoints.replayWebhook, { params: { ...params, webhookId }, body });
    },
    async delivery(webhookId: string, deliveryId: string) {
      const call = { params: { ...params, webhookId, deliveryId } };
      return (await client.call(endpoints.getWebhookDelivery, call)).result;
    },
  };
}

/** Makes the pending attempts of a webhook due as soon as none of them is running. */
export async function makeDue(testApp: TestApp, webhookId: string): Promise<void> {
  const ownMessages = "topic = 'webhook.delivery' and payload ->> 'webhookId' = $1";
  await eventually(async () => {
    const leased = `select id from outbox where ${ownMessages} and leased_until is not null`;
    expect(await queryRows(testApp, leased, [webhookId])).toEqual([]);
  });
  const due =
    "update webhook_delivery set next_attempt_at = now() where webhook_id = $1 and state = 'pending'";
  await queryRows(testApp, due, [webhookId]);
  await queryRows(testApp, `update outbox set available_at = now() where ${ownMessages}`, [webhookId]);
}
