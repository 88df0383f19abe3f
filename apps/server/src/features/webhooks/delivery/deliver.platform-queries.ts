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

export type DeliveryKey = { organizationId: string; id: string };

/** Returns deliveries with their webhook, its valid secrets and whether their organization is in use. */
export async function readDue(
  db: PlatformDb,
  keys: readonly DeliveryKey[],
  now: Date,
): Promise<(DueDelivery | undefined)[]> {
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
    from unnest(${keys.map(({ organizationId }) => organizationId)}::uuid[], ${keys.map(({ id }) => id)}::uuid[])
      as key (organization_id, id)
    join webhook_delivery d on d.organization_id = key.organization_id and d.id = key.id
    join webhook w on w.organization_id = d.organization_id and w.id = d.webhook_id
    join organization o on o.organization_id = d.organization_id`.execute(db.reads);
  const dueById = new Map(rows.map(({ due }) => [due.id, due]));
  return keys.map(({ id }) => dueById.get(id));
}

/**
 * Holds a delivery of a suspended or deleted organization. Returns false if the organization is in use again. The lock
 * on its row ensures that a reactivation finds the held delivery.
 */
export async function holdDelivery(db: PlatformDb, { organizationId, id }: DeliveryKey): Promise<boolean> {
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
export async function skipDelivery(db: PlatformDb, { organizationId, id }: DeliveryKey): Promise<void> {
  await sql`update webhook_delivery set state = 'skipped', next_attempt_at = null
    where organization_id = ${organizationId} and id = ${id} and state = 'pending'`.execute(db.writes);
}

/** Postpones a delivery without an attempt. */
export async function postponeDelivery(
  db: PlatformDb,
  { organizationId, id }: DeliveryKey,
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

/** State of a delivery after a failed attempt. */
export type Settlement = {
  state: "pending" | "failed";
  scheduledAttempts: number;
  nextAttemptAt: Date | null;
};

/** Number of consecutive failures after which a webhook is paused. */
const pausingFailures = 10;

/** Stores a failed attempt, its outcome for the delivery and the health of the webhook. */
export async function storeFailure(
  db: PlatformDb["writes"],
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
  await sql`
    with delivery as (
      update webhook_delivery set state = ${state}, scheduled_attempts = ${scheduledAttempts}, attempts = attempts + 1,
        next_attempt_at = ${nextAttemptAt}, last_attempt_at = ${startedAt}, last_failure = ${failure},
        last_status = ${status}, last_duration_ms = ${durationMs}
      where organization_id = ${organizationId} and id = ${id}
      returning attempts
    ), attempt as (
      insert into webhook_attempt
        (organization_id, delivery_id, number, started_at, duration_ms, trigger, failure, status, answer)
      select ${organizationId}::uuid, ${id}::uuid, attempts, ${startedAt}::timestamptz, ${durationMs}::int, ${trigger},
        ${failure}, ${status}::int, ${answer} from delivery
    )
    update webhook set last_attempt_at = ${startedAt}, last_status = ${status}, failures = failures + 1,
      failing_since = coalesce(failing_since, ${now}),
      probe_at = case when failures + 1 >= ${sql.lit(pausingFailures)} then ${nextProbeAt}::timestamptz end
    where organization_id = ${organizationId} and id = ${webhookId}`.execute(db);
}

/** An attempt that the receiver accepted. */
export type Success = {
  due: Pick<DueDelivery, "organizationId" | "id" | "webhookId" | "trigger">;
  result: AttemptResult;
  scheduledAttempts: number;
  startedAt: Date;
};

/**
 * Stores successful attempts, settles their deliveries and resets the failures of their webhooks. Locks the webhooks in
 * a fixed order, so that processes cannot deadlock.
 */
export async function storeSuccesses(
  db: PlatformDb,
  successes: readonly Success[],
  now: Date,
): Promise<void> {
  const rows = successes.map(({ due, result, scheduledAttempts, startedAt }) => ({
    organization_id: due.organizationId,
    id: due.id,
    webhook_id: due.webhookId,
    trigger: due.trigger,
    status: result.status,
    duration_ms: result.durationMs,
    answer: result.answer,
    scheduled_attempts: scheduledAttempts,
    started_at: startedAt,
  }));
  await sql`
    with success as materialized (
      select distinct on (organization_id, id) * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as s
        (organization_id uuid, id uuid, webhook_id uuid, trigger text, status int, duration_ms int, answer text,
        scheduled_attempts int, started_at timestamptz)
    ), delivery as (
      update webhook_delivery d set state = 'succeeded', scheduled_attempts = s.scheduled_attempts,
        attempts = d.attempts + 1, next_attempt_at = null, last_attempt_at = s.started_at, last_failure = null,
        last_status = s.status, last_duration_ms = s.duration_ms, succeeded_at = ${now}
      from success s where d.organization_id = s.organization_id and d.id = s.id
      returning d.organization_id, d.id, d.attempts
    ), attempt as (
      insert into webhook_attempt
        (organization_id, delivery_id, number, started_at, duration_ms, trigger, failure, status, answer)
      select organization_id, id, d.attempts, s.started_at, s.duration_ms, s.trigger, null, s.status, s.answer
      from delivery d join success s using (organization_id, id)
    ), last as (
      select distinct on (organization_id, webhook_id) organization_id, webhook_id, started_at, status
      from success order by organization_id, webhook_id, started_at desc
    ), locked as materialized (
      select w.organization_id, w.id, last.started_at, last.status
      from webhook w join last on w.organization_id = last.organization_id and w.id = last.webhook_id
      order by w.organization_id, w.id
      for no key update of w
    )
    update webhook w set last_attempt_at = locked.started_at, last_status = locked.status, last_success_at = ${now},
      failures = 0, failing_since = null, warned_at = null, probe_at = null
    from locked where w.organization_id = locked.organization_id and w.id = locked.id`.execute(db.writes);
}
