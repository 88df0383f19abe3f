import type { DocumentedEvent } from "./documented-events.ts";
import type { OpenApiParameter, OpenApiWebhook } from "./openapi-types.ts";

const header = (name: string, description: string, example: string): OpenApiParameter => ({
  name,
  in: "header",
  required: true,
  description,
  schema: { type: "string" },
  example,
});

const headers: readonly OpenApiParameter[] = [
  header(
    "webhook-id",
    "The id of the event, the same in every attempt, resend and replay, so that a receiver can detect duplicates",
    "01980000-0000-7000-8000-000000000001",
  ),
  header("webhook-timestamp", "Time of the attempt, as Unix time in seconds", "1772440200"),
  header(
    "webhook-signature",
    "`v1,` and the signature as Base64; several, separated by spaces, while replaced secrets are valid",
    "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
  ),
];

/** Returns the section `webhooks` of the document: one request to a receiver for each event type. */
export function webhooksOf(events: readonly DocumentedEvent[]): { [type: string]: OpenApiWebhook } {
  return Object.fromEntries(
    events.map(({ type, schema, example }) => [
      type,
      {
        post: {
          operationId: `event.${type}`,
          tags: ["webhooks"],
          summary: `Event ${type}`,
          description: "Sent by the portal to the webhooks that subscribe to it.",
          security: [],
          parameters: headers,
          requestBody: { required: true, content: { "application/json": { schema, example } } },
          responses: {
            "2XX": { description: "The receiver has accepted the event" },
            "410": { description: "The receiver accepts no more events; the webhook is disabled" },
            default: { description: "The attempt failed and is retried, up to ten attempts in total" },
          },
        },
      },
    ]),
  );
}
