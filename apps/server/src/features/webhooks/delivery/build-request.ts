import { bodyOf, type WebhookEvent } from "../webhook-body.ts";
import { signatureOf, type WebhookSecrets } from "../webhook-secrets.ts";
import type { SecretRow } from "../webhooks.queries.ts";
import type { WebhookRequest } from "./send-request.ts";

/** Address of a webhook, and the secrets that sign its requests. */
export type WebhookTarget = {
  id: string;
  url: string;
  api_version: string;
  headers: Buffer | null;
  secrets: readonly SecretRow[];
};

const mask = "•";

/** Returns the request of one attempt, signed with every valid secret. */
export function buildRequest(
  target: WebhookTarget,
  event: WebhookEvent,
  { secrets, now }: { secrets: WebhookSecrets; now: Date },
): WebhookRequest {
  const body = JSON.stringify(bodyOf(event, target.api_version));
  const timestamp = Math.floor(now.getTime() / 1000);
  const opened = target.secrets.map(({ id, secret }) => secrets.openSecret(id, secret));
  return {
    url: target.url,
    headers: {
      ...secrets.openHeaders(target.id, target.headers),
      "content-type": "application/json",
      "user-agent": "Praxisportal-Webhooks/1",
      "webhook-id": event.id,
      "webhook-timestamp": String(timestamp),
      "webhook-signature": signatureOf(opened, { id: event.id, timestamp, body }),
    },
    body,
  };
}

/** Returns a request for display, without the values of own headers and signatures. */
export function maskRequest({ url, headers, body }: WebhookRequest, ownNames: readonly string[]) {
  const masked = new Set([...ownNames, "webhook-signature"]);
  return {
    url,
    headers: Object.entries(headers).map(([name, value]) => ({
      name,
      value: masked.has(name) ? mask : value,
    })),
    body,
  };
}
