import { webhookDisablingMs } from "@praxisportal/contract/limits";
import { findPublicEvent, publicEventTypes } from "@praxisportal/contract/webhooks/public-events.rules";
import type { Webhook } from "@praxisportal/contract/webhooks/webhooks.schema";
import { bodyOf, currentApiVersion } from "./webhook-body.ts";
import type { WebhookRow } from "./webhooks.queries.ts";

/** Returns a webhook as its organization sees it. */
export function presentWebhook(row: WebhookRow): Webhook {
  return {
    id: row.id,
    _id: row.id,
    name: row.name,
    url: row.url,
    eventTypes: row.event_types,
    apiVersion: row.api_version,
    owner: row.owner && { userId: row.owner.id, name: row.owner.name },
    headerNames: row.header_names,
    enabled: row.enabled,
    disabledReason: row.disabled_reason as Webhook["disabledReason"],
    disabledAt: row.disabled_at?.toISOString() ?? null,
    health: presentHealth(row),
    previousSecretsUntil: row.previous_until?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    version: row.version,
  };
}

function presentHealth(row: WebhookRow): Webhook["health"] {
  const { failing_since: failingSince, last_attempt_at: lastAttemptAt } = row;
  const disabledFrom = failingSince && new Date(failingSince.getTime() + webhookDisablingMs);
  return {
    state:
      row.probe_at !== null
        ? "paused"
        : row.failures > 0
          ? "failing"
          : lastAttemptAt === null
            ? "new"
            : "healthy",
    failures: row.failures,
    failingSince: failingSince?.toISOString() ?? null,
    disabledFrom: disabledFrom?.toISOString() ?? null,
    nextProbeAt: row.probe_at?.toISOString() ?? null,
    lastAttemptAt: lastAttemptAt?.toISOString() ?? null,
    lastSuccessAt: row.last_success_at?.toISOString() ?? null,
    lastStatus: row.last_status,
    lastDay: Array.from({ length: 24 }, (_, index) => {
      const hour = row.last_day.find(({ hours_ago: ago }) => ago === 23 - index);
      return { succeeded: hour?.succeeded ?? 0, failed: hour?.failed ?? 0 };
    }),
  };
}

const exampleId = "01980000-0000-7000-8000-000000000001";
const exampleTime = new Date("2026-03-02T08:30:00.000Z");

/** Returns the public event types, each with an example of its body in the current version. */
export function presentEventTypes() {
  const apiVersion = currentApiVersion();
  return {
    data: publicEventTypes.map((type) => {
      const ids = findPublicEvent(type)?.ids ?? [];
      const example = bodyOf(
        {
          id: exampleId,
          type,
          organizationId: exampleId,
          sequence: 42,
          occurredAt: exampleTime,
          ids: Object.fromEntries(ids.map((id) => [id, id === "provider" ? "mistral" : exampleId])),
        },
        apiVersion,
      );
      return { type, subject: type.slice(0, type.indexOf(".")), ids: [...ids], example };
    }),
    apiVersion,
  };
}
