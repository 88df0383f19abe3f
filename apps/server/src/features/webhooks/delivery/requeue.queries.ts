import { type RawBuilder, sql } from "kysely";

/** Outbox topic of due deliveries. */
export const deliveryTopic = "webhook.delivery";

/** Number of deliveries sent per second if many become due at once. */
const perSecond = 100;

type Requeued = { id: string };

/**
 * Returns the statement that makes deliveries `d` due again if they meet the condition. They get a new schedule, in the
 * order of their sequence and 100 per second. The statement returns their ids.
 */
export function requeueStatement(
  condition: RawBuilder<unknown>,
  { trigger, now }: { trigger: RawBuilder<unknown>; now: Date },
): RawBuilder<Requeued> {
  return sql<Requeued>`
    with requeued as (
      update webhook_delivery d set state = 'pending', scheduled_attempts = 0, trigger = ${trigger}, next_attempt_at = ${now}
      where ${condition}
      returning d.organization_id, d.webhook_id, d.id, d.sequence
    ), queued as (
      insert into outbox (id, topic, payload, available_at)
      select gen_random_uuid(), ${deliveryTopic}, ${deliveryPayload(sql`r`)},
        now() + floor((row_number() over (order by r.sequence) - 1) / ${perSecond}) * interval '1 second'
      from requeued r
    )
    select id from requeued`;
}

/** Returns the payload of the outbox row of a delivery. */
export function deliveryPayload(row: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`jsonb_build_object('organizationId', ${row}.organization_id, 'webhookId', ${row}.webhook_id,
    'deliveryId', ${row}.id, 'sequence', ${row}.sequence)`;
}
