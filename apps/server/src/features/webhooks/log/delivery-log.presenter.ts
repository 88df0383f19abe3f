import type { WebhookDelivery } from "@praxisportal/contract/webhooks/webhook-deliveries.schema";
import type { AttemptRow, DeliveryRow } from "./delivery-log.queries.ts";

type LastAttempt = NonNullable<WebhookDelivery["lastAttempt"]>;

/** Returns a delivery as its organization sees it. */
export function presentDelivery(row: DeliveryRow): WebhookDelivery {
  const { last_attempt_at: lastAttemptAt } = row;
  return {
    id: row.id,
    _id: row.id,
    eventId: row.event_id,
    eventType: row.event_type,
    sequence: Number(row.sequence),
    state: row.state as WebhookDelivery["state"],
    attempts: row.attempts,
    occurredAt: row.occurred_at.toISOString(),
    createdAt: row.created_at.toISOString(),
    nextAttemptAt: row.next_attempt_at?.toISOString() ?? null,
    lastAttempt: lastAttemptAt && {
      at: lastAttemptAt.toISOString(),
      succeeded: row.last_failure === null,
      failure: row.last_failure as LastAttempt["failure"],
      status: row.last_status,
      durationMs: row.last_duration_ms ?? 0,
    },
  };
}

/** Returns an attempt with the beginning of its response. */
export function presentAttempt(row: AttemptRow) {
  return {
    number: row.number,
    at: row.started_at.toISOString(),
    trigger: row.trigger as "schedule" | "resend" | "replay",
    succeeded: row.failure === null,
    failure: row.failure as LastAttempt["failure"],
    status: row.status,
    durationMs: row.duration_ms,
    answer: row.answer,
  };
}
