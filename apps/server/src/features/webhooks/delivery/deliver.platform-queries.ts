import { sql } from "kysely";
import type { PlatformDb } from "../../../platform/db/platform-db.ts";
import type { AttemptResult } from "./send-request.ts";

/** A delivery whose attempt is due, with its webhook. */
export type DueDelivery = {
  organizationId: string;
  id: string;
  webhookId: string;
  eventId: string;
  eventType: string;
  sequence: number;
  ids: Readonly<Record<string, string>>;
  occurredAt: string;
  state: string;
  scheduledAttempts: number;
  trigger: string;
  nextAttemptAt: string | null;
  url: string;
  headers: string | null;
  apiVersion: string;
  enabled: boolean;
  probeAt: string | null;
  isOpen: boolean;
  /** Sealed, in Base64, newest first. */
  secrets: readonly { id: string; secret: string }[];
};

/** Returns a delivery with its webhook, its valid secrets and whether its organization is in use. */
export async function readDue(
  db: PlatformDb,
  organizationId: string,
  id: string,
  now: Date,
): Promise<DueDelivery | undefined> {
  const { rows } = await sql<{ due: DueDelivery }>`
    select jsonb_build_object('organizationId', d.organization_id, 'id', d.id, 'webhookId', d.webhook_id,
      'eventId', d.event_id, 'eventType', d.event_type, 'sequence', d.sequence, 'ids', d.ids,
      'occurredAt', d.occurred_at, 'state', d.state, 'scheduledAttempts', d.scheduled_attempts, 'trigger', d.trigger,
      'nextAttemptAt', d.next_attempt_at, 'url', w.url, 'headers', encode(w.headers, 'base64'),
      'apiVersion', w.api_version, 'enabled', w.enabled, 'probeAt', w.probe_at,
      'isOpen', o.status in ('trial', 'active'),
      'secrets', (select jsonb_agg(jsonb_build_object('id', s.id, 'secret', encode(s.secret, 'base64')) order by s.id desc)
        from webhook_secret s where s.organization_id = d.organization_id and s.webhook_id = d.webhook_id
          and (s.valid_until is null or s.valid_until > ${now}))) as due
    from webhook_delivery d
    join webhook w on w.organization_id = d.organization_id and w.id = d.webhook_id
    join organization o on o.organization_id = d.organization_id
    where d.organization_id = ${organizationId} and d.id = ${id}`.execute(db.all);
  return rows[0]?.due;
}

type Key = Pick<DueDelivery, "organizationId" | "id">;

/**
 * Holds a delivery of an organization that is suspended or deleted. Returns false when the organization is in use again
 * by now. The lock on its row makes sure that a reactivation finds the held delivery.
 */
export async function holdDelivery(db: PlatformDb, { organizationId, id }: Key): Promise<boolean> {
  const { rows } = await sql`
    with closed as (
      select organization_id from organization
      where organization_id = ${organizationId} and status not in ('trial', 'active')
      for share
    )
    update webhook_delivery d set state = 'held', next_attempt_at = null
    from closed where d.organization_id = closed.organization_id and d.id = ${id} and d.state = 'pending'
    returning d.id`.execute(db.writes);
  return rows.length > 0;
}

/** Ends a delivery whose webhook is disabled. */
export async function skipDelivery(db: PlatformDb, { organizationId, id }: Key): Promise<void> {
  await sql`update webhook_delivery set state = 'skipped', next_attempt_at = null
    where organization_id = ${organizationId} and id = ${id} and state = 'pending'`.execute(db.writes);
}

/** Postpones a delivery without an attempt. */
export async function postponeDelivery(
  db: PlatformDb,
  { organizationId, id }: Key,
  nextAttemptAt: Date,
): Promise<void> {
  await sql`update webhook_delivery set next_attempt_at = ${nextAttemptAt}
    where organization_id = ${organizationId} and id = ${id} and state = 'pending'`.execute(db.writes);
}

/** Takes the probe of a paused webhook, if it is due. Only one caller gets it. */
export async function takeProbe(
  db: PlatformDb,
  { organizationId, webhookId }: Pick<DueDelivery, "organizationId" | "webhookId">,
  now: Date,
  nextProbeAt: Date,
): Promise<boolean> {
  const { rows } = await sql`update webhook set probe_at = ${nextProbeAt}
    where organization_id = ${organizationId} and id = ${webhookId} and probe_at <= ${now}
    returning id`.execute(db.writes);
  return rows.length > 0;
}

/** What an attempt means for its delivery. */
export type Settlement = {
  state: "pending" | "succeeded" | "failed";
  scheduledAttempts: number;
  nextAttemptAt: Date | null;
};

/** Failures in a row after which a webhook is paused. */
const pausingFailures = 10;

/** Stores an attempt, its meaning for the delivery and the health of the webhook. */
export async function storeAttempt(
  db: PlatformDb,
  {
    organizationId,
    id,
    webhookId,
    trigger,
  }: Pick<DueDelivery, "organizationId" | "id" | "webhookId" | "trigger">,
  { failure, status, durationMs, answer }: AttemptResult,
  { state, scheduledAttempts, nextAttemptAt }: Settlement,
  { startedAt, now, nextProbeAt }: { startedAt: Date; now: Date; nextProbeAt: Date },
): Promise<void> {
  const health =
    failure === null
      ? sql`failures = 0, failing_since = null, warned_at = null, probe_at = null, last_success_at = ${now}`
      : sql`failures = failures + 1, failing_since = coalesce(failing_since, ${now}),
          probe_at = case when failures + 1 >= ${sql.lit(pausingFailures)} then ${nextProbeAt}::timestamptz end`;
  await sql`
    with delivery as (
      update webhook_delivery set state = ${state}, scheduled_attempts = ${scheduledAttempts}, attempts = attempts + 1,
        next_attempt_at = ${nextAttemptAt}, last_attempt_at = ${startedAt}, last_failure = ${failure},
        last_status = ${status}, last_duration_ms = ${durationMs},
        succeeded_at = case when ${state} = 'succeeded' then ${now}::timestamptz else succeeded_at end
      where organization_id = ${organizationId} and id = ${id}
      returning attempts
    ), attempt as (
      insert into webhook_attempt
        (organization_id, delivery_id, number, started_at, duration_ms, trigger, failure, status, answer)
      select ${organizationId}::uuid, ${id}::uuid, attempts, ${startedAt}::timestamptz, ${durationMs}::int, ${trigger},
        ${failure}, ${status}::int, ${answer} from delivery
    )
    update webhook set last_attempt_at = ${startedAt}, last_status = ${status}, ${health}
    where organization_id = ${organizationId} and id = ${webhookId}`.execute(db.writes);
}
