import { sql } from "kysely";
import type { PlatformDb } from "../../../platform/db/platform-db.ts";
import type { WebhookEvent } from "../webhook-body.ts";
import { deliveryPayload, deliveryTopic, requeueStatement } from "./requeue.queries.ts";

/**
 * Creates a delivery for each event and each webhook of its organization that subscribes to its type, with the outbox
 * row of the first attempt. A disabled webhook gets a skipped delivery, which can be replayed. Existing deliveries are
 * not changed. Returns the number of new deliveries.
 */
export async function insertDeliveries(
  db: PlatformDb,
  events: readonly WebhookEvent[],
  now: Date,
): Promise<number> {
  const { rows } = await sql<{ created: number }>`
    with created as (
      insert into webhook_delivery (organization_id, id, webhook_id, event_id, event_type, sequence, ids, occurred_at,
        state, next_attempt_at, created_at)
      select w.organization_id, gen_random_uuid(), w.id, e.id, e.type, e.sequence, e.ids, e."occurredAt",
        case when w.enabled then 'pending' else 'skipped' end, case when w.enabled then ${now}::timestamptz end, ${now}
      from jsonb_to_recordset(${JSON.stringify(events)}::jsonb) as e
        (id uuid, type text, "organizationId" uuid, sequence bigint, "occurredAt" timestamptz, ids jsonb)
      join webhook w on w.organization_id = e."organizationId" and w.event_types @> array[e.type]
      order by e.sequence
      on conflict (organization_id, webhook_id, event_id) do nothing
      returning organization_id, webhook_id, id, sequence, state
    ), queued as (
      insert into outbox (id, topic, payload)
      select gen_random_uuid(), ${deliveryTopic}, ${deliveryPayload(sql`c`)} from created c where c.state = 'pending'
    )
    select count(*)::int as created from created`.execute(db.writes);
  return rows[0]?.created ?? 0;
}

/** Makes the held deliveries of organizations due, in batches. Returns their number. */
export async function releaseHeld(
  db: PlatformDb,
  organizationIds: readonly string[],
  now: Date,
): Promise<number> {
  const condition = sql`d.state = 'held' and d.organization_id = any(${organizationIds}::uuid[])
    and exists (select from organization o where o.organization_id = d.organization_id
      and o.status in ('trial', 'active'))`;
  const { rows } = await requeueStatement(condition, { trigger: sql`d.trigger`, now }).execute(db.writes);
  return rows.length;
}
