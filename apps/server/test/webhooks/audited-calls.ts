import { randomUUID } from "node:crypto";
import { queryRows } from "../factories.ts";
import type { TestApp } from "../test-app.ts";
import type { TestClient } from "../test-client.ts";

/** Adds a webhook with a failed delivery to an organization. */
async function addFailedDelivery(testApp: TestApp, organizationId: string) {
  const [webhookId, deliveryId] = [randomUUID(), randomUUID()];
  await queryRows(
    testApp,
    `with added as (
       insert into webhook (organization_id, id, name, url, event_types, api_version)
       values ($1, $2, 'Labor', 'https://labor.example.org/', '{site.created}', '2026-11-01')
     ), signing as (
       insert into webhook_secret (organization_id, webhook_id, id, secret) values ($1, $2, $3, '\\x00')
     )
     insert into webhook_delivery (organization_id, id, webhook_id, event_id, event_type, sequence, ids, occurred_at, state)
     values ($1, $3, $2, $3, 'site.created', 1, '{}', now(), 'failed')`,
    [organizationId, webhookId, deliveryId],
  );
  return { id: organizationId, webhookId, deliveryId };
}

/** Returns a successful example of each audited call of webhooks. `signIn` signs in an administrator. */
export function webhookExamples(
  testApp: () => TestApp,
  signIn: () => Promise<{ client: TestClient; organizationId: string }>,
) {
  const withDelivery = async () => {
    const { client, organizationId } = await signIn();
    return { client, params: await addFailedDelivery(testApp(), organizationId) };
  };
  return {
    "webhooks.create": async () => {
      const { client, organizationId } = await signIn();
      return {
        client,
        params: { id: organizationId },
        body: { name: "Labor", url: "https://labor.example.org/", eventTypes: ["site.created"] },
      };
    },
    "webhooks.update": async () => ({ ...(await withDelivery()), body: { name: "Labor Nord" } }),
    "webhooks.remove": withDelivery,
    "webhooks.rotateSecret": async () => ({ ...(await withDelivery()), body: { overlapHours: 1 } }),
    "webhooks.resend": withDelivery,
    "webhooks.replay": async () => ({
      ...(await withDelivery()),
      body: { from: "2026-11-01T00:00:00Z", to: "2026-11-30T00:00:00Z" },
    }),
  };
}
